import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { cleanUp } from '#server/background.ts';
import { pdf } from '#tests/server/applications/samples.ts';
import { callersOf } from '#tests/server/callers.ts';
import type { Portal } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { granted, personalForm, startSeededPortal } from '#tests/server/seeded-portal.ts';
import { everything } from '#tests/server/stored.ts';

const MARKS = 50;
const DAY = 24 * 60 * 60 * 1000;

const portal = portalOfTest(startSeededPortal);
const { owner } = callersOf(portal);

const markOf = (index: number) => `Mark${String(index).padStart(3, '0')}Name`;

/** Files and withdraws an application whose name, address and proof contain the mark. */
async function leaveMark(mark: string): Promise<void> {
  const sent = {
    fields: { usage: 'vehicleProof' },
    file: { name: `${mark}.pdf`, content: Buffer.concat([pdf, Buffer.from(`\n%${mark}\n`)]) },
  };
  const { fileId } = granted(await portal.upload('personUploadCert', sent, owner));
  const { user, vehicle } = personalForm([fileId]);
  const marked = { ...user, lastName: mark, address: `${mark} street 1` };
  const applicationNumber = await portal.filed({ vehicle, user: marked });
  await portal.granted('terminateOrder', { applicationNumber, revision: 0 }, owner);
}

/** Marks that any file of the installation contains. */
async function marksLeft({ services }: Portal): Promise<string[]> {
  const left = new Set<string>();
  for await (const [place, content] of everything(services))
    for (const [mark] of `${place} ${content.toString('latin1')}`.matchAll(/mark\d{3}name/gi))
      left.add(mark.toLowerCase());
  return [...left];
}

test('no file of the installation contains erased data', async () => {
  for (let index = 0; index < MARKS; index++) await leaveMark(markOf(index));
  const { store, config } = portal.services;
  const isEmbedded = store.kind === 'embedded';
  // PostgreSQL has its own files; this folder holds the proofs.
  if (isEmbedded) expect(await marksLeft(portal)).toHaveLength(MARKS);
  portal.clock.advance(config.RECORD_DAYS + DAY);
  const errors: unknown[] = [];
  await cleanUp(portal.services, (error) => errors.push(error));
  expect(errors).toEqual([]);
  expect(await marksLeft(portal)).toEqual([]);
  if (isEmbedded) return;
  const { db } = store;
  await vi.waitFor(async () => {
    await store.scrub();
    const { rows } = await sql<{ dead: number }>`select sum(n_dead_tup)::int as dead
      from pg_stat_user_tables where relname in ('application', 'mail', 'stored_file')`.execute(db);
    expect(rows).toEqual([{ dead: 0 }]);
  }, 20_000);
});
