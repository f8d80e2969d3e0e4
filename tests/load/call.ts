import { setTimeout as pause } from 'node:timers/promises';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import type { Envelope } from '#contract/envelope.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';

/** A person in a browser with a network address of their own, signed in once there is a token. */
export interface Caller {
  network: string;
  token?: string;
}

/** Figures of the calls of one process. */
export interface CallFigures {
  /** Durations of successful calls in ms, by name. */
  times: Record<string, number[]>;
  /** Failed calls, by name and response. */
  errors: Record<string, number>;
  /** Anonymous calls that were repeated after a 429. */
  putOff: number;
  /** Codes that were late, so that another was requested. */
  askedAgain: number;
}

/** Makes calls over the network and records their durations. */
export class Calls {
  readonly figures: CallFigures = { times: {}, errors: {}, putOff: 0, askedAgain: 0 };
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** @throws {Error} for an error response, which is counted */
  async call<T>(caller: Caller, name: EndpointName, input: object = {}): Promise<T> {
    const { method, path, kind }: Endpoint = endpoints[name];
    const isQuery = kind === 'query';
    const query = isQuery ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
    return this.#send<T>(caller, name, path + query, {
      method,
      ...(!isQuery && {
        body: JSON.stringify(input),
        headers: { 'content-type': 'application/json' },
      }),
    });
  }

  /** Uploads a file; returns its id. */
  async upload(caller: Caller, name: EndpointName, usage: string, file: File): Promise<string> {
    const body = new FormData();
    body.append('usage', usage);
    body.append('file', file);
    const { path } = endpoints[name];
    const { fileId } = await this.#send<{ fileId: string }>(caller, name, path, {
      method: 'POST',
      body,
    });
    return fileId;
  }

  async #send<T>({ network, token }: Caller, name: string, path: string, init: RequestInit) {
    const headers = {
      ...(init.headers as Record<string, string>),
      'x-forwarded-for': network,
      ...(token !== undefined && { [LOGIN_HEADER]: token }),
    };
    for (;;) {
      const began = performance.now();
      const response = await fetch(this.#url + path, { ...init, headers });
      const { code, message, data } = (await response.json()) as Envelope<T>;
      const wait = Number(response.headers.get('retry-after'));
      if (token === undefined && wait > 0) {
        this.figures.putOff++;
        await pause(wait * 1000);
        continue;
      }
      if (code !== 200) {
        const what = `${name}: ${code} ${message}`;
        this.figures.errors[what] = (this.figures.errors[what] ?? 0) + 1;
        throw new Error(what);
      }
      const times = this.figures.times[name] ?? [];
      this.figures.times[name] = times;
      times.push(performance.now() - began);
      return data as T;
    }
  }
}
