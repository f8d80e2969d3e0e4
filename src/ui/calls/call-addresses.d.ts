declare module 'virtual:call-addresses' {
  import type { Endpoint } from '#contract/endpoint.ts';
  import type { EndpointName } from '#contract/endpoints.ts';

  /** Where each call of the contract goes; made by the build. */
  export const addresses: Record<EndpointName, Pick<Endpoint, 'method' | 'path' | 'kind'>>;
}
