import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { EndpointName, endpoints } from '#contract/endpoints.ts';

type Endpoints = typeof endpoints;

/** Input of a call of the contract. */
export type CallInput<Name extends EndpointName> = InputOf<Endpoints[Name]>;
/** Answer of a call of the contract. */
export type CallData<Name extends EndpointName> = DataOf<Endpoints[Name]>;
/** The calls that answer a file. */
export type FileCallName = {
  [Name in EndpointName]: Endpoints[Name] extends { answersFile: true } ? Name : never;
}[EndpointName];
