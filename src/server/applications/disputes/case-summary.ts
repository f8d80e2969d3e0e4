import type { MessageDescriptor } from '@lingui/core';
import type { Selectable } from 'kysely';
import type { Dispute } from '#contract/dispute.ts';
import type { Language } from '#contract/languages.ts';
import { localeOf } from '#contract/languages.ts';
import { dataTypeNames } from '#forms/data-types.ts';
import { eventWords, roleWords } from '#forms/events.ts';
import { answerAt, type Field } from '#forms/field.ts';
import { filedFields } from '#forms/filed-fields.ts';
import { disputeBodyWords, disputeOutcomeWords } from '#forms/recorded-words.ts';
import { stateWords } from '#forms/states.ts';
import { plainList } from '#lib/words/formats.ts';
import { msg } from '#lib/words/msg.ts';
import { filedForm } from '#server/applications/answers.ts';
import type {
  CaseSummary,
  FactRows,
  SummaryBlock,
} from '#server/applications/documents/document-parts.ts';
import { type HistoryRow, withoutUndone } from '#server/applications/history.ts';
import { causeInLaw, historyText, refusalFacts } from '#server/applications/law-texts.ts';
import { addressee } from '#server/applications/mails/decision-letter.ts';
import { applyTypes, formOptions } from '#server/applications/options.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { dateText, instantText, wordsOf } from '#server/platform/words/words.ts';

interface SummaryParts {
  row: Schema['application'];
  email: string;
  vehicle: { name: string; vin: string } | null;
  history: readonly HistoryRow[];
  disputes: readonly Dispute[];
  files: readonly { path: string | null; name: string; sha256: string }[];
  mails: readonly Pick<
    Selectable<Schema['mail']>,
    'created_at' | 'recipient' | 'subject' | 'letter'
  >[];
}

const DECISION =
  /^(qualification\.pass|data\.approve|approval\.withdraw|sharing\.|application\.(refuse|reopen)|deadline\.passed)/;

export function caseSummary(
  config: Pick<Config, 'HOLDER_NAME' | 'TIME_ZONE'>,
  language: Language,
  parts: SummaryParts,
): CaseSummary {
  const { row, email, vehicle, history, disputes, files, mails } = parts;
  const { HOLDER_NAME: holderName, TIME_ZONE: timeZone } = config;
  const translate = wordsOf(language);
  const instant = (at: number) => instantText(language, at, timeZone);
  const day = (text: string) => dateText(language, Date.parse(text), 'UTC');
  const stateOf = (state: string) => translate(stateWords(state, row.kind).label);
  const nameOf = (event: string) => {
    const words = eventWords(event);
    return words ? translate(words) : event;
  };

  const table = (heading: MessageDescriptor, rows: FactRows) => ({
    heading: translate(heading),
    blocks: [{ rows }],
  });

  const decisions = withoutUndone(history)
    .filter(({ event }) => DECISION.test(event))
    .flatMap((entry): SummaryBlock[] => [
      { heading: `${nameOf(entry.event)}, ${instant(entry.at)}` },
      { text: decisionText(language, entry, row, timeZone) },
    ]);
  return {
    language,
    holderName,
    title: translate(msg`Summary of application ${{ number: row.number }}`),
    footer: `${holderName} · ${row.number}`,
    sections: [
      table(msg`Application`, [
        [translate(msg`Application number`), row.number],
        [translate(msg`Processing status`), stateOf(row.state)],
        [translate(msg`Filed on`), instant(row.created_at)],
        ...(vehicle
          ? ([[translate(msg`Vehicle`), `${vehicle.name}\n${vehicle.vin}`]] as const)
          : []),
        ...answersOf(language, row, timeZone),
      ]),
      table(msg`Parties`, [
        [translate(roleWords.reviewer), holderName],
        [translate(roleWords.requester), `${addressee(row, language)}\n${email}`],
      ]),
      table(
        msg`History`,
        history.map((entry) => [
          instant(entry.at),
          [
            `${nameOf(entry.event)} (${translate(roleWords[entry.role])})`,
            stateOf(entry.to_state),
            historyText(language, entry, timeZone),
          ]
            .filter(Boolean)
            .join('\n'),
        ]),
      ),
      { heading: translate(msg`Decisions`), blocks: decisions },
      table(
        msg`Complaints and disputes`,
        disputes.map((each) => [day(each.startedOn), disputeText(language, each)]),
      ),
      table(
        msg`Files`,
        files.map(({ path, name, sha256 }) => [name, `${path ?? '–'}\n${sha256}`]),
      ),
      {
        heading: translate(msg`Letters`),
        blocks: mails.flatMap(({ subject, created_at, recipient, letter }): SummaryBlock[] => [
          { heading: subject },
          { text: `${instant(created_at)}\n${recipient}` },
          { text: letter ?? translate(msg`The text of this letter was not kept.`) },
        ]),
      },
    ],
  };
}

function decisionText(
  language: Language,
  entry: HistoryRow,
  { kind }: Schema['application'],
  timeZone: string,
): string {
  const { ground = null } = refusalFacts.read(entry.facts_json ?? '{}');
  const causes = {
    'application.refuse': ground,
    'sharing.withhold': 'withholding',
    'sharing.suspend': kind === 'personal' ? 'suspension' : null,
  } as const;
  const cause = causes[entry.event as keyof typeof causes] ?? null;
  if (cause === null) return historyText(language, entry, timeZone) ?? '';
  return [causeInLaw(language, cause), entry.text].filter(Boolean).join('\n\n');
}

function disputeText(language: Language, { body, bodyName, reference, ended }: Dispute): string {
  const translate = wordsOf(language);
  const day = (text: string) => dateText(language, Date.parse(text), 'UTC');
  const outcome = ended && translate(disputeOutcomeWords[ended.outcome]);
  return [
    `${bodyName} (${translate(disputeBodyWords[body])})`,
    reference && translate(msg`Reference: ${{ reference }}`),
    ended && translate(msg`Ended on ${{ day: day(ended.on) }}`),
    outcome && translate(msg`Outcome: ${{ outcome }}`),
    ended?.remark,
  ]
    .filter(Boolean)
    .join('\n');
}

function answersOf(
  language: Language,
  row: Schema['application'],
  timeZone: string,
): [label: string, text: string][] {
  const translate = wordsOf(language);
  const form = filedForm(row);
  const lists: Readonly<Record<string, readonly { code: string; label: string }[]>> = {
    ...formOptions(language),
    applyTypes: applyTypes(language),
    dataTypes: Object.entries(dataTypeNames).map(([code, label]) => ({
      code,
      label: translate(label),
    })),
  };
  const textOf = ({ control }: Field, answers: readonly string[]): string | null => {
    const [first = ''] = answers;
    switch (control.kind) {
      case 'date':
        return dateText(language, Date.parse(first), 'UTC');
      case 'instant':
        return instantText(language, Date.parse(first), timeZone);
      case 'yesNo':
        return translate(first === 'true' ? msg`Yes` : msg`No`);
      case 'select':
      case 'options':
      case 'severalOptions': {
        const options = lists[control.options] ?? [];
        const labels = answers.map((code) => options.find((each) => each.code === code)?.label);
        return plainList(
          labels.map((label, index) => label ?? answers[index] ?? ''),
          localeOf[language],
        );
      }
      case 'files':
      case 'tick':
      case 'vehicle':
        return null;
      default:
        return first;
    }
  };
  return Object.entries(filedFields[row.kind]).flatMap(([path, field]) => {
    const answers = [answerAt(form, path) ?? []].flat().map(String);
    const text = answers.length > 0 ? textOf(field, answers) : null;
    return text ? [[translate(field.shortLabel ?? field.label), text]] : [];
  });
}
