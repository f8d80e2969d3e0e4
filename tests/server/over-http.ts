import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import type { Envelope } from '#contract/envelope.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';

export interface HttpAnswer extends Envelope<unknown> {
  status: number;
}

/**
 * Makes a call of the contract over the network.
 * @throws TypeError or SyntaxError when the line breaks, Error when the server answers 5xx
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
  const answer = (await response.json()) as Envelope<unknown>;
  if (response.status >= 500) throw new Error(`${name} answered ${answer.code}: ${answer.message}`);
  return { ...answer, status: response.status };
}
