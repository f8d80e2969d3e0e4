import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Migrations that installations have run, in this order for ever. Add a new one at the end. */
const released = [
  '2026-11-20-first',
  '2026-11-21-1-staff',
  '2026-11-21-2-audit',
  '2026-11-21-3-desk-work',
  '2026-11-21-4-decisions',
  '2026-11-21-5-queue',
  '2026-11-21-6-audit-search',
  '2026-11-21-7-figures',
  '2026-11-21-8-queue-of-assignee',
  '2026-11-21-9-conformance',
  '2026-11-21-9-desk-settings',
  '2026-11-22-1-owners',
  '2026-11-22-2-link-times',
  '2026-11-22-2-mail-order',
  '2026-11-22-3-allowances',
  '2026-11-22-4-file-checks',
  '2026-11-22-4-link-ended',
  '2026-11-22-4-senders',
  '2026-11-22-5-content-checks',
  '2026-11-22-6-installation',
  '2026-11-22-7-evidence',
  '2026-11-22-7-staff-sessions',
  '2026-11-22-8-queue-order',
  '2026-11-22-8-settings',
  '2026-11-22-9-company-sign-in',
  '2026-11-22-9-contact',
  '2026-11-22-9-lead-nominations',
  '2026-11-22-9-passkeys',
  '2026-11-23-1-authority-notices',
  '2026-11-23-2-report-package',
  '2026-11-23-3-templates',
  '2026-11-24-1-requester-drafts',
  '2026-11-24-3-digests',
  '2026-11-24-3-opinions',
  '2026-11-24-3-watching',
  '2026-11-24-4-failing-jobs',
  '2026-11-25-1-series',
  '2026-11-25-2-disputes',
  '2026-11-25-3-agreements',
  '2026-11-25-3-withheld-pause',
  '2026-11-25-5-queue-by-requester',
  '2026-11-25-6-operator-mail',
  '2026-11-26-1-held-reports',
  '2026-11-26-3-timeline',
  '2026-11-27-5-recipients',
  '2026-11-28-2-past-authority-notices',
  '2026-11-28-3-compensation-quotes',
  '2026-11-28-3-passing-on',
  '2026-11-28-4-signal-notes',
  '2026-11-29-1-tallies',
  '2026-11-29-2-open-applications',
  '2026-11-29-3-search-by-trigrams',
  '2026-11-29-4-leased-jobs',
  '2026-11-29-5-references',
  '2026-11-29-6-due-by-time',
  '2026-11-29-7-unfinished-verification',
  '2026-11-29-8-address-limits',
  '2026-11-29-8-secret-in-use',
];

const folder = 'src/server/platform/store/migrations';
const names = readdirSync(folder)
  .map((file) => file.replace(/\.ts$/, ''))
  .sort();

test('the names of migrations sort as they were written', () => {
  expect(names).toEqual(released);
  for (const name of names) expect(name).toMatch(/^\d{4}-\d\d-\d\d-(first|[1-9])[a-z-]*$/);
});

test.each(names)('%s imports nothing but Kysely', (name) => {
  const source = readFileSync(join(folder, `${name}.ts`), 'utf8');
  expect([...source.matchAll(/from '(.*)'|import\('(.*)'\)/g)].map(([, from]) => from)).toEqual([
    'kysely',
  ]);
});

test.each(names.filter((name) => name > '2026-11-29-3-search-by-trigrams'))(
  '%s makes indexes by the builder, so that one made before is passed over',
  (name) => {
    expect(readFileSync(join(folder, `${name}.ts`), 'utf8')).not.toMatch(/create (unique )?index/i);
  },
);
