import { describe, expect, it } from 'vitest';
import { languageCodes } from '#contract/languages.ts';
import type { RefusalGround } from '#machines/refusal-grounds.ts';
import * as application from '#server/workflow/application/application-mails.ts';
import { refusalGroundText } from '#server/workflow/application/options.ts';
import * as report from '#server/workflow/report/report-mails.ts';
import { codeMail } from '#server/workflow/sign-in/code-mail.ts';
import * as security from '#server/workflow/sign-in/security-mails.ts';

const facts = {
  number: 'VD-20261120-4K7Q2M',
  holderName: 'Example Motors',
  url: 'https://portal.example/home/data-acquisition',
  until: Date.parse('2026-12-20T23:59:59Z'),
  keptUntil: Date.parse('2026-12-20T23:59:59Z'),
  timeZone: 'Europe/Brussels',
  text: 'Words of the reviewer.',
  reason: 'Reason in words.',
  password: 'k7-secret',
  ground: 'tradeSecrets' as RefusalGround,
  kind: 'personal' as const,
  items: ['Vehicle proof', 'Purpose of use'],
};
const citations: Record<string, string> = {
  en: '(Article 4(8) and Article 5(11) of Regulation (EU) 2023/2854, the Data Act)',
  zh: '（欧盟第 2023/2854 号条例《数据法》第 4 条第 8 款和第 5 条第 11 款）',
  fr: '(article 4, paragraphe 8, et article 5, paragraphe 11, du règlement (UE) 2023/2854, règlement sur les données)',
  pl: '(art. 4 ust. 8 i art. 5 ust. 11 rozporządzenia (UE) 2023/2854, akt w sprawie danych)',
  es: '(artículo 4, apartado 8, y artículo 5, apartado 11, del Reglamento (UE) 2023/2854, Reglamento de Datos)',
  pt: '(artigo 4.º, n.º 8, e artigo 5.º, n.º 11, do Regulamento (UE) 2023/2854, Regulamento dos Dados)',
};
const deadlines: Record<string, string> = {
  en: '21 December 2026 at 00:59 (Central European Time)',
  zh: '2026年12月21日 00:59（中欧时间）',
  fr: '21 décembre 2026 à 00:59 (heure d’Europe centrale)',
  pl: '21 grudnia 2026 00:59 (czas środkowoeuropejski)',
  es: '21 de diciembre de 2026 a las 00:59 (hora de Europa central)',
  pt: '21 de dezembro de 2026 às 00:59 (Hora da Europa Central)',
};
const events = [
  'application.file',
  'information.supply',
  'data.request',
  'application.terminate',
] as const;

describe.each(languageCodes)('mails in %s', (language) => {
  const about = {
    applicationReceived: application.applicationReceived(language, facts),
    reviewStarted: application.reviewStarted(language, facts),
    qualificationPassed: application.qualificationPassed(language, facts),
    informationRequired: application.informationRequired(language, facts),
    applicationApproved: application.applicationApproved(language, facts),
    applicationRefused: application.applicationRefused(language, facts),
    applicationTerminated: application.applicationTerminated(language, facts),
    deadlinePassed: application.deadlinePassed(language, facts),
    answerAwaited: application.answerAwaited(language, facts),
    reportReady: report.reportReady(language, facts),
    reportEmpty: report.reportEmpty(language, facts),
    reportFailed: report.reportFailed(language, facts),
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
    expect(about.qualificationPassed.body).toContain(deadlines[language]);
    expect(about.informationRequired.body).toContain(`\n\n${facts.text}\n\n`);
    expect(about.informationRequired.body).toContain('– Vehicle proof\n– Purpose of use\n');
    expect(about.informationRequired.body).toContain(deadlines[language]);
    expect(about.applicationRefused.body).toContain(refusalGroundText(language, facts.ground));
    expect(about.applicationRefused.body).toContain(citations[language]);
    expect(about.applicationRefused.body).toContain('2023/2854');
    expect(about.applicationRefused.body).toContain(facts.text);
    const notice = application.authorityNotice(language, facts);
    expect(notice.subject).toContain(facts.number);
    for (const fact of [facts.holderName, refusalGroundText(language, facts.ground), '2023/2854'])
      expect(notice.body).toContain(fact);
    expect(about.answerAwaited.body).toContain(deadlines[language]);
    const due = application.dueAtDesk(language, facts);
    expect(due.subject).toContain(facts.number);
    expect(due.body).toContain(deadlines[language]);
    expect(due.body).toContain(facts.url);
    expect(about.reportReady.body).toContain(facts.password);
    expect(about.reportEmpty.body).toContain(facts.reason);
  });

  it('leave out a reviewer who said nothing', () => {
    const silent = application.applicationApproved(language, { ...facts, text: '' }).body;
    expect(silent.split('\n\n').length).toBe(
      about.applicationApproved.body.split('\n\n').length - 2,
    );
  });

  it('bring the code, once and readable by programs', () => {
    expect(codeMail(language, '042137').body.match(/\b\d{6}\b/g)).toEqual(['042137']);
  });

  it.each([
    ['reset', security.secondFactorReset(language, facts)],
    ['set up', security.secondFactorSetUp(language, facts)],
    ['a recovery code used', security.recoveryCodeUsed(language, { ...facts, left: 3 })],
  ])('say what happened to a second factor: %s', (_, { subject, body }) => {
    expect(subject).not.toMatch(/[\r\n]/);
    for (const fact of [facts.holderName, facts.url]) expect(body).toContain(fact);
    expect(body).not.toMatch(/undefined|NaN|\$\{/);
  });

  it('say how many recovery codes are left, and what to do after the last', () => {
    const [some, none] = [3, 0].map(
      (left) => security.recoveryCodeUsed(language, { ...facts, left }).body,
    );
    expect(some).toContain('3');
    expect(none?.split('\n\n').length).toBe((some?.split('\n\n').length ?? 0) + 1);
  });

  it('tell the desk apart what happened', () => {
    const bodies = events.map(
      (event) =>
        application.deskNotice(language, { number: facts.number, event, linkEndedAt: null }).body,
    );
    expect(new Set(bodies).size).toBe(events.length);
  });
});
