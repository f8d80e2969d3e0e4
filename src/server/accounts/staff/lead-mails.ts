import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#lib/words/msg.ts';
import {
  postStaffMail,
  type StaffMail,
  staffMail,
} from '#server/accounts/sign-in/security-mails.ts';
import type { Scope } from '#server/platform/database/services.ts';

interface LeadFacts {
  email: string;
  by: string;
}

const leadMail = (wordsOf: (facts: LeadFacts) => [MessageDescriptor, MessageDescriptor]) =>
  staffMail<LeadFacts>(wordsOf, ({ url }) => [
    msg`If you did not expect this, talk to your colleagues at once.`,
    msg`Staff accounts in the portal: ${{ url }}`,
  ]);

export const leadProposed = leadMail(({ email, by }) => [
  msg`A new lead is proposed`,
  msg`${{ by }} proposes ${{ email }} as a lead at the desk. Leads look after accounts, roles and settings, so a second lead has to confirm it. Until then nothing changes.`,
]);

export const leadMade = leadMail(({ email, by }) => [
  msg`There is a new lead`,
  msg`${{ email }} is a lead at the desk from now on. Confirmed by: ${{ by }}.`,
]);

export const leadDeclined = leadMail(({ email, by }) => [
  msg`A proposed lead was declined`,
  msg`${{ email }} does not become a lead at the desk. Declined by: ${{ by }}.`,
]);

export const leadRemovalProposed = leadMail(({ email, by }) => [
  msg`The removal of a lead is proposed`,
  msg`${{ by }} proposes that ${{ email }} is no longer a lead at the desk. Another lead has to confirm it. Until then nothing changes.`,
]);

export const leadRemoved = leadMail(({ email, by }) => [
  msg`A lead was removed`,
  msg`${{ email }} is no longer a lead at the desk. Confirmed by: ${{ by }}.`,
]);

export const leadRemovalDeclined = leadMail(({ email, by }) => [
  msg`The removal of a lead was declined`,
  msg`${{ email }} stays a lead at the desk. Declined by: ${{ by }}.`,
]);

export async function mailLeads(
  scope: Scope,
  mail: StaffMail<LeadFacts>,
  { email, by }: { email: string; by: { id: string; email: string } },
  except: string | null = email,
): Promise<void> {
  const leads = await scope.trx
    .selectFrom('account')
    .select(['email', 'language'])
    .where('is_lead', '=', 1)
    .where('id', '!=', by.id)
    .$if(except !== null, (query) => query.where('email', '!=', except))
    .orderBy('email')
    .execute();
  for (const lead of leads)
    await postStaffMail(scope, lead, '/desk/staff', mail, { email, by: by.email });
}
