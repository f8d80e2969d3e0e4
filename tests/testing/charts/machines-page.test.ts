import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { actionTable, machinesPage } from '#testing/charts/machines-page.ts';

test('machines/README.md is up to date', async () => {
  const file = new URL('../../../machines/README.md', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(await machinesPage());
});

test('the table of actions agrees with the machine', () => {
  const [heading, ...rows] = actionTable('application');
  expect(heading).toEqual(['State', 'clock', 'requester', 'reviewer']);
  expect(rows[1]).toEqual([
    'Qualification under review',
    'link.ended, link.renewed',
    'application.terminate',
    'qualification.pass, information.request, application.refuse, decision.undo, application.take, application.release, application.handOver',
  ]);
  const last = ['Terminated by the data holder', '–', '–', 'application.reopen, decision.undo'];
  expect(rows.at(-1)).toEqual(last);
});
