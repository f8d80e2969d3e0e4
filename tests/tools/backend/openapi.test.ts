import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { backendOpenapi } from '#tools/backend/openapi.ts';
import { runBackendCheck } from '#tools/backend-check.ts';

const read = (name: string) => readFile(`src/docs/${name}`, 'utf8');

test('the calls of a back end are valid OpenAPI 3.1, and the file is what the code has', async () => {
  const file = JSON.parse(await read('vehicle-backend.openapi.json'));
  expect(await new Validator().validate(structuredClone(file))).toEqual({ valid: true });
  expect(file).toEqual(backendOpenapi());
  let stdout = '';
  const console = { stdout: { write: (text: string) => (stdout += text) }, stderr: process.stderr };
  expect(await runBackendCheck(['--openapi'], console)).toBe(0);
  expect(JSON.parse(stdout)).toEqual(file);
});

test('the page names every call', async () => {
  const page = await read('vehicle-backend.md');
  const { paths } = JSON.parse(await read('vehicle-backend.openapi.json'));
  for (const path of Object.keys(paths))
    expect(page).toContain(`\`${path.slice(1).replace('{vehicleId}', '{id}')}`);
});
