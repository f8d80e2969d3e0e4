import { expect, onTestFinished, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { FileUsage } from '#contract/files.ts';
import type { PublicForm } from '#contract/public-form.ts';
import { saveSetting } from '#server/applications/deadlines/desk-settings.ts';
import { StorageFull, StoreUnavailable } from '#server/platform/database/store-error.ts';
import { codeOf, setUp, signInAs } from '#tests/server/accounts/staff/staff.ts';
import { contentTypes, pdf } from '#tests/server/applications/samples.ts';
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

interface Case {
  message: string | RegExp;
  /** Prepares the call that is rejected, and returns it. */
  prepare(portal: SeededPortal): Promise<() => Promise<Answer>>;
  /** The rejected call writes, for example a wrong attempt. */
  writes?: true;
  /** Changes settings, the clock or accounts of others, so the row needs a separate portal. */
  alone?: true;
}

interface Answer {
  status: number;
  code: number;
  message: string;
}

const NUMBER = 'VD-20261120-000000';
/** Address in the current case. */
let guest = '';
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const applicationAt = async (portal: SeededPortal, stage: Stage) => {
  const { number, revision } = await portal.applicationAt(stage);
  return { applicationNumber: number, revision };
};
const requestCode = async (portal: Portal) => {
  await portal.call('sendCaptcha', { email: guest, privacyAccepted: true });
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

/** For each code a call that returns it, with the text of the specification or the law. */
const cases: Record<Exclude<keyof typeof codes, 'ok'>, Case> = {
  invalid: {
    message: 'Please check the marked fields.',
    prepare: async (portal) => () =>
      portal.call('sendCaptcha', { email: 'nobody', privacyAccepted: true }),
  },
  wrongCode: {
    message: 'The verification code is wrong; 4 tries left.',
    writes: true,
    prepare: async (portal) => {
      const code = wrongOf(await requestCode(portal));
      return () => portal.call('login', { email: guest, code });
    },
  },
  expiredCode: {
    message: 'The verification code is used or too old. Please ask for a new one.',
    writes: true,
    prepare: async (portal) => {
      const code = await requestCode(portal);
      portal.clock.advance(600_001);
      return () => portal.call('login', { email: guest, code });
    },
  },
  wrongPasskey: {
    message: 'The passkey was not accepted. Please try again.',
    prepare: async (portal) => () =>
      portal.call('passkeyGive', endpoints.passkeyGive.example, { token: portal.tokens.reviewer }),
  },
  emptyFile: {
    message: 'The file is empty',
    prepare: async (portal) => () => upload(portal, 'a.pdf', Buffer.alloc(0)),
  },
  agreementUnsigned: {
    message: /^This is the unchanged contract template\. /,
    prepare: async (portal) => {
      const { owner: token } = portal.tokens;
      const { response } = await portal.call('agreementTemplate', {}, { token });
      return () => upload(portal, 'a.docx', response.rawPayload, 'agreement');
    },
  },
  usedCode: {
    alone: true,
    message:
      'This code was used already. Please wait for the next one that the app shows, or use another recovery code.',
    prepare: async (portal) => {
      const { secret } = await setUp(portal, portal.tokens.reviewer);
      portal.clock.advance(60_000);
      const token = await portal.signIn('reviewer@example.eu');
      const code = codeOf(portal, secret);
      await portal.call('secondFactorGive', { code }, { token: portal.tokens.reviewer });
      return () => portal.call('secondFactorGive', { code }, { token });
    },
  },
  unknownFile: {
    message: 'An uploaded file can no longer be used. Please remove it and upload it again.',
    prepare: async (portal) => () =>
      portal.call('personQualificationReview', filing(personalForm(['0'.repeat(32)])), {
        token: portal.tokens.owner,
      }),
  },
  agreementMissing: {
    message: 'Please upload the Data Sharing Agreement',
    prepare: async (portal) => {
      const applicationNumber = await qualifiedForThirdParty(portal);
      const input = { applicationNumber, revision: 2, form: { ...dataRequest, agreement: [] } };
      return () => portal.call('personDataApplication', input, { token: portal.tokens.owner });
    },
  },
  personalDataNotAllowed: {
    message: /^Outside a public emergency, .* non-personal data only \(Art\. 15 /,
    prepare: async (portal) => {
      const materials = [await portal.uploaded()];
      const example = endpoints.publicApplication.example.form as PublicForm;
      const form = { ...example, type: 'publicInterestTask', dataTypes: ['location'], materials };
      return () =>
        portal.call('publicApplication', filing(form), { token: portal.tokens.stranger });
    },
  },
  unknownLink: {
    message: 'This link was used already or is no longer needed. Please ask for a new code.',
    prepare: async (portal) => () => portal.call('liftLock', { token: 'of no lock' }),
  },
  signedOut: {
    message: 'Please sign in.',
    prepare: async (portal) => () => portal.call('currentUser', {}),
  },
  forbidden: {
    message: 'You are not allowed to do this.',
    prepare: async (portal) => () =>
      portal.call('deskQueue', {} as never, { token: portal.tokens.owner }),
  },
  secondFactorNeeded: {
    alone: true,
    message: 'The second factor of your account is needed first.',
    prepare: async (portal) => {
      portal.services.config.MODE = 'production';
      return () => portal.call('deskQueue', {} as never, { token: portal.tokens.reviewer });
    },
  },
  freshFactorNeeded: {
    alone: true,
    message: 'This needs your second factor again: you used it more than 10 minutes ago.',
    prepare: async (portal) => {
      const token = await signInAs(portal, 'lead@example.eu', ['lead']);
      await setUp(portal, token);
      portal.clock.advance(600_000);
      // Updates the last use of the second factor.
      await portal.call('currentUser', {}, { token });
      return () => portal.call('deskSettingsChange', { answerDays: 14 }, { token });
    },
  },
  notFound: {
    message: 'What you are looking for does not exist.',
    prepare: async (portal) => () =>
      portal.call(
        'applicationDetails',
        { applicationNumber: NUMBER },
        { token: portal.tokens.owner },
      ),
  },
  methodNotAllowed: {
    message: 'This action is not supported here.',
    prepare: async (portal) => async () => {
      const response = await portal.app.inject({ method: 'PUT', url: endpoints.login.path });
      return { status: response.statusCode, ...response.json() };
    },
  },
  notAllowedNow: {
    message: 'This is not possible in the application’s present state.',
    prepare: async (portal) => {
      const input = await applicationAt(portal, 'submitted');
      return () => portal.call('deskApprove', input, { token: portal.tokens.reviewer });
    },
  },
  answerTooLate: {
    message:
      'The time to answer has passed: your answer was not accepted. You can file a new application at any time.',
    alone: true,
    prepare: async (portal) => {
      const { applicationNumber, revision } = await applicationAt(portal, 'awaited');
      const { answer_due_at } = await row(portal.services, 'application', {
        number: applicationNumber,
      });
      portal.clock.set(answer_due_at ?? 0);
      const token = await portal.signIn('owner@example.eu');
      const input = { applicationNumber, revision, form: dataRequest };
      return () => portal.call('personDataApplication', input, { token });
    },
  },
  outdated: {
    message: 'The application has changed in the meantime. Please reload it and try again.',
    prepare: async (portal) => {
      const { applicationNumber } = await applicationAt(portal, 'underReview');
      const input = { applicationNumber, revision: 0 };
      return () => portal.call('deskPassQualification', input, { token: portal.tokens.reviewer });
    },
  },
  reportNotReady: {
    message: 'Generating file... check your email',
    prepare: async (portal) => {
      const { applicationNumber } = await applicationAt(portal, 'approved');
      return () => portal.call('report', { applicationNumber }, { token: portal.tokens.owner });
    },
  },
  takenByOther: {
    message: 'Somebody else has taken this application: reviewer@example.eu.',
    prepare: async (portal) => {
      const input = await applicationAt(portal, 'submitted');
      const { applicationNumber } = input;
      await portal.call('deskTake', { applicationNumber }, { token: portal.tokens.reviewer });
      const token = await signInAs(portal, 'second@example.eu', ['reviewer']);
      return () => portal.call('deskStartReview', input, { token });
    },
  },
  draftOutdated: {
    writes: true,
    message: 'This form was changed in another tab or on another device.',
    prepare: async (portal) => {
      const input = { name: 'application', revision: 1, content: '{"values":{}}' };
      return () => portal.call('draftSave', input, { token: portal.tokens.owner });
    },
  },
  secondOpinionNeeded: {
    alone: true,
    message:
      'Before this kind of application is approved, another reviewer has to agree. Ask a colleague for an opinion in the notes.',
    prepare: async (portal) => {
      const input = await applicationAt(portal, 'requested');
      const { services } = portal;
      await services.store.transact((trx) => saveSetting({ services, trx }, 'fourEyes', ['owner']));
      return () => portal.call('deskApprove', input, { token: portal.tokens.reviewer });
    },
  },
  recipientMissing: {
    message: /^The e-mail address of the data recipient is missing\. The requester can name it /,
    prepare: async (portal) => {
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
  },
  lastLead: {
    alone: true,
    message: 'This is the last lead: make somebody else a lead first.',
    prepare: async (portal) => {
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
  },
  tooManyNotices: {
    message: /^You have reported 50 organisations for this application, which is the maximum\./,
    prepare: async (portal) => {
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
  },
  tooManyFiles: {
    alone: true,
    message: /^Too many uploaded files are waiting .* deleted after 7 days\.$/,
    prepare: async (portal) => {
      for (let count = 0; count < 50; count++) await upload(portal, 'a.pdf', pdf);
      return () => upload(portal, 'b.pdf', pdf);
    },
  },
  tooManyReports: {
    message: /^The report was generated again 3 times, which is the maximum\./,
    prepare: async (portal) => {
      const { applicationNumber } = await applicationAt(portal, 'approved');
      const used = {
        state: 'failed',
        regenerations: portal.services.config.REGENERATIONS,
      } as const;
      await portal.services.store.db.updateTable('report').set(used).execute();
      const { owner: token } = portal.tokens;
      return () => portal.call('regenerateReport', { applicationNumber }, { token });
    },
  },
  sharingSuspended: {
    message:
      'The data holder has suspended the sharing of these data, because measures that protect trade secrets are not kept. Once they are, the data can be downloaded again.',
    prepare: async (portal) => {
      const { applicationNumber } = await applicationAt(portal, 'suspended');
      return () => portal.call('report', { applicationNumber }, { token: portal.tokens.owner });
    },
  },
  unknownState: {
    alone: true,
    message: /^The portal has been updated and cannot continue this at the moment\./,
    writes: true,
    prepare: async (portal) => {
      const code = await requestCode(portal);
      await portal.services.store.db
        .updateTable('challenge')
        .set({ state: 'gone' as never })
        .execute();
      return () => portal.call('login', { email: guest, code });
    },
  },
  tooLarge: {
    message: 'Single file size must not exceed 20M',
    prepare: async (portal) => () =>
      upload(portal, 'a.pdf', Buffer.concat([pdf, Buffer.alloc(20 * 1024 * 1024)])),
  },
  unsafeFile: {
    message: /^a\.docx contains macros\. Save it without macros, or as a PDF, /,
    prepare: async (portal) => {
      const document = await zipOf({
        '[Content_Types].xml': contentTypes,
        'word/document.xml': '<w:document/>',
        'word/vbaProject.bin': 'VBA',
      });
      return () => upload(portal, 'a.docx', document);
    },
  },
  fileWaits: {
    message: 'This file is still being checked for malware. Please try again in a few minutes.',
    prepare: async (portal) => {
      // As if the scanner had been unavailable.
      const id = await portal.uploaded();
      const { db } = portal.services.store;
      await db.updateTable('stored_file').set({ scan: 'waiting' }).where('id', '=', id).execute();
      return () => portal.call('file', { fileId: id }, { token: portal.tokens.owner });
    },
  },
  typeNotSupported: {
    message: 'File type not supported',
    prepare: async (portal) => () => upload(portal, 'a.exe', Buffer.from('MZ')),
  },
  vehicleNotLinked: {
    message: /^No vehicles under the account are eligible, data access temporarily unsupported\./,
    prepare: async (portal) => () =>
      portal.call('personQualificationReview', filing(personalForm(['0'.repeat(32)])), {
        token: portal.tokens.stranger,
      }),
  },
  locked: {
    alone: true,
    message:
      /^5 wrong codes in a row: .* after 24 hours, that is, from 21 November 2026 at 11:00 \(Central European Time\)\.$/,
    writes: true,
    prepare: async (portal) => {
      const code = wrongOf(await requestCode(portal));
      for (let tries = 0; tries < 4; tries++) await portal.call('login', { email: guest, code });
      return () => portal.call('login', { email: guest, code });
    },
  },
  linkNeeded: {
    alone: true,
    message:
      /^Too many codes were asked for or entered with this address\. We have sent it an e-mail /,
    writes: true,
    prepare: async (portal) => {
      const code = await requestCode(portal);
      portal.services.config.WRONG_CODES_PER_ADDRESS = 1;
      await portal.call('login', { email: guest, code: wrongOf(code) });
      return () => portal.call('login', { email: guest, code });
    },
  },
  tooSoon: {
    message: 'Please wait 30 seconds before asking for another code.',
    prepare: async (portal) => {
      await requestCode(portal);
      return () => portal.call('sendCaptcha', { email: guest, privacyAccepted: true });
    },
  },
  tooMany: {
    alone: true,
    message:
      'Too many codes were asked for with this e-mail address. Please try again in 60 minutes.',
    prepare: async (portal) => {
      portal.services.config.CODES_PER_ADDRESS = 1;
      await requestCode(portal);
      portal.clock.advance(30_000);
      return () => portal.call('sendCaptcha', { email: guest, privacyAccepted: true });
    },
  },
  internal: {
    alone: true,
    message: 'Something went wrong on our side. Please try again.',
    prepare: async (portal) => () => {
      portal.services.now = () => {
        throw new Error('The clock broke: /src/server/secret.ts:12');
      };
      return portal.call('sendCaptcha', { email: guest, privacyAccepted: true });
    },
  },
  fileDamaged: {
    message:
      'The stored file is damaged and cannot be downloaded. The data holder has been informed. A report can be generated again.',
    writes: true,
    prepare: async (portal) => {
      const fileId = await portal.uploaded();
      await lose(portal.services, 'files', fileId);
      return () => portal.call('file', { fileId }, { token: portal.tokens.owner });
    },
  },
  companySignInRejected: {
    message: /^The sign-in at your company was not completed/,
    prepare: async (portal) => () => portal.call('companyLogin', { state: 'a', code: 'b' }),
  },
  otherSystemUnavailable: {
    alone: true,
    message: /^Your company’s sign-in service does not answer/,
    prepare: async (portal) => {
      // An unused port.
      Object.assign(portal.services.config, {
        OIDC_ISSUER: 'http://127.0.0.1:1',
        PUBLIC_URL: 'https://portal.example.eu',
      });
      return () => portal.call('companySignIn', {});
    },
  },
  storageFull: {
    alone: true,
    message:
      'The portal has no storage space left at the moment. What you sent was not saved. Please try again later.',
    prepare: async (portal) => () => {
      portal.services.now = () => {
        throw new StorageFull('of the disk');
      };
      return portal.call('sendCaptcha', { email: guest, privacyAccepted: true });
    },
  },
  unavailable: {
    alone: true,
    message: 'The portal is not available at the moment. Please try again in a few seconds.',
    prepare: async (portal) => () => {
      portal.services.now = () => {
        throw new StoreUnavailable('the database is away');
      };
      return portal.call('sendCaptcha', { email: guest, privacyAccepted: true });
    },
  },
};

const shared = portalOfFile(startSeededPortal);

test.each(Object.entries(cases))('%s is returned, and nothing is written', async (name, one) => {
  const { message, prepare, writes, alone } = one;
  const portal = alone ? await startSeededPortal() : shared;
  if (alone) onTestFinished(() => portal.close());
  guest = `${name.toLowerCase()}@example.eu`;
  const refused = await prepare(portal);
  const before = await contents(portal);
  const answer = await refused();
  const text = message instanceof RegExp ? expect.stringMatching(message) : message;
  const code = codes[name as keyof typeof codes];
  const status = Number(String(code).slice(0, 3));
  expect(answer).toMatchObject({ status, code, message: text });
  if (!writes) expect(await contents(portal)).toEqual(before);
});
