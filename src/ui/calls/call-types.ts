import type { Code } from '#contract/codes.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { EndpointName, endpoints } from '#contract/endpoints.ts';
import type { ErrorData, ErrorDataOf } from '#contract/error-data.ts';

type Endpoints = typeof endpoints;

export type CallInput<Name extends EndpointName> = InputOf<Endpoints[Name]>;
export type CallData<Name extends EndpointName> = DataOf<Endpoints[Name]>;
export type FileCallName = {
  [Name in EndpointName]: Endpoints[Name] extends { answersFile: true } ? Name : never;
}[EndpointName];
export type EventsCallName = {
  [Name in EndpointName]: Endpoints[Name] extends { answersEvents: true } ? Name : never;
}[EndpointName];

export class ApiError extends Error {
  /** One of the contract's codes; 0 if no response arrived. */
  readonly code: number;
  readonly data: ErrorData;

  constructor(code: number, message: string, data: ErrorData = null) {
    super(message);
    this.code = code;
    this.data = data;
  }

  dataOf<C extends Code>(code: C): ErrorDataOf<C> | undefined {
    return this.code === code ? (this.data as ErrorDataOf<C>) : undefined;
  }
}
