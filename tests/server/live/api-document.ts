import { Ajv2020 } from 'ajv/dist/2020.js';

interface Content {
  schema: { $ref?: string };
  example?: unknown;
}

export interface ApiOperation {
  operationId: string;
  parameters: {
    name: string;
    in: 'path' | 'query' | 'header';
    schema: { type: string; pattern?: string; minimum?: number; maximum?: number };
    example?: string;
  }[];
  responses: Record<string, { content?: Record<string, Content> }>;
}

export interface ApiDocument {
  paths: Record<string, { get: ApiOperation }>;
}

/** Returns a function that throws unless a value fits a schema of the document. */
export function checkerOf(document: ApiDocument) {
  // Patterns imply the formats.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document, 'api');
  return (ref: string, value: unknown) => {
    if (ajv.validate({ $ref: `api${ref}` }, value)) return;
    throw new Error(`${JSON.stringify(value)} is no ${ref}: ${ajv.errorsText()}`);
  };
}
