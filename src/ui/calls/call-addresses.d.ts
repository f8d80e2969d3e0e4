declare module 'virtual:call-addresses' {
  import type { Endpoint } from '#contract/endpoint.ts';
  import type { EndpointName } from '#contract/endpoints.ts';

  /** Address of each call of the contract; made by the build. */
  export const addresses: Record<EndpointName, Pick<Endpoint, 'method' | 'path' | 'kind'>>;
}
