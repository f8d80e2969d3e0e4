import { codes } from '#contract/codes.ts';
import { dataTypes } from '#contract/data-types.ts';
import type { DataOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { fullName, type Language } from '#contract/languages.ts';
import { RECIPIENT_LINKS_OF_ACCOUNT_PER_HOUR, RECIPIENT_LINKS_PER_HOUR } from '#contract/limits.ts';
import { hasTag } from '#contract/stored-application.ts';
import { personalForms, requestedDataOf } from '#contract/stored-forms.ts';
import { dataTypeNames } from '#forms/data-types.ts';
import { RESEND_INTERVAL } from '#machines/limits.ts';
import { contactCodes } from '#server/accounts/contact-codes.ts';
import {
  type ApplicationRow,
  changeOwn,
  lockApplication,
  ownApplication,
  rejectUnlessShared,
  unconfirmedContact,
} from '#server/applications/application-row.ts';
import { contentOf, readContent } from '#server/applications/files/stored-contents.ts';
import { mailRequester } from '#server/applications/mails/requester-mail.ts';
import { purposeWords } from '#server/applications/options.ts';
import { contactCodeMail, contactConfirmed } from '#server/applications/reports/report-mails.ts';
import { mediaTypes } from '#server/applications/reports/report-routes.ts';
import { updateRows } from '#server/platform/database/rows.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { RateLimiter } from '#server/platform/http/rate-limiter.ts';
import type { Account, Route } from '#server/platform/http/route.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import { type Delivery, findDelivery, openDelivery } from './deliveries.ts';
import { confirmDelivery, nameRecipient, recordFetch, withdrawRecipient } from './recipients.ts';
import { copiesOf } from './report-copies.ts';

export function recipientRoutes(route: Route, services: Services): void {
  const { store, config } = services;
  const rateLimiter = new RateLimiter(services);

  async function change(
    account: Account,
    number: string,
    work: (scope: Scope, row: ApplicationRow) => Promise<readonly string[]>,
  ): Promise<void> {
    for (const name of await changeOwn(services, account, number, work))
      await storageOf(services, 'reports').remove(name, 'the recipient is another or none');
  }

  route(endpoints.nameRecipient, ({ applicationNumber, email }, { account, language }) =>
    change(account, applicationNumber, async (scope, row) => {
      const obsolete = await nameRecipient(scope, row, { email, language });
      await rateLimiter.consume(scope.trx, [
        {
          kind: 'recipientLinksOfApplication',
          subject: applicationNumber,
          count: RECIPIENT_LINKS_PER_HOUR,
        },
        {
          kind: 'recipientLinksOfAccount',
          subject: account.id,
          count: RECIPIENT_LINKS_OF_ACCOUNT_PER_HOUR,
        },
        {
          kind: 'codesOfAddress',
          subject: email,
          count: config.CODES_PER_ADDRESS,
        },
      ]);
      return obsolete;
    }),
  );

  route(endpoints.withdrawRecipient, ({ applicationNumber }, { account }) =>
    change(account, applicationNumber, withdrawRecipient),
  );

  route(endpoints.delivery, async ({ token }, { language }) =>
    stateOf(services, await openDelivery(services, token), language),
  );

  route(endpoints.deliveryConfirm, async ({ token }, { language }) => {
    // Checked before the transaction too, so that a guessed token does not open one.
    await openDelivery(services, token);
    await store.transact(async (trx) => {
      const delivery = await findDelivery(services, trx, token);
      await confirmDelivery({ services, trx }, delivery, language);
    });
  });

  route(endpoints.deliveryFile, async ({ token, format }) => {
    const delivery = await openDelivery(services, token);
    rejectUnlessShared(delivery);
    const { number } = delivery;
    const copies = progressOf(delivery) === 'ready' ? await copiesOf(store.db, number) : [];
    const file = copies.find((copy) => copy.format === format);
    if (!file)
      throw new ApiError(
        codes.reportNotReady,
        delivery.report_state === null ? null : { state: delivery.report_state },
      );
    const stored = contentOf(services, 'recipient_file', file);
    return {
      name: `${number}.${format}`,
      mediaType: mediaTypes[format],
      size: stored.size,
      sha256: stored.sha256,
      async read(part) {
        await store.transact((trx) => recordFetch({ services, trx }, number, format));
        return readContent(services, stored, part);
      },
    };
  });
}

/** `ready` does not imply that all files of the copy have been generated. */
function progressOf({ state, report_state, proved_at }: Delivery) {
  if (hasTag(state, 'suspended')) return 'suspended';
  if (!hasTag(state, 'downloadable')) return 'waiting';
  if (report_state === 'empty') return 'empty';
  if (report_state === 'expired') return 'over';
  return report_state === 'delivered' && proved_at !== null ? 'ready' : 'waiting';
}

async function stateOf(
  { store, config }: Services,
  delivery: Delivery,
  language: Language,
): Promise<DataOf<typeof endpoints.delivery>> {
  const translate = wordsOf(language);
  const { thirdParty, purpose = '', user } = personalForms.read(delivery.form_json);
  const requested = delivery.data_request_json === null ? null : requestedDataOf(delivery);
  const instant = (text: string | undefined) => (text === undefined ? null : Date.parse(text));
  const words = purposeWords(purpose);
  const progress = progressOf(delivery);
  const files = progress === 'ready' ? await copiesOf(store.db, delivery.number) : [];
  return {
    applicationNumber: delivery.number,
    recipient: thirdParty?.name ?? '',
    email: delivery.email,
    sharedBy: fullName(user, language),
    holder: config.HOLDER_NAME,
    purpose: words ? translate(words) : purpose,
    dataTypes: dataTypes
      .filter((code) => requested?.dataTypes.includes(code))
      .map((code) => translate(dataTypeNames[code])),
    from: instant(requested?.from),
    to: instant(requested?.to),
    provedAt: delivery.proved_at,
    progress: progress === 'ready' && files.length === 0 ? 'waiting' : progress,
    sharedUntil: progress === 'ready' ? delivery.kept_until : null,
    timeZone: config.TIME_ZONE,
    files: files.map(({ format, size }) => ({ format, size })),
  };
}

export function contactRoutes(route: Route, services: Services): void {
  const mailed = contactCodes(services);

  /** @throws {ApiError} `notFound`, or `notAllowedNow` when there is no address to confirm */
  async function unconfirmed(number: string, account: Account) {
    const row = await ownApplication(services, account, number);
    const address = unconfirmedContact(row, account.email);
    if (address === null) throw new ApiError(codes.notAllowedNow, { state: row.state });
    return { row, address };
  }

  route(endpoints.sendContactCode, async ({ applicationNumber }, caller) => {
    const { address } = await unconfirmed(applicationNumber, caller.account);
    const { HOLDER_NAME: holderName } = services.config;
    await mailed.request(address, caller, (language, code) =>
      contactCodeMail(language, { code, holderName }),
    );
    return { resendAfter: RESEND_INTERVAL / 1000 };
  });

  route(endpoints.confirmContact, async ({ applicationNumber: number, code }, caller) => {
    const { row, address } = await unconfirmed(number, caller.account);
    await mailed.submit(address, caller, code, async (trx, at) => {
      const locked = await lockApplication({ services, trx }, number);
      // The address may have changed since it was read without a lock.
      if (unconfirmedContact(locked, caller.account.email) !== address)
        throw new ApiError(codes.notAllowedNow, { state: locked.state });
      await updateRows(trx, 'application', { number }, { contact_confirmed_at: at });
      await mailRequester({ services, trx }, row.number, contactConfirmed, { contact: address });
    });
  });
}
