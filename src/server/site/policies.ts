import type { MessageDescriptor } from '@lingui/core';
import type { Policy } from '#contract/common.ts';
import { type Language, localeOf } from '#contract/languages.ts';
import {
  CONSENT_DAYS,
  cookieLifetimes,
  cookieNames,
  LOGIN_DAYS,
  SIGN_IN_TRACE_DAYS,
  UNNAMED_FILE_DAYS,
} from '#contract/limits.ts';
import { msg, plural } from '#lib/words/msg.ts';
import { CODE_MINUTES, LOCK_HOURS, MAX_WRONG_TRIES } from '#machines/limits.ts';
import { countryName, durationText, wordsOf } from '#server/platform/words/words.ts';

export interface PolicyFacts {
  holderName: string;
  contactMailbox: string;
  dataProtectionMailbox: string;
  /** ISO 3166-1 codes of countries outside the EEA. */
  transferCountries: readonly string[];
  answerDays: number;
  reportDays: number;
  recordDays: number;
  trashDays: number;
}

type Cookie = keyof typeof cookieNames;

const cookiePurposes: Record<Cookie, MessageDescriptor> = {
  login: msg`Keeps you signed in: it holds the login token that the pages send with every call.`,
  session: msg`Distinguishes one visit from another, so that two windows do not interfere with each other, and so that a verification code is of use only to the browser that asked for it.`,
  browser: msg`Shows that you signed in with this browser before, so that strangers who enter wrong codes cannot keep you from signing in.`,
  companySignIn: msg`Ties a sign-in at the data holder’s own sign-in service, which only its staff use, to the browser that began it.`,
  consent: msg`Remembers your choice about cookies, so that you are not asked again.`,
  language: msg`Remembers the language you chose.`,
};

export function cookieFacts(language: Language) {
  const cookies = Object.keys(cookiePurposes) as Cookie[];
  return cookies.map((cookie) => ({
    name: cookieNames[cookie],
    category: cookie === 'language' ? ('functional' as const) : ('necessary' as const),
    purpose: wordsOf(language)(cookiePurposes[cookie]),
    lifetime: cookieLifetimes[cookie],
  }));
}

interface PolicyTexts extends Pick<Policy, 'updatedOn'> {
  title: MessageDescriptor;
  sections: readonly [heading: MessageDescriptor, ...paragraphs: MessageDescriptor[]][];
}

function translated(language: Language, { title, updatedOn, sections }: PolicyTexts): Policy {
  const translate = wordsOf(language);
  return {
    title: translate(title),
    updatedOn,
    sections: sections.map(([heading, ...paragraphs]) => ({
      heading: translate(heading),
      paragraphs: paragraphs.map(translate),
    })),
  };
}

export function cookiePolicy(
  language: Language,
  { holderName, contactMailbox }: PolicyFacts,
): Policy {
  const cookie = (cookie: Cookie) =>
    msg`${{ name: cookieNames[cookie] }} (${{ lifetime: durationText(language, cookieLifetimes[cookie]) }}): ${{ purpose: wordsOf(language)(cookiePurposes[cookie]) }}`;
  return translated(language, {
    title: msg`Cookie policy`,
    updatedOn: '2026-11-22',
    sections: [
      [
        msg`What cookies are`,
        msg`Cookies are small texts that your browser keeps for this site. ${{ holderName }} sets only its own cookies here: none for advertising or for measuring visits, and none of other companies.`,
      ],
      [
        msg`Necessary cookies`,
        msg`Without these the site cannot be used; the law allows them without consent.`,
        cookie('login'),
        cookie('session'),
        cookie('browser'),
        cookie('companySignIn'),
        cookie('consent'),
      ],
      [
        msg`Functional cookies`,
        msg`These are set only if you allow them. Without them the language cannot be switched.`,
        cookie('language'),
      ],
      [
        msg`Your choice`,
        msg`You can change your choice at any time in the cookie settings; when you withdraw your consent, functional cookies are deleted. We record the choice with its time under a random number, so that we can show it was made.`,
        msg`You can also delete cookies in your browser. If you turn them off altogether, you cannot sign in.`,
        msg`Questions about cookies: ${{ contactMailbox }}`,
      ],
    ],
  });
}

/** Art. 13(1)(f) GDPR: transfers outside the EEA and their basis. */
function transfers(
  language: Language,
  { transferCountries, dataProtectionMailbox }: PolicyFacts,
): MessageDescriptor {
  if (transferCountries.length === 0)
    return msg`We do not transfer personal data to countries outside the European Economic Area.`;
  const names = transferCountries.map((code) => countryName(language, code));
  const countries = new Intl.ListFormat(localeOf[language]).format(names);
  return msg`Personal data are also processed in ${{ countries }}, on the basis of an adequacy decision or of standard contractual clauses (Articles 45 and 46 GDPR). For a copy of these safeguards, write to ${{ dataProtectionMailbox }}.`;
}

export function privacyPolicy(language: Language, facts: PolicyFacts): Policy {
  const { holderName, contactMailbox, answerDays, reportDays, recordDays, trashDays } = facts;
  const days = (count: number) => durationText(language, count * 86_400);
  return translated(language, {
    title: msg`Privacy policy`,
    updatedOn: '2026-11-29',
    sections: [
      [
        msg`Who is responsible`,
        msg`${{ holderName }}, the data holder under Regulation (EU) 2023/2854 (Data Act), is the controller of the personal data processed in this portal. Write to ${{ contactMailbox }} with any question about them.`,
        msg`Contact for data protection: ${{ dataProtectionMailbox: facts.dataProtectionMailbox }}`,
      ],
      [
        msg`What we process, and what for`,
        msg`Signing in: your e-mail address, a digest of the verification code that was sent to it, how often a wrong code was entered, a digest of your login token, and your language.`,
        msg`Applications of customers: name, title, date of birth, telephone number and address of the user; the vehicle and the proof that you are its user; the purpose; name, location and e-mail address of a third party, its materials and the data-sharing agreement; the period and types of data you ask for, and the contact address.`,
        msg`Requests of public sector bodies: the name of the body, its contact details, and what Article 17(1) of the Data Act requires a request to state.`,
        msg`The course of an application: every step with its time, the role of who took it and the text that goes with it; the e-mails about it; the files you upload.`,
        msg`Staff of the data holder: name or e-mail address, roles, what their second factor needs, their sessions, and a log of what they opened, decided and changed, each with its time.`,
        msg`The copy of the data: what your vehicle recorded in the period and of the types you asked for. If you choose masking, the vehicle is named by a pseudonym, locations are made less precise or left out, and all dates are replaced.`,
        msg`Live access, while you allow it: the data that your vehicle sends. For each access token: its name, data types and end date, a digest of the token, the time and network of its last use, and the number of calls per day.`,
      ],
      [
        msg`Lawful bases`,
        msg`We deal with applications and hand over data because the Data Act obliges us to (Article 6(1)(c) GDPR with Articles 4, 5 and 14 of the Data Act). Where vehicle data concern another person than the user, we hand them over only where that person’s consent or another basis of Article 6 GDPR is shown.`,
        msg`Signing in and e-mails about your application are necessary for the steps you ask us to take (Article 6(1)(b) GDPR).`,
        msg`Counting wrong codes and blocking an address for ${plural({ hours: LOCK_HOURS }, { one: '# hour', other: '# hours' })} after ${{ tries: MAX_WRONG_TRIES }} of them, and keeping a history in which later changes can be detected, serve our legitimate interest in security and in being able to show how we decided (Article 6(1)(f) GDPR).`,
        msg`Cookies that are not necessary are set only with your consent (Article 6(1)(a) GDPR).`,
      ],
      [
        msg`Who receives data`,
        msg`The third party you name receives the data you ask us to make available to it. A public sector body receives what it may lawfully request. Companies that run our servers and deliver our e-mails process data on our behalf and under our instructions.`,
        transfers(language, facts),
        msg`We do not sell data and do not use them for advertising. Decisions about applications are taken by people, not by automated means.`,
      ],
      [
        msg`How long we keep data`,
        msg`A verification code is valid for ${plural({ minutes: CODE_MINUTES }, { one: '# minute', other: '# minutes' })}. A login token ends when you sign out, at the latest after ${plural({ loginDays: LOGIN_DAYS }, { one: '# day', other: '# days' })}.`,
        msg`A file that you upload but do not send with a form is deleted after ${plural({ days: UNNAMED_FILE_DAYS }, { one: '# day', other: '# days' })}.`,
        msg`If we are waiting for your answer, we end the application when the date in our e-mail has passed. You have ${{ answerDays: days(answerDays) }} to send the data request.`,
        msg`We encrypt the file with the copy of the data and delete it after ${{ reportDays: days(reportDays) }}. Until then, we keep its password encrypted, so that you can have it sent again.`,
        msg`When a file is removed, we keep it for ${{ trashDays: days(trashDays) }} where nobody can open it, so that a mistake can be undone. We then delete it for good.`,
        msg`We keep applications, their history, the e-mails about them and the files sent with them for ${{ recordDays: days(recordDays) }} after they have ended, so that we can show how a request was dealt with, and then erase them. We keep the request of a public sector body that was given data at least until the body has reported that it erased them.`,
        msg`We keep the record of live access, with its tokens and their use, for ${{ recordDays: days(recordDays) }} after it has ended. What your vehicle has sent is kept with its other data.`,
        msg`While a complaint or dispute about an application is open, we do not erase the application. The same time then runs from the day on which the dispute has ended.`,
        msg`If no application is linked to an e-mail address, we erase the address ${{ recordDays: days(recordDays) }} after its first sign-in. We delete records of entered codes, and e-mails that contain codes, ${plural({ traceDays: SIGN_IN_TRACE_DAYS }, { one: '# day', other: '# days' })} after the last code; we delete the record of a cookie choice with its cookie, after ${plural({ consentDays: CONSENT_DAYS }, { one: '# day', other: '# days' })}.`,
      ],
      [
        msg`Your rights`,
        msg`You have the right of access to your data, to have them rectified or erased, to have their processing restricted, to receive those you provided in a machine-readable format, and to object to processing based on our legitimate interests. Consent can be withdrawn at any time for the future.`,
        msg`Write to ${{ contactMailbox }}. You may also lodge a complaint with a data protection supervisory authority, in particular where you live or work.`,
        msg`Without an e-mail address you cannot sign in, and without the fields marked as required we cannot deal with an application.`,
      ],
    ],
  });
}
