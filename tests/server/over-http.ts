import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import type { Envelope } from '#contract/envelope.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';

export interface HttpAnswer extends Envelope<unknown> {
  status: number;
}

/** A response with status 500 or more. */
export class ServerFault extends Error {
  readonly status: number;

  constructor(name: string, { status, code, message }: HttpAnswer) {
    super(`${name} answered ${code}: ${message}`);
    this.status = status;
  }
}

/**
 * Makes a call over the network.
 * @throws TypeError or SyntaxError when the connection breaks, ServerFault for a 5xx
 */
export async function callOverHttp(
  url: string,
  name: EndpointName,
  input: object,
  token?: string,
  cookie?: string,
): Promise<HttpAnswer> {
  const { method, path, kind }: Endpoint = endpoints[name];
  const query = kind === 'query' ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const response = await fetch(url + path + query, {
    method,
    headers: {
      ...(token && { [LOGIN_HEADER]: token }),
      ...(cookie && { cookie }),
      ...(kind === 'json' && { 'content-type': 'application/json' }),
    },
    ...(kind === 'json' && { body: JSON.stringify(input) }),
  });
  const { status } = response;
  const answer = { ...((await response.json()) as Envelope<unknown>), status };
  if (status >= 500) throw new ServerFault(name, answer);
  return answer;
}
