import { randomUUID } from 'node:crypto';
import { endpoints } from '#contract/endpoints.ts';
import { languageCodes, languages } from '#contract/languages.ts';
import { DAY } from '#lib/words/durations.ts';
import { msg } from '#lib/words/msg.ts';
import { effectiveConfig } from '#server/applications/deadlines/desk-settings.ts';
import { docxAnswer } from '#server/applications/documents/docx.ts';
import { applyTypes, formOptions } from '#server/applications/options.ts';
import { dataTypeOptions } from '#server/applications/vehicle-data.ts';
import { insertRows } from '#server/platform/database/rows.ts';
import type { Services } from '#server/platform/database/services.ts';
import { networkOf } from '#server/platform/http/client-network.ts';
import { type RateLimit, RateLimiter } from '#server/platform/http/rate-limiter.ts';
import type { Route } from '#server/platform/http/route.ts';
import type { WorkQueue } from '#server/platform/http/work-queue.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import { linkedVehicle } from '#server/vehicles/linked-vehicles.ts';
import { cookieFacts, cookiePolicy, privacyPolicy } from './policies.ts';

export function commonRoutes(route: Route, services: Services, queue: WorkQueue): void {
  const rateLimiter = new RateLimiter(services);
  const { config, store, now } = services;
  const policyFacts = async () => {
    const { ANSWER_DAYS, REPORT_DAYS } = await effectiveConfig(services);
    return {
      holderName: config.HOLDER_NAME,
      contactMailbox: config.CONTACT_MAILBOX,
      answerDays: ANSWER_DAYS / DAY,
      reportDays: REPORT_DAYS / DAY,
      recordDays: config.RECORD_DAYS / DAY,
      trashDays: config.TRASH_DAYS / DAY,
      dataProtectionMailbox: config.DATA_PROTECTION_MAILBOX ?? config.CONTACT_MAILBOX,
      transferCountries: config.TRANSFER_COUNTRIES.split(',').filter((code) => code !== ''),
    };
  };
  const isProduction = config.MODE === 'production';

  route(endpoints.agreement, async ({ type }, { language }) => {
    const facts = await policyFacts();
    return type === 'Cookie' ? cookiePolicy(language, facts) : privacyPolicy(language, facts);
  });

  route(endpoints.config, () => ({
    mode: isProduction ? ('production' as const) : ('demonstration' as const),
    holderName: config.HOLDER_NAME,
    contactMailbox: config.CONTACT_MAILBOX,
    mailbox: isProduction || config.SMTP_URL ? null : '/mailbox',
    publicCharts: config.PUBLIC_CHARTS === 'yes',
    companySignIn: config.OIDC_ISSUER !== undefined,
    demoAccounts: [...(services.demoAccounts ?? [])],
  }));

  route(endpoints.cookieList, (_, { language }) => cookieFacts(language));

  route(endpoints.cookieRecord, async ({ functional }, { request }) => {
    const record = { recordId: randomUUID(), recordedAt: now() };
    const [subject, count] = [networkOf(request), config.COOKIE_CHOICES_PER_NETWORK];
    const limit: RateLimit = { kind: 'cookieChoicesOfNetwork', subject, count };
    await queue.run(async () => {
      rateLimiter.rejectIfLimited([limit]);
      await store.transact(async (trx) => {
        await rateLimiter.consume(trx, [limit]);
        await insertRows(trx, 'cookie_choice', {
          id: record.recordId,
          functional: functional ? 1 : 0,
          recorded_at: record.recordedAt,
        });
      });
    });
    return record;
  });

  route(endpoints.agreementTemplate, async ({ vehicleId, ...typed }, { account, language }) => {
    const vehicle = vehicleId ? await linkedVehicle(services, account, vehicleId) : null;
    const { HOLDER_NAME: holderName, CONTACT_MAILBOX: contactMailbox } = config;
    const contract = { ...typed, vehicle, holderName, contactMailbox };
    const name = wordsOf(language)(msg`data-sharing-agreement`);
    return docxAnswer(`${name}.docx`, { language, contract });
  });

  route(endpoints.dataTypeOptions, (_, { language }) => dataTypeOptions(language));

  route(endpoints.language, () => languageCodes.map((code) => ({ code, name: languages[code] })));

  route(endpoints.options, (_, { language }) => formOptions(language));

  route(endpoints.publicApplyType, (_, { language }) => applyTypes(language));

  route(endpoints.greeting, (_, { language }) => ({
    greeting: wordsOf(language)(
      msg`Welcome to the data-access portal of ${{ holderName: config.HOLDER_NAME }}.`,
    ),
    now: now(),
  }));
}
