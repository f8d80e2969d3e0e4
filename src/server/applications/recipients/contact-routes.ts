import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { RESEND_INTERVAL } from '#machines/limits.ts';
import { contactCodes } from '#server/accounts/contact-codes.ts';
import { mailConfirmation } from '#server/applications/mails/mail-requester.ts';
import { ownApplication } from '#server/applications/records.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Account, Route } from '#server/platform/http/route.ts';
import { unconfirmedContact } from './contact-address.ts';
import { contactCodeMail } from './contact-mails.ts';

/** Confirming that the contact address of an application is in the hands of those who are meant. */
export function contactRoutes(route: Route, services: Services): void {
  const mailed = contactCodes(services);

  /** @throws {ApiError} `notFound`, or `notAllowedNow` when there is no address to confirm */
  async function addressOf(number: string, account: Account): Promise<string> {
    const row = await ownApplication(services, account, number);
    const address = unconfirmedContact(row, account.email);
    if (address === null) throw new ApiError(codes.notAllowedNow, { state: row.state });
    return address;
  }

  route(endpoints.sendContactCode, async ({ applicationNumber }, caller) => {
    const address = await addressOf(applicationNumber, caller.account);
    const { HOLDER_NAME: holderName } = services.config;
    await mailed.request(address, caller, (language, code) =>
      contactCodeMail(language, { code, holderName }),
    );
    return { resendAfter: RESEND_INTERVAL / 1000 };
  });

  route(endpoints.confirmContact, async ({ applicationNumber: number, code }, caller) => {
    const address = await addressOf(number, caller.account);
    await mailed.submit(address, caller, code, async (trx, at) => {
      await trx
        .updateTable('application')
        .set({ contact_confirmed_at: at })
        .where('number', '=', number)
        .execute();
      await mailConfirmation(services, trx, number, address);
    });
    return null;
  });
}
