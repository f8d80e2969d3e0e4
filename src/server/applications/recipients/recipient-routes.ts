import { codes } from '#contract/codes.ts';
import { dataTypes } from '#contract/data-types.ts';
import type { DataOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { fullName, type Language } from '#contract/languages.ts';
import { RECIPIENT_LINKS_OF_ACCOUNT_PER_HOUR, RECIPIENT_LINKS_PER_HOUR } from '#contract/limits.ts';
import { hasTag } from '#contract/stored-application.ts';
import { personalForms, requestedDataOf } from '#contract/stored-forms.ts';
import { dataTypeNames } from '#forms/data-types.ts';
import type { ApplicationRow } from '#server/applications/application-row.ts';
import { namedContent } from '#server/applications/files/contents.ts';
import { noticingDamage } from '#server/applications/files/damage.ts';
import { isPurpose, purposeWords } from '#server/applications/purpose-words.ts';
import { ownApplication } from '#server/applications/records.ts';
import { mediaTypes } from '#server/applications/reports/report-routes.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { RateLimiter } from '#server/platform/http/rate-limiter.ts';
import type { Account, Route } from '#server/platform/http/route.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import { copiesOf } from './recipient-copies.ts';
import {
  confirmDelivery,
  type Delivery,
  nameRecipient,
  openDelivery,
  recordFetch,
  withdrawRecipient,
} from './recipients.ts';
import { requireShared } from './require-shared.ts';

/** A third party's own delivery: its owner names the address, whoever has the link fetches the copy. */
export function recipientRoutes(route: Route, services: Services): void {
  const { store, config } = services;
  const rateLimiter = new RateLimiter(services);

  /** Changes the recipient of an account's own application; files that go, go after the commit. */
  async function change(
    account: Account,
    number: string,
    work: (scope: Scope, row: ApplicationRow) => Promise<readonly string[]>,
  ): Promise<null> {
    const own = await ownApplication(services, account, number);
    const obsolete = await store.transact(async (trx) => {
      const query = trx.selectFrom('application').selectAll().where('number', '=', number);
      const row = await store.forUpdate(query).executeTakeFirst();
      return work({ services, trx }, row ?? own);
    });
    for (const name of obsolete)
      await storageOf(services, 'reports').remove(name, 'the recipient is another or none');
    return null;
  }

  route(endpoints.nameRecipient, ({ applicationNumber, email }, { account, language }) =>
    change(account, applicationNumber, async (scope, row) => {
      const obsolete = await nameRecipient(scope, row, { email, language });
      await rateLimiter.consume(scope.trx, [
        {
          kind: 'links to the recipient of an application',
          subject: applicationNumber,
          count: RECIPIENT_LINKS_PER_HOUR,
        },
        {
          kind: 'links to recipients of an account',
          subject: account.id,
          count: RECIPIENT_LINKS_OF_ACCOUNT_PER_HOUR,
        },
        {
          kind: 'codes of an address',
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
    stateOf(services, await openDelivery(services, store.db, token), language),
  );

  route(endpoints.deliveryConfirm, async ({ token }, { language }) => {
    // A token that was made up costs no transaction.
    await openDelivery(services, store.db, token);
    await store.transact(async (trx) => {
      const delivery = await openDelivery(services, trx, token);
      await confirmDelivery({ services, trx }, delivery, language);
    });
    return null;
  });

  route(endpoints.deliveryFile, async ({ token, format }) => {
    const delivery = await openDelivery(services, store.db, token);
    requireShared(delivery);
    const { number } = delivery;
    const copies = progressOf(delivery) === 'ready' ? await copiesOf(store.db, number) : [];
    const file = copies.find((copy) => copy.format === format);
    if (!file)
      throw new ApiError(
        codes.reportNotReady,
        delivery.report_state === null ? null : { state: delivery.report_state },
      );
    const stored = namedContent(services, 'recipient_file', file);
    return {
      name: `${number}.${format}`,
      mediaType: mediaTypes[format],
      size: stored.size,
      sha256: stored.sha256,
      read: (part) =>
        noticingDamage(services, stored, async () => {
          const content = await storageOf(services, stored.area).read(
            stored.name,
            stored,
            part ?? undefined,
          );
          await store.transact((trx) => recordFetch({ services, trx }, number, format));
          return content;
        }),
    };
  });
}

/** How far a delivery is; what is `ready` may still be on its way to the recipient's own files. */
function progressOf({ state, report_state, proved_at }: Delivery) {
  if (hasTag(state, 'suspended')) return 'suspended';
  if (report_state === 'empty') return 'empty';
  if (report_state === 'expired') return 'over';
  return report_state === 'delivered' && proved_at !== null ? 'ready' : 'waiting';
}

async function stateOf(
  { store, config }: Services,
  delivery: Delivery,
  language: Language,
): Promise<DataOf<typeof endpoints.delivery>> {
  const say = wordsOf(language);
  const { thirdParty, purpose = '', user } = personalForms.read(delivery.form_json);
  const requested = delivery.data_request_json === null ? null : requestedDataOf(delivery);
  const instant = (text: string | undefined) => (text === undefined ? null : Date.parse(text));
  const progress = progressOf(delivery);
  const files = progress === 'ready' ? await copiesOf(store.db, delivery.number) : [];
  return {
    applicationNumber: delivery.number,
    recipient: thirdParty?.name ?? '',
    email: delivery.email,
    sharedBy: fullName(user, language),
    holder: config.HOLDER_NAME,
    purpose: isPurpose(purpose) ? say(purposeWords[purpose]) : purpose,
    dataTypes: dataTypes
      .filter((code) => requested?.dataTypes.includes(code))
      .map((code) => say(dataTypeNames[code])),
    from: instant(requested?.from),
    to: instant(requested?.to),
    provedAt: delivery.proved_at,
    progress: progress === 'ready' && files.length === 0 ? 'waiting' : progress,
    sharedUntil: progress === 'ready' ? delivery.kept_until : null,
    timeZone: config.TIME_ZONE,
    files: files.map(({ format, size }) => ({ format, size })),
  };
}
