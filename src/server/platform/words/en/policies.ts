import { cookieNames } from '#contract/limits.ts';
import { durationText } from '#server/platform/words/instants.ts';
import type { PolicyTexts } from '#server/platform/words/policy-texts.ts';

const days = (count: number) => durationText('en', count * 86_400);

export const policies: PolicyTexts = {
  cookiePurposes: {
    login: 'Keeps you signed in: it holds the login token that the pages send with every call.',
    session: 'Tells one visit from another, so that two windows do not get in each other’s way.',
    consent: 'Remembers your choice about cookies, so that you are not asked again.',
    language: 'Remembers the language you chose.',
  },

  privacyPolicy: ({ holderName, contactMailbox, answerDays, reportDays, recordDays }) => ({
    title: 'Privacy policy',
    updatedOn: '2026-11-21',
    sections: [
      {
        heading: 'Who is responsible',
        paragraphs: [
          `${holderName}, the data holder under Regulation (EU) 2023/2854 (Data Act), is the controller of the personal data processed in this portal. Write to ${contactMailbox} with any question about them.`,
        ],
      },
      {
        heading: 'What we process, and what for',
        paragraphs: [
          'Signing in: your e-mail address, a digest of the verification code that was sent to it, how often a wrong code was entered, a digest of your login token, and your language.',
          'Applications of customers: name, title, date of birth, telephone number and address of the user; the vehicle and the proof that you are its user; the purpose; name and location of a third party, its materials and the data-sharing agreement; the period and types of data you ask for, and the contact address.',
          'Requests of public sector bodies: the name of the body, its contact details, and what Article 17(1) of the Data Act makes a request state.',
          'The course of an application: every step with its time, the role of who took it and the text that goes with it; the mails about it; the files you upload.',
          'The copy of the data: what your vehicle recorded in the period and of the types you asked for. If you choose masking, the vehicle is named by a pseudonym, positions are coarsened and times are shifted.',
        ],
      },
      {
        heading: 'Lawful bases',
        paragraphs: [
          'We deal with applications and hand over data because the Data Act obliges us to (Article 6(1)(c) GDPR with Articles 4, 5 and 14 of the Data Act). Where vehicle data concern another person than the user, we hand them over only where that person’s consent or another basis of Article 6 GDPR is shown.',
          'Signing in and mails about your application are necessary for the steps you ask us to take (Article 6(1)(b) GDPR).',
          'Counting wrong codes and blocking an address for 24 hours after five of them, and keeping a history that cannot be altered, serve our legitimate interest in security and in being able to show how we decided (Article 6(1)(f) GDPR).',
          'Cookies that are not necessary are set only with your consent (Article 6(1)(a) GDPR).',
        ],
      },
      {
        heading: 'Who receives data',
        paragraphs: [
          'The third party you name receives the data you ask us to make available to it. A public sector body receives what it may lawfully request. Companies that run our servers and deliver our mails process data on our behalf and under our instructions.',
          'We do not sell data and do not use them for advertising. Decisions about applications are taken by people, not by automated means.',
        ],
      },
      {
        heading: 'How long we keep data',
        paragraphs: [
          'A verification code is valid for 10 minutes. A login token ends when you sign out, at the latest after 365 days.',
          'A file that you upload but do not send with a form is deleted after 7 days.',
          `An application for which we wait for your answer is closed when the date in our mail has passed; for a data request that is ${days(answerDays)}.`,
          `The file with the copy of the data is encrypted and deleted after ${days(reportDays)}. Its password is not stored once the mail with it has left.`,
          `Applications, their history, the mails about them and the files sent with them are kept for ${days(recordDays)} after they have ended, so that we can show how a request was dealt with, and are then erased. The request of a public sector body that was given data is kept at least until the body has reported that it erased them.`,
          `An e-mail address with which nothing is filed any more is erased ${days(recordDays)} after the first sign-in. What we keep of the entry of codes, and mails with codes, go 30 days after the last code; the record of a cookie choice goes with its cookie, after 365 days.`,
        ],
      },
      {
        heading: 'Your rights',
        paragraphs: [
          'You have the right of access to your data, to have them rectified or erased, to have their processing restricted, to receive those you provided in a machine-readable format, and to object to processing based on our legitimate interests. Consent can be withdrawn at any time for the future.',
          `Write to ${contactMailbox}. You may also lodge a complaint with a data protection supervisory authority, in particular where you live or work.`,
          'Without an e-mail address you cannot sign in, and without the fields marked as required we cannot deal with an application.',
        ],
      },
    ],
  }),

  cookiePolicy: ({ holderName, contactMailbox, cookies }) => ({
    title: 'Cookie policy',
    updatedOn: '2026-11-20',
    sections: [
      {
        heading: 'What cookies are',
        paragraphs: [
          `Cookies are small texts that your browser keeps for this site. ${holderName} sets only its own cookies here: none for advertising or for measuring visits, and none of other companies.`,
        ],
      },
      {
        heading: 'Necessary cookies',
        paragraphs: [
          'Without these the site cannot be used; the law allows them without consent.',
          `${cookieNames.login} (${cookies.login.lifetime}): ${cookies.login.purpose}`,
          `${cookieNames.session} (${cookies.session.lifetime}): ${cookies.session.purpose}`,
          `${cookieNames.consent} (${cookies.consent.lifetime}): ${cookies.consent.purpose}`,
        ],
      },
      {
        heading: 'Functional cookies',
        paragraphs: [
          'These are set only if you allow them. Without them the language cannot be switched.',
          `${cookieNames.language} (${cookies.language.lifetime}): ${cookies.language.purpose}`,
        ],
      },
      {
        heading: 'Your choice',
        paragraphs: [
          'You can change your choice at any time in the cookie settings; when you withdraw your consent, functional cookies are deleted. We record the choice with its time under a random number, so that we can show it was made.',
          'You can also delete cookies in your browser. If you turn them off altogether, you cannot sign in.',
          `Questions about cookies: ${contactMailbox}`,
        ],
      },
    ],
  }),
};
