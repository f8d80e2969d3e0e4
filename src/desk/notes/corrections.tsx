import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { CorrectableRecord } from '#contract/corrections.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { disputeBodyWords, disputeOutcomeWords } from '#forms/recorded-words.ts';
import { call } from '#ui/calls/call.ts';
import { ConfirmButton } from '#ui/dialog/confirm-button.tsx';
import { formatDay, formatInstant } from '#ui/format/dates.ts';
import type { Case, CaseProps } from '../case.ts';
import styles from './notes.module.css';

interface CorrectionsProps extends CaseProps {
  about: readonly CorrectableRecord[];
}

export function Corrections({ record, about }: CorrectionsProps) {
  const { t, i18n } = useLingui();
  const textOf = ({ disputeId, facts, recordedBy }: Case['corrections'][number]) => {
    const { on, text, body, outcome } = facts;
    const dispute = record.disputes.find((each) => each.disputeId === disputeId);
    const bodyName = facts.bodyName ?? dispute?.bodyName;
    const kind = body && i18n._(disputeBodyWords[body]);
    const lines = [
      formatDay(on, i18n.locale),
      kind ? `${bodyName} (${kind})` : bodyName,
      outcome && i18n._(disputeOutcomeWords[outcome]),
      text,
      t`Recorded by ${recordedBy}`,
    ];
    return lines.filter(Boolean).join('\n');
  };
  // Absent while a process of the previous release responds, during an upgrade.
  const shown = (record.corrections ?? []).filter((correction) => about.includes(correction.about));
  return shown.map((correction) => (
    <EarlierVersions
      key={`${correction.at} ${correction.about} ${correction.recordedAt}`}
      isWithdrawn={correction.isWithdrawal}
      changedAt={correction.at}
      by={correction.by}
      earlier={[{ at: correction.recordedAt, text: textOf(correction) }]}
    />
  ));
}

interface CorrectRecordProps {
  onCorrect: () => void;
  subject: InputOf<typeof endpoints.deskRecordWithdraw>;
  isMailed?: boolean;
}

export function CorrectRecord({ onCorrect, subject, isMailed = false }: CorrectRecordProps) {
  const { t } = useLingui();
  // A dispute and its outcome are shown as one entry, so the buttons name the outcome.
  const isOutcome = subject.about === 'outcome';
  const withdraw = isOutcome ? t`Withdraw the outcome` : t`Withdraw this entry`;
  return (
    <div className="row above">
      <Button variant="default" onClick={onCorrect}>
        {isOutcome ? t`Correct the outcome` : t`Correct this entry`}
      </Button>
      <ConfirmButton
        title={isOutcome ? t`Withdraw the outcome?` : t`Withdraw this entry?`}
        confirm={withdraw}
        opener={(ask) => (
          <Button variant="default" onClick={ask}>
            {withdraw}
          </Button>
        )}
        work={() => call('deskRecordWithdraw', subject)}
        done={t`The entry is withdrawn. Staff can read what it said before.`}
      >
        <span>
          {isMailed
            ? t`The requester is informed. Staff can still read what it said.`
            : t`Staff can still read what it said.`}
        </span>
      </ConfirmButton>
    </div>
  );
}

interface EarlierVersionsProps {
  isWithdrawn: boolean;
  changedAt: number | null;
  /** E-mail address of the colleague who changed it. */
  by?: string;
  earlier: readonly { at: number; text: string }[];
}

export function EarlierVersions({ isWithdrawn, changedAt, by, earlier }: EarlierVersionsProps) {
  const { t, i18n } = useLingui();
  if (changedAt === null) return null;
  const changed = formatInstant(changedAt, i18n.locale);
  return (
    <details>
      <summary>
        <span>{isWithdrawn ? t`Withdrawn on ${changed}` : t`Corrected on ${changed}`}</span>
        {by && <span>{` · ${by}`}</span>}
      </summary>
      <ol className="plain">
        {earlier.map(({ at, text }) => (
          <li key={at}>
            <small>{formatInstant(at, i18n.locale)}</small>
            <p className={styles.typed}>{text}</p>
          </li>
        ))}
      </ol>
    </details>
  );
}
