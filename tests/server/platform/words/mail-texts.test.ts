import { describe, expect, it } from 'vitest';
import { languageCodes } from '#contract/languages.ts';
import type { RefusalGround } from '#machines/refusal-grounds.ts';
import { refusalGrounds } from '#machines/refusal-grounds.ts';
import { mailTexts } from '#server/platform/words/mail-texts.ts';
import { refusalGroundText } from '#server/platform/words/options.ts';

const facts = {
  number: 'VD-20261120-4K7Q2M',
  holderName: 'Example Motors',
  url: 'https://portal.example/home/data-acquisition',
  until: Date.parse('2026-12-20T23:59:59Z'),
  keptUntil: Date.parse('2026-12-20T23:59:59Z'),
  text: 'Words of the reviewer.',
  reason: 'Reason in words.',
  password: 'k7-secret',
  ground: 'tradeSecrets' as RefusalGround,
  items: ['Vehicle proof', 'Purpose of use'],
};
const events = [
  'application.file',
  'information.supply',
  'data.request',
  'application.terminate',
] as const;

describe.each(languageCodes)('mails in %s', (language) => {
  const texts = mailTexts[language];
  const about = {
    applicationReceived: texts.applicationReceived(facts),
    reviewStarted: texts.reviewStarted(facts),
    qualificationPassed: texts.qualificationPassed(facts),
    informationRequired: texts.informationRequired(facts),
    applicationApproved: texts.applicationApproved(facts),
    applicationRefused: texts.applicationRefused(facts),
    applicationTerminated: texts.applicationTerminated(facts),
    deadlinePassed: texts.deadlinePassed(facts),
    answerAwaited: texts.answerAwaited(facts),
    reportReady: texts.reportReady(facts),
    reportEmpty: texts.reportEmpty(facts),
    reportFailed: texts.reportFailed(facts),
  };

  it.each(Object.entries(about))(
    '%s names application, holder and address',
    (_, { subject, body }) => {
      expect(subject).toContain(facts.number);
      expect(subject).not.toMatch(/[\r\n]/);
      for (const fact of [facts.number, facts.holderName, facts.url]) expect(body).toContain(fact);
      expect(body).not.toMatch(/undefined|NaN|\$\{|Invalid/);
    },
  );

  it('say what each is about', () => {
    expect(about.qualificationPassed.body).toMatch(/2026.*UTC/);
    expect(about.informationRequired.body).toContain(`\n\n${facts.text}\n\n`);
    expect(about.informationRequired.body).toContain('– Vehicle proof\n– Purpose of use\n');
    expect(about.informationRequired.body).toMatch(/2026.*UTC/);
    expect(about.applicationRefused.body).toContain(refusalGroundText(language, facts.ground));
    expect(about.applicationRefused.body).toContain(refusalGrounds[facts.ground].article);
    expect(about.applicationRefused.body).toContain('2023/2854');
    expect(about.applicationRefused.body).toContain(facts.text);
    const notice = texts.authorityNotice(facts);
    expect(notice.subject).toContain(facts.number);
    for (const fact of [facts.holderName, refusalGroundText(language, facts.ground), '2023/2854'])
      expect(notice.body).toContain(fact);
    expect(about.answerAwaited.body).toMatch(/2026.*UTC/);
    const due = texts.dueAtDesk(facts);
    expect(due.subject).toContain(facts.number);
    expect(due.body).toMatch(/2026.*UTC/);
    expect(due.body).toContain(facts.url);
    expect(about.reportReady.body).toContain(facts.password);
    expect(about.reportEmpty.body).toContain(facts.reason);
  });

  it('leave out a reviewer who said nothing', () => {
    const silent = texts.applicationApproved({ ...facts, text: '' }).body;
    expect(silent.split('\n\n').length).toBe(
      about.applicationApproved.body.split('\n\n').length - 2,
    );
  });

  it('bring the code, once and readable by programs', () => {
    expect(texts.codeSent({ code: '042137' }).body.match(/\b\d{6}\b/g)).toEqual(['042137']);
  });

  it.each([
    ['reset', texts.secondFactorReset(facts)],
    ['set up', texts.secondFactorSetUp(facts)],
    ['a recovery code used', texts.recoveryCodeUsed({ ...facts, left: 3 })],
  ])('say what happened to a second factor: %s', (_, { subject, body }) => {
    expect(subject).not.toMatch(/[\r\n]/);
    for (const fact of [facts.holderName, facts.url]) expect(body).toContain(fact);
    expect(body).not.toMatch(/undefined|NaN|\$\{/);
  });

  it('say how many recovery codes are left, and what to do after the last', () => {
    const [some, none] = [3, 0].map((left) => texts.recoveryCodeUsed({ ...facts, left }).body);
    expect(some).toContain('3');
    expect(none?.split('\n\n').length).toBe((some?.split('\n\n').length ?? 0) + 1);
  });

  it('tell the desk apart what happened', () => {
    const bodies = events.map((event) => texts.deskNotice({ number: facts.number, event }).body);
    expect(new Set(bodies).size).toBe(events.length);
  });
});
