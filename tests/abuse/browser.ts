import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, fetch } from 'undici';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import type { Envelope } from '#contract/envelope.ts';
import { cookieNames, LOGIN_HEADER } from '#contract/limits.ts';

/** Longest wait for a rate limit, in s. */
const MAX_RETRY_AFTER = 60;

export interface ErrorFacts {
  rateLimit?: string;
  retryAfter?: number;
}

/** A browser with its own network address in 127.0.0.0/8. It keeps its cookies. */
export class Browser {
  readonly #url: string;
  readonly #dispatcher: Agent;
  readonly #cookies: Record<string, string> = {};

  constructor(url: string, network: string) {
    this.#url = url;
    const connect = { rejectUnauthorized: false };
    this.#dispatcher = new Agent({ localAddress: network, connect });
    this.visitAgain();
  }

  /** Begins another visit, as after the cookies were deleted. */
  visitAgain(visit: string = randomUUID()): string {
    this.#cookies[cookieNames.session] = visit;
    return visit;
  }

  async call(name: EndpointName, input: object = {}, token?: string): Promise<Envelope<unknown>> {
    const { method, path, kind }: Endpoint = endpoints[name];
    const cookie = Object.entries(this.#cookies).map((each) => each.join('='));
    const response = await fetch(this.#url + path, {
      method,
      dispatcher: this.#dispatcher,
      headers: {
        cookie: cookie.join('; '),
        'content-type': 'application/json',
        ...(token && { [LOGIN_HEADER]: token }),
      },
      ...(kind === 'query' ? {} : { body: JSON.stringify(input) }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [cookie = '', value = ''] = set.split(/[=;]/);
      this.#cookies[cookie] = value;
    }
    return (await response.json()) as Envelope<unknown>;
  }

  /**
   * Repeats a call that a rate limit or a full queue rejects.
   * @throws if it is rejected otherwise
   */
  async insist(name: EndpointName, input: object): Promise<unknown> {
    for (;;) {
      const { code, message, data } = await this.call(name, input);
      if (code === 200) return data;
      const { retryAfter = Number.POSITIVE_INFINITY } = (data ?? {}) as ErrorFacts;
      if (retryAfter > MAX_RETRY_AFTER) throw new Error(`${name}: ${code} ${message}`);
      await pause(retryAfter * 1000);
    }
  }

  close(): Promise<void> {
    return this.#dispatcher.destroy();
  }
}
