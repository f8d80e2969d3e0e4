import { expect, test } from 'vitest';
import { fileName } from '#ui/calls/download.ts';

test.each([
  [`attachment; filename="r_port.xlsx"; filename*=UTF-8''r%C3%A9port.xlsx`, 'réport.xlsx'],
  ['attachment; filename="report.xls"', 'report.xls'],
  [null, 'download'],
])('the name in %s', { tags: ['7-file'] }, (header, name) => {
  expect(fileName(header)).toBe(name);
});
