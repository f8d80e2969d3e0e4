import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  attributesAnswer,
  changesLine,
  countsAnswer,
  coverageAnswer,
  latestAnswer,
  linkLine,
  notesAnswer,
  telemetryLine,
  valueInRow,
  valueOfSample,
  vehicleAnswer,
} from '#server/vehicles/backend-answers.ts';
import { portalHere } from '#tests/server/run-tool.ts';

const schemas: Record<string, z.ZodMiniType> = {
  Vehicle: vehicleAnswer,
  Link: linkLine,
  Attributes: attributesAnswer,
  Counts: countsAnswer,
  Coverage: coverageAnswer,
  Notes: notesAnswer,
  TelemetryLine: telemetryLine,
  Latest: latestAnswer,
  ChangesLine: changesLine,
};

const read = (name: string) => readFile(`src/docs/${name}`, 'utf8');

test('the description of a back end is valid OpenAPI 3.1 with the schemas that the portal checks', async () => {
  const file = JSON.parse(await read('vehicle-backend.openapi.json'));
  expect(await new Validator().validate(structuredClone(file))).toEqual({ valid: true });
  expect(Object.keys(file.components.schemas)).toEqual(Object.keys(schemas));
  for (const [name, schema] of Object.entries(schemas)) {
    const { examples, ...described } = file.components.schemas[name];
    const { $schema: _, ...checked } = z.toJSONSchema(schema, {
      io: 'input',
      // The format implies the pattern.
      override({ jsonSchema, zodSchema }) {
        const types = ['number', 'string', 'boolean'] as const;
        const schema: unknown = zodSchema;
        if (schema === valueInRow) Object.assign(jsonSchema, { type: [...types, 'null'] });
        if (schema === valueOfSample) Object.assign(jsonSchema, { type: types });
        if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      },
    });
    expect({ name, ...described }).toEqual({ name, ...checked });
    for (const example of examples)
      expect(schema.safeParse(example)).toMatchObject({ success: true });
  }
  const { status, stdout } = await portalHere(['backend-check', '--openapi'], {});
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual(file);
});

test('vehicle-backend.md names every call', async () => {
  const page = await read('vehicle-backend.md');
  const { paths } = JSON.parse(await read('vehicle-backend.openapi.json'));
  for (const path of Object.keys(paths))
    expect(page).toContain(`\`${path.slice(1).replace('{vehicleId}', '{id}')}`);
});
