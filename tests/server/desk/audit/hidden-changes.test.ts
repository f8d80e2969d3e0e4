import { expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { verifyChains } from '#server/desk/audit/verify.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { signInAs } from '#tests/server/accounts/staff/staff.ts';
import { callersOf } from '#tests/server/callers.ts';
import { addRows, changeRows, row, rows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';
import { saveVehicle } from '#tools/import/save-vehicle.ts';

const portal = portalOfFile(() => startSeededPortal({ FOUR_EYES: 'owner' }));
const { owner, reviewer } = callersOf(portal);

const broken = async () => (await verifyChains(portal.services)).broken.join('\n');

test('a file that was changed by hand is reported, also after an answer has named it', async () => {
  const { number, revision } = await portal.applicationAt('underReview');
  const about = { applicationNumber: number, revision };
  const question = { text: 'Which?', dueOn: '2099-01-31', items: ['vehicleProof' as const] };
  const input = { ...about, ...question };
  const asked = await portal.granted('deskRequestInformation', input, reviewer);
  const id = await portal.uploaded();
  await changeRows(portal.services, 'stored_file', { id }, { name: 'forged.pdf' });
  await portal.granted('qualificationReviewSup', { ...asked, text: '', files: [id] }, owner);
  expect(await broken()).toContain(id);
});

const lead = () => signInAs(portal, 'lead-two@example.eu', ['reviewer', 'lead']);
const template = {
  ...{ name: 'N', decision: endpoints.deskTemplateSave.example.decision },
  texts: { en: 'Hello' },
};
const settings = { fourEyes: ['owner' as const, 'publicBody' as const] };

/** Changes of rows by hand, each with a change through the portal that writes the same row. */
const hidden: Record<string, () => Promise<{ table: keyof Schema; next: () => Promise<unknown> }>> =
  {
    'a setting that is removed, then it is saved': async () => {
      const token = await lead();
      const all = { ...settings, startAssigns: true };
      await portal.granted('deskSettingsChange', all, { token });
      await portal.services.store.db.deleteFrom('desk_setting').execute();
      const next = () => portal.granted('deskSettingsChange', settings, { token });
      return { table: 'desk_setting', next };
    },

    'a template, then it is removed': async () => {
      const token = await lead();
      const named = { ...template, name: 'Removed' };
      const { id } = await portal.granted('deskTemplateSave', named, { token });
      await changeRows(portal.services, 'letter_template', { id }, { texts_json: '{"en":"Pay"}' });
      const next = () => portal.granted('deskTemplateRemove', { id }, { token });
      return { table: 'letter_template', next };
    },

    'a nomination, then it is confirmed': async () => {
      const token = await lead();
      const { id } = await row(portal.services, 'account', { email: 'owner@example.eu' });
      const email = 'thief@example.eu';
      const forged = { id: 'x', email, roles: '["lead"]', nominated_by: id, nominated_at: 1 };
      await addRows(portal.services, 'lead_nomination', forged);
      const next = () => portal.granted('staffNominationConfirm', { email }, { token });
      return { table: 'lead_nomination', next };
    },

    'a second opinion, then its notes are withdrawn': async () => {
      await signInAs(portal, 'colleague@example.eu', ['reviewer']);
      const { number: applicationNumber, revision } = await portal.applicationAt('requested');
      const about = { applicationNumber };
      for (const note of ['question', 'answer'])
        await portal.granted('deskNoteAdd', { ...about, note }, reviewer);
      const notes = await rows(portal.services, 'note', { application_number: applicationNumber });
      const [question = '', answer = ''] = notes.map(({ id }) => id);
      const { id: asked_of } = await row(portal.services, 'account', {
        email: 'colleague@example.eu',
      });
      const forged = { question_id: question, application_number: applicationNumber, asked_of };
      const given = { answer_id: answer, agrees: 1, revision };
      await addRows(portal.services, 'opinion', { ...forged, ...given } as never);
      const next = async () => {
        for (const id of [answer, question])
          await portal.granted('deskNoteChange', { ...about, id, correction: null }, reviewer);
      };
      return { table: 'opinion', next };
    },
  };

test.each(Object.entries(hidden))('a change by hand is reported: %s', async (_, change) => {
  const { table, next } = await change();
  const reported = async () =>
    (await verifyChains(portal.services)).broken.filter((place) => place.startsWith(`${table} `));
  const before = await reported();
  expect(before).not.toEqual([]);
  await next();
  expect(await reported()).toEqual(before);
});

test('a link that was changed by hand is reported, also after an import has ended it', async () => {
  const { services } = portal;
  const link = await row(services, 'vehicle_link', {});
  const { vin } = await row(services, 'vehicle', { id: link.vehicle_id });
  await changeRows(services, 'vehicle_link', { id: link.id }, { on_behalf_of: 'thief@example.eu' });
  const until = { from: undefined, until: Date.now(), onBehalfOf: undefined };
  const file = { vin, name: undefined, attributes: {} };
  await services.store.transact((trx) =>
    saveVehicle({ services, trx }, '', { ...file, accounts: [link.email], link: until }),
  );
  expect(await broken()).toContain(`vehicle_link ${link.id}`);
});
