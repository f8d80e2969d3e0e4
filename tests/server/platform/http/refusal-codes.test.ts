import { expect, onTestFinished, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import type { FileUsage } from '#contract/files.ts';
import type { PublicForm } from '#contract/public-form.ts';
import { saveSetting } from '#server/applications/deadlines/desk-settings.ts';
import { StorageFull, StoreUnavailable } from '#server/platform/database/store-error.ts';
import { codeOf, setUp, signInAs } from '#tests/server/accounts/staff/staff.ts';
import { contentTypes, pdf } from '#tests/server/applications/samples.ts';
import { expectRefusal } from '#tests/server/expect-code.ts';
import { lastCode, type Portal, row } from '#tests/server/fixture.ts';
import { zipOf } from '#tests/server/platform/inspection/documents.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { givenRequest } from '#tests/server/public-request.ts';
import {
  contents,
  dataRequest,
  personalForm,
  qualifiedForThirdParty,
  type SeededPortal,
  type Stage,
  startSeededPortal,
} from '#tests/server/seeded-portal.ts';
import { lose } from '#tests/server/stored.ts';

/** Prepares a call that is rejected, and returns it. */
type Prepare = (portal: SeededPortal) => Promise<() => Promise<Answer>>;

interface Answer {
  status: number;
  code: number;
  message: string;
  data: unknown;
}

const NUMBER = 'VD-20261120-000000';
const NO_FILE = '0'.repeat(32);
/** Address in the current case. */
let guest = '';
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const applicationAt = async (portal: SeededPortal, stage: Stage) => {
  const { number, revision } = await portal.applicationAt(stage);
  return { applicationNumber: number, revision };
};
const requested = (portal: Portal) =>
  portal.call('sendCaptcha', { email: guest, privacyAccepted: true });
const requestCode = async (portal: Portal) => {
  await requested(portal);
  return lastCode(portal.services, guest);
};
const upload = (
  portal: SeededPortal,
  name: string,
  content: Uint8Array,
  usage: FileUsage = 'vehicleProof',
) =>
  portal.upload(
    'personUploadCert',
    { fields: { usage }, file: { name, content } },
    { token: portal.tokens.owner },
  );
const filing = (form: object) => ({ submissionId: crypto.randomUUID(), form }) as never;
const prepared =
  (name: EndpointName, input: object, by?: keyof SeededPortal['tokens']) =>
  async (portal: SeededPortal) =>
  () =>
    portal.call(name, input as never, { token: by && portal.tokens[by] });
const preparedUpload = (name: string, content: Uint8Array) => async (portal: SeededPortal) => () =>
  upload(portal, name, content);
/** The server's clock throws, and so does a call. */
const failing = (error: Error) => async (portal: SeededPortal) => () => {
  portal.services.now = () => {
    throw error;
  };
  return requested(portal);
};

/** For each code a call that returns it. */
const cases: Record<Exclude<keyof typeof codes, 'ok'>, Prepare> = {
  invalid: prepared('sendCaptcha', { email: 'nobody', privacyAccepted: true }),
  wrongCode: async (portal) => {
    const code = wrongOf(await requestCode(portal));
    return () => portal.call('login', { email: guest, code });
  },
  expiredCode: async (portal) => {
    const code = await requestCode(portal);
    portal.clock.advance(600_001);
    return () => portal.call('login', { email: guest, code });
  },
  wrongPasskey: prepared('passkeyGive', endpoints.passkeyGive.example, 'reviewer'),
  emptyFile: preparedUpload('a.pdf', Buffer.alloc(0)),
  agreementUnsigned: async (portal) => {
    const { owner: token } = portal.tokens;
    const { response } = await portal.call('agreementTemplate', {}, { token });
    return () => upload(portal, 'a.docx', response.rawPayload, 'agreement');
  },
  usedCode: async (portal) => {
    const { secret } = await setUp(portal, portal.tokens.reviewer);
    portal.clock.advance(60_000);
    const token = await portal.signIn('reviewer@example.eu');
    const code = codeOf(portal, secret);
    await portal.call('secondFactorGive', { code }, { token: portal.tokens.reviewer });
    return () => portal.call('secondFactorGive', { code }, { token });
  },
  unknownFile: prepared('personQualificationReview', filing(personalForm([NO_FILE])), 'owner'),
  agreementMissing: async (portal) => {
    const applicationNumber = await qualifiedForThirdParty(portal);
    const input = { applicationNumber, revision: 2, form: { ...dataRequest, agreement: [] } };
    return () => portal.call('personDataApplication', input, { token: portal.tokens.owner });
  },
  personalDataNotAllowed: async (portal) => {
    const materials = [await portal.uploaded()];
    const example = endpoints.publicApplication.example.form as PublicForm;
    const form = { ...example, type: 'publicInterestTask', dataTypes: ['location'], materials };
    return () => portal.call('publicApplication', filing(form), { token: portal.tokens.stranger });
  },
  unknownLink: prepared('liftLock', { token: 'of no lock' }),
  signedOut: prepared('currentUser', {}),
  forbidden: prepared('deskQueue', {}, 'owner'),
  secondFactorNeeded: async (portal) => {
    portal.services.config.MODE = 'production';
    return () => portal.call('deskQueue', {} as never, { token: portal.tokens.reviewer });
  },
  freshFactorNeeded: async (portal) => {
    const token = await signInAs(portal, 'lead@example.eu', ['lead']);
    await setUp(portal, token);
    portal.clock.advance(600_000);
    // Updates the last use of the second factor.
    await portal.call('currentUser', {}, { token });
    return () => portal.call('deskSettingsChange', { answerDays: 14 }, { token });
  },
  notFound: prepared('applicationDetails', { applicationNumber: NUMBER }, 'owner'),
  methodNotAllowed: async (portal) => async () => {
    const response = await portal.app.inject({ method: 'PUT', url: endpoints.login.path });
    return { status: response.statusCode, ...response.json() };
  },
  notAllowedNow: async (portal) => {
    const input = await applicationAt(portal, 'submitted');
    return () => portal.call('deskApprove', input, { token: portal.tokens.reviewer });
  },
  answerTooLate: async (portal) => {
    const { applicationNumber, revision } = await applicationAt(portal, 'awaited');
    const { answer_due_at } = await row(portal.services, 'application', {
      number: applicationNumber,
    });
    portal.clock.set(answer_due_at ?? 0);
    const token = await portal.signIn('owner@example.eu');
    const input = { applicationNumber, revision, form: dataRequest };
    return () => portal.call('personDataApplication', input, { token });
  },
  outdated: async (portal) => {
    const { applicationNumber } = await applicationAt(portal, 'underReview');
    const input = { applicationNumber, revision: 0 };
    return () => portal.call('deskPassQualification', input, { token: portal.tokens.reviewer });
  },
  reportNotReady: async (portal) => {
    const { applicationNumber } = await applicationAt(portal, 'approved');
    return () => portal.call('report', { applicationNumber }, { token: portal.tokens.owner });
  },
  takenByOther: async (portal) => {
    const input = await applicationAt(portal, 'submitted');
    const { applicationNumber } = input;
    await portal.call('deskTake', { applicationNumber }, { token: portal.tokens.reviewer });
    const token = await signInAs(portal, 'second@example.eu', ['reviewer']);
    return () => portal.call('deskStartReview', input, { token });
  },
  draftOutdated: prepared(
    'draftSave',
    { name: 'application', revision: 1, content: '{"values":{}}' },
    'owner',
  ),
  secondOpinionNeeded: async (portal) => {
    const input = await applicationAt(portal, 'requested');
    const { services } = portal;
    await services.store.transact((trx) => saveSetting({ services, trx }, 'fourEyes', ['owner']));
    return () => portal.call('deskApprove', input, { token: portal.tokens.reviewer });
  },
  recipientMissing: async (portal) => {
    const { owner, reviewer } = portal.tokens;
    const applicationNumber = await qualifiedForThirdParty(portal);
    const form = { ...dataRequest, agreement: [await portal.uploaded()] };
    const asked = { applicationNumber, revision: 2, form };
    await portal.call('personDataApplication', asked, { token: owner });
    const named = { applicationNumber, email: 'repair@example.com' };
    await portal.call('nameRecipient', named, { token: owner });
    await portal.call('withdrawRecipient', { applicationNumber }, { token: owner });
    const input = { applicationNumber, revision: 3 };
    return () => portal.call('deskApprove', input, { token: reviewer });
  },
  lastLead: async (portal) => {
    const email = 'last@example.eu';
    const token = await signInAs(portal, email, ['lead']);
    const { id: nominated_by } = await row(portal.services, 'account', {
      email: 'reviewer@example.eu',
    });
    await portal.services.store.transact((trx) =>
      trx
        .insertInto('lead_nomination')
        .values({ id: 'removal', email, roles: '[]', nominated_by, nominated_at: 0 })
        .execute(),
    );
    return () => portal.call('staffNominationConfirm', { email }, { token });
  },
  tooManyNotices: async (portal) => {
    const token = await portal.signIn('roads@example.eu');
    const applicationNumber = await givenRequest(portal, token);
    const { id: recorded_by } = await row(portal.services, 'account', {
      email: 'roads@example.eu',
    });
    const notice = { application_number: applicationNumber, about: 'passingOn', at: 0 } as const;
    await portal.services.store.transact(async (trx) => {
      for (let index = 0; index < 50; index++)
        await trx
          .insertInto('body_notice')
          .values({ ...notice, id: `notice-${index}`, recorded_by, facts_json: '{}' })
          .execute();
    });
    const { example } = endpoints.passingOnNotify;
    return () =>
      portal.call('passingOnNotify', { ...(example as object), applicationNumber } as never, {
        token,
      });
  },
  tooManyFiles: async (portal) => {
    for (let count = 0; count < 50; count++) await upload(portal, 'a.pdf', pdf);
    return () => upload(portal, 'b.pdf', pdf);
  },
  tooManyReports: async (portal) => {
    const { applicationNumber } = await applicationAt(portal, 'approved');
    const used = {
      state: 'failed',
      regenerations: portal.services.config.REGENERATIONS,
    } as const;
    await portal.services.store.db.updateTable('report').set(used).execute();
    const { owner: token } = portal.tokens;
    return () => portal.call('regenerateReport', { applicationNumber }, { token });
  },
  sharingSuspended: async (portal) => {
    const { applicationNumber } = await applicationAt(portal, 'suspended');
    return () => portal.call('report', { applicationNumber }, { token: portal.tokens.owner });
  },
  unknownState: async (portal) => {
    const code = await requestCode(portal);
    await portal.services.store.db
      .updateTable('challenge')
      .set({ state: 'gone' as never })
      .execute();
    return () => portal.call('login', { email: guest, code });
  },
  tooLarge: preparedUpload('a.pdf', Buffer.concat([pdf, Buffer.alloc(20 * 1024 * 1024)])),
  unsafeFile: async (portal) => {
    const document = await zipOf({
      '[Content_Types].xml': contentTypes,
      'word/document.xml': '<w:document/>',
      'word/vbaProject.bin': 'VBA',
    });
    return () => upload(portal, 'a.docx', document);
  },
  fileWaits: async (portal) => {
    // As if the scanner had been unavailable.
    const id = await portal.uploaded();
    const { db } = portal.services.store;
    await db.updateTable('stored_file').set({ scan: 'waiting' }).where('id', '=', id).execute();
    return () => portal.call('file', { fileId: id }, { token: portal.tokens.owner });
  },
  typeNotSupported: preparedUpload('a.exe', Buffer.from('MZ')),
  vehicleNotLinked: prepared(
    'personQualificationReview',
    filing(personalForm([NO_FILE])),
    'stranger',
  ),
  locked: async (portal) => {
    const code = wrongOf(await requestCode(portal));
    for (let tries = 0; tries < 4; tries++) await portal.call('login', { email: guest, code });
    return () => portal.call('login', { email: guest, code });
  },
  linkNeeded: async (portal) => {
    const code = await requestCode(portal);
    portal.services.config.WRONG_CODES_PER_ADDRESS = 1;
    await portal.call('login', { email: guest, code: wrongOf(code) });
    return () => portal.call('login', { email: guest, code });
  },
  tooSoon: async (portal) => {
    await requestCode(portal);
    return () => requested(portal);
  },
  tooMany: async (portal) => {
    portal.services.config.CODES_PER_ADDRESS = 1;
    await requestCode(portal);
    portal.clock.advance(30_000);
    return () => requested(portal);
  },
  internal: failing(new Error('The clock broke: /src/server/secret.ts:12')),
  fileDamaged: async (portal) => {
    const fileId = await portal.uploaded();
    await lose(portal.services, 'files', fileId);
    return () => portal.call('file', { fileId }, { token: portal.tokens.owner });
  },
  companySignInRejected: prepared('companyLogin', { state: 'a', code: 'b' }),
  otherSystemUnavailable: async (portal) => {
    // An unused port.
    Object.assign(portal.services.config, {
      OIDC_ISSUER: 'http://127.0.0.1:1',
      PUBLIC_URL: 'https://portal.example.eu',
    });
    return () => portal.call('companySignIn', {});
  },
  storageFull: failing(new StorageFull('of the disk')),
  unavailable: failing(new StoreUnavailable('the database is away')),
};

const shared = portalOfFile(startSeededPortal);

/** They change settings, the clock or accounts of others, and need a separate portal. */
const alone = `usedCode secondFactorNeeded freshFactorNeeded answerTooLate secondOpinionNeeded lastLead
  tooManyFiles unknownState locked linkNeeded tooMany internal otherSystemUnavailable storageFull
  unavailable`;
/** The rejected call writes, for example a wrong attempt. */
const writing = 'wrongCode expiredCode draftOutdated unknownState locked linkNeeded fileDamaged';

/** Texts of the specification. */
const specified: Partial<Record<string, string>> = {
  agreementMissing: 'Please upload the Data Sharing Agreement',
  reportNotReady: 'Generating file... check your email',
  tooLarge: 'Single file size must not exceed 20M',
  typeNotSupported: 'File type not supported',
  vehicleNotLinked:
    'No vehicles under the account are eligible, data access temporarily unsupported.',
};

test.each(Object.entries(cases))(
  '%s is returned, and nothing is written',
  async (name, prepare) => {
    const isAlone = alone.split(/\s+/).includes(name);
    const portal = isAlone ? await startSeededPortal() : shared;
    if (isAlone) onTestFinished(() => portal.close());
    guest = `${name.toLowerCase()}@example.eu`;
    const refused = await prepare(portal);
    const before = await contents(portal);
    const { status, code, message, data } = await refused();
    expect(code, message).toBe(codes[name as keyof typeof codes]);
    expectRefusal({ statusCode: status, body: JSON.stringify({ code, message, data }) }, 600);
    expect(message).toContain(specified[name] ?? '');
    if (!writing.split(' ').includes(name)) expect(await contents(portal)).toEqual(before);
  },
);
