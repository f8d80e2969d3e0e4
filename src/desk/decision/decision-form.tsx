import '@mantine/core/styles/Radio.layer.css';
import { useLingui } from '@lingui/react/macro';
import { Button, Radio } from '@mantine/core';
import { Suspense, useId, useState } from 'react';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { codes } from '#contract/codes.ts';
import { type Decision, needsText } from '#contract/decision.ts';
import { ApiError } from '#ui/calls/call-types.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { useContractForm } from '#ui/form/contract-form.ts';
import styles from '#ui/form/form.module.css';
import { calendarDay } from '#ui/format/dates.ts';
import { lazyPage } from '#ui/frame/lazy-page.ts';
import { Notice } from '#ui/messages/notice.tsx';
import type { Case } from '../case.ts';
import { decisionKeys } from '../keyboard/shortcuts.tsx';
import { LetterPreview } from '../letter/letter-preview.tsx';
import { useLocalSetting } from '../local-setting.ts';
import { useStaff } from '../staff-context.ts';
import ownStyles from './decision.module.css';
import {
  type Decided,
  type DecisionValues,
  decide,
  decisionInput,
  fieldsOf,
  requestedExtent,
  schemaOf,
} from './decision-calls.ts';
import { DecisionFields, useDecisionFieldWords } from './decision-fields.tsx';
import { ReportContent } from './report-content.tsx';
import { useDecisionWords } from './use-decision-words.ts';

const OpenQuote = lazyPage('seldom', async () => {
  const { OpenQuote } = await import('../quotes/case-quotes.tsx');
  return { default: OpenQuote };
});

const ANSWER_DAYS = 14;

interface DecisionFormProps {
  record: Case;
  offered: readonly Decision[];
  isSaved: boolean;
  hasNext: boolean;
  onDecided: (decided: Decided, isLeaving: boolean) => void;
  /** Called if the application changed in the meantime; `text` is the reviewer's input. */
  onStale: (text: string) => void;
}

export function DecisionForm(props: DecisionFormProps) {
  const { record, offered, isSaved, hasNext, onDecided, onStale } = props;
  const { t } = useLingui();
  const { user } = useStaff();
  const words = useDecisionFieldWords();
  const [chosen, setChosen] = useState<Decision>();
  const [isSending, setSending] = useState(false);
  const isBusy = isSending || isSaved;
  const [failure, setFailure] = useState<string>();
  const decision = chosen && offered.includes(chosen) ? chosen : undefined;
  const form = useContractForm({
    schema: schemaOf(decision ?? 'start'),
    initialValues: {
      text: '',
      dueOn: proposedAnswerDay(record),
      ground: '',
      earlier: '',
      items: [],
      extent: requestedExtent(record.public),
    } as DecisionValues,
    toInput: (values) => decisionInput(decision ?? 'start', record, values),
    words,
    draft: `${user.id}:decision:${record.number}`,
    proposed: ['dueOn'],
  });

  async function send(isLeaving: boolean) {
    const input = !isBusy && decision && form.check(fieldsOf(decision, record));
    if (!input) return;
    setSending(true);
    setFailure(undefined);
    try {
      const decided = await decide(decision, input as never, isLeaving);
      form.done();
      onDecided(decided, isLeaving);
    } catch (error) {
      if (isStale(error)) onStale(form.fields.getValues().text);
      else if (!form.showErrors(error) && error instanceof ApiError) setFailure(error.message);
    }
    setSending(false);
  }

  const sendLabel = (isLeaving: boolean) => (isLeaving ? t`Send, open next` : t`Send`);
  const leavesFirst = decision !== undefined && hasNext && !continuing.includes(decision);
  return (
    <CheckedForm form={form} onSubmit={() => send(leavesFirst)}>
      {failure && <Notice kind="error" title={failure} takesFocus />}
      <DecisionChoice
        record={record}
        offered={offered}
        chosen={decision}
        onChoose={(next) => {
          if (isBusy) return;
          form.fields.clearErrors();
          setChosen(next);
        }}
      />
      {offered.includes('approve') && (decision ?? 'approve') === 'approve' && (
        <ReportContent record={record} extent={form.fields.getValues().extent} />
      )}
      {decision === 'approve' && record.quotes.length > 0 && (
        <Suspense>
          <OpenQuote quotes={record.quotes} />
        </Suspense>
      )}
      {decision && (
        <>
          <div className={ownStyles.fields}>
            <DecisionFields form={form} record={record} decision={decision} />
          </div>
          {decision === 'refuse' && (
            <p>
              {t`This ends the application. The requester receives the ground and your text in writing. A lead can reopen it.`}
            </p>
          )}
          <div className={`row above ${ownStyles.send}`}>
            <Button
              type="submit"
              loading={isBusy}
              {...(needsNoInput(decision, record) && { 'data-next': true })}
              {...(decision === 'refuse' && { color: 'brick' })}
            >
              <span>{sendLabel(leavesFirst)}</span>
            </Button>
            {hasNext && (
              <Button variant="default" disabled={isBusy} onClick={() => send(!leavesFirst)}>
                <span>{sendLabel(!leavesFirst)}</span>
              </Button>
            )}
          </div>
          {/* Last, so that the loaded letter moves no buttons, and is after them for Tab. */}
          <LetterPreview
            key={decision}
            endpoint="deskPreview"
            form={form}
            about={{ decision }}
            place="letter"
          />
        </>
      )}
    </CheckedForm>
  );
}

/** Decisions after which the reviewer usually decides again on the same case. */
const continuing: readonly Decision[] = [
  'start',
  'resume',
  'withdrawQuestion',
  'withdrawApproval',
  'reopen',
];

function needsNoInput(decision: Decision, record: Case): boolean {
  return fieldsOf(decision, record).every((field) => field === 'text') && !needsText(decision);
}

function isStale(error: unknown) {
  return (
    error instanceof ApiError &&
    [codes.outdated, codes.notAllowedNow, codes.takenByOther].includes(error.code as never)
  );
}

function proposedAnswerDay({ answerDueAt }: Pick<ApplicationRecord, 'answerDueAt'>): string {
  const day = new Date(answerDueAt ?? Date.now());
  day.setDate(day.getDate() + ANSWER_DAYS);
  return calendarDay(day);
}

interface DecisionChoiceProps {
  record: Pick<ApplicationRecord, 'state' | 'kind'>;
  offered: readonly Decision[];
  chosen: Decision | undefined;
  onChoose: (decision: Decision) => void;
}

function DecisionChoice({ record, offered, chosen, onChoose }: DecisionChoiceProps) {
  const { t } = useLingui();
  const words = useDecisionWords();
  const consequence = useId();
  const [shortcuts] = useLocalSetting('desk:shortcuts');
  return (
    <fieldset className={`${styles.fieldset} ${ownStyles.choices}`}>
      <legend>{t`What do you decide?`}</legend>
      {offered.map((decision) => (
        <Radio
          key={decision}
          name="decision"
          label={words.act(decision)}
          value={decision}
          {...(shortcuts !== 'off' && {
            'aria-keyshortcuts': decisionKeys[decision],
            wrapperProps: { 'data-key': decisionKeys[decision] },
          })}
          {...(decision === chosen && { 'aria-describedby': consequence })}
          checked={decision === chosen}
          onChange={() => onChoose(decision)}
        />
      ))}
      {chosen && (
        <p id={consequence} className="soft">
          {words.consequence(chosen, record)}
        </p>
      )}
    </fieldset>
  );
}
