import '@mantine/core/styles/Radio.layer.css';
import { useLingui } from '@lingui/react/macro';
import { Button, Radio } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { codes } from '#contract/codes.ts';
import { type Decision, needsText } from '#contract/decision.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { ApiError } from '#ui/calls/call-types.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { useContractForm } from '#ui/form/contract-form.ts';
import styles from '#ui/form/form.module.css';
import { calendarDay } from '#ui/format/dates.ts';
import { lazyPage } from '#ui/frame/lazy-page.ts';
import { Notice } from '#ui/messages/notice.tsx';
import { requestedExtent } from '../extent/extent-values.ts';
import { decisionKeys } from '../keyboard/shortcuts.tsx';
import ownStyles from './decision.module.css';
import {
  type Decided,
  type DecisionValues,
  decide,
  decisionInput,
  fieldsOf,
  type Previewed,
  previewed,
  schemaOf,
} from './decision-calls.ts';
import { DecisionFields } from './decision-fields.tsx';
import { DecisionPreview } from './decision-preview.tsx';
import { ReportContent } from './report-content.tsx';
import { useDecisionWords } from './use-decision-words.ts';

const OpenQuote = lazyPage('seldom', async () => {
  const { OpenQuote } = await import('../quotes/case-quotes.tsx');
  return { default: OpenQuote };
});

const ANSWER_DAYS = 14;

interface DecisionFormProps {
  record: CallData<'deskApplication'>;
  reviewer: string;
  offered: readonly Decision[];
  isSaved: boolean;
  onDecided: (decided: Decided) => void;
  /** Called if the application changed in the meantime; `text` is the reviewer's input. */
  onStale: (text: string) => void;
}

export function DecisionForm(props: DecisionFormProps) {
  const { record, reviewer, offered, isSaved, onDecided, onStale } = props;
  const words = useDecisionWords();
  const [chosen, setChosen] = useState<Decision>();
  const [preview, setPreview] = useState<Previewed>();
  const [isSending, setSending] = useState(false);
  const isBusy = isSending || isSaved;
  const [failure, setFailure] = useState<string>();
  const decision = chosen && offered.includes(chosen) ? chosen : undefined;
  const form = useContractForm({
    schema: schemaOf(decision ?? 'start'),
    initialValues: {
      text: '',
      dueOn: answerDay(record),
      ground: '',
      earlier: '',
      items: [],
      extent: requestedExtent(record.public),
    } as DecisionValues,
    toInput: (values) => decisionInput(decision ?? 'start', record, values),
    words: words.fields,
    draft: `${reviewer}:decision:${record.number}`,
    proposed: ['dueOn'],
  });

  async function attempt(work: () => Promise<void>) {
    if (isBusy) return;
    setSending(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setPreview(undefined);
      if (isStale(error)) onStale(form.fields.getValues().text);
      else if (!form.showErrors(error) && error instanceof ApiError) setFailure(error.message);
    }
    setSending(false);
  }

  const show = (chosenDecision: Decision) =>
    attempt(async () =>
      setPreview(
        await previewed(
          chosenDecision,
          decisionInput(chosenDecision, record, form.fields.getValues()),
        ),
      ),
    );

  const send = (shown: Previewed) =>
    attempt(async () => {
      const decided = await decide(shown);
      form.done();
      onDecided(decided);
    });

  return (
    <>
      <CheckedForm
        form={form}
        onSubmit={() => decision && form.check(fieldsOf(decision, record)) && show(decision)}
      >
        {failure && <Notice kind="error" title={failure} takesFocus />}
        <DecisionChoice
          record={record}
          offered={offered}
          chosen={decision}
          onChoose={(next) => {
            // A preview that is loading belongs to the selected decision.
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
            <DecisionFields form={form} record={record} decision={decision} />
            <div className="row above">
              <Button
                type="submit"
                loading={isBusy}
                {...(isReady(decision, record) && { 'data-next': true })}
                {...(decision === 'refuse' && { color: 'brick' })}
              >
                {words.act(decision)}
              </Button>
            </div>
          </>
        )}
      </CheckedForm>
      {preview && (
        <DecisionPreview
          decision={preview.decision}
          letter={preview.letter}
          isBusy={isBusy}
          onConfirm={() => send(preview)}
          onCancel={() => setPreview(undefined)}
        />
      )}
    </>
  );
}

function isReady(decision: Decision, record: CallData<'deskApplication'>): boolean {
  return fieldsOf(decision, record).every((field) => field === 'text') && !needsText(decision);
}

function isStale(error: unknown) {
  return (
    error instanceof ApiError &&
    [codes.outdated, codes.notAllowedNow, codes.takenByOther].includes(error.code as never)
  );
}

/**
 * Returns the day `ANSWER_DAYS` after today, or after the present date to answer, in the reader's
 * time zone, YYYY-MM-DD.
 */
function answerDay({ answerDueAt }: Pick<ApplicationRecord, 'answerDueAt'>): string {
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
  return (
    <fieldset className={`stack ${styles.fieldset} ${ownStyles.choices}`}>
      <legend>{t`What do you decide?`}</legend>
      {offered.map((decision) => (
        <Radio
          key={decision}
          name="decision"
          label={words.act(decision)}
          value={decision}
          aria-keyshortcuts={decisionKeys[decision]}
          {...(decision === chosen && { description: words.consequence(decision, record) })}
          checked={decision === chosen}
          onChange={() => onChoose(decision)}
        />
      ))}
    </fieldset>
  );
}
