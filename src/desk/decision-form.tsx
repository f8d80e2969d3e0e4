import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { codes } from '#contract/codes.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { Refused } from '#ui/calls/refused.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { useContractForm } from '#ui/form/contract-form.ts';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import styles from '#ui/form/form.module.css';
import { showMessage } from '#ui/messages/messages.ts';
import { Notice } from '#ui/messages/notice.tsx';
import {
  type DecisionValues,
  decide,
  decisionInput,
  fieldsOf,
  schemaOf,
} from './decision-calls.ts';
import { DecisionChoice } from './decision-choice.tsx';
import { DecisionFields } from './decision-fields.tsx';
import type { Decision } from './offered-decisions.ts';
import { useDecisionWords } from './use-decision-words.ts';

const ANSWER_DAYS = 14;
const DAY = 86_400_000;

interface DecisionFormProps {
  record: CallData<'deskApplication'>;
  reviewer: string;
  offered: readonly Decision[];
  onDecided: () => void;
  /** Somebody else acted first; `text` is what was typed. */
  onOvertaken: (text: string) => void;
}

/** Decides about an application. What is typed stays when the decision could not be made. */
export function DecisionForm(props: DecisionFormProps) {
  const { record, reviewer, offered, onDecided, onOvertaken } = props;
  const { t } = useLingui();
  const words = useDecisionWords();
  const [chosen, setChosen] = useState<Decision>();
  const [isConfirming, setConfirming] = useState(false);
  const [isSending, setSending] = useState(false);
  /** Why the last attempt failed. */
  const [failure, setFailure] = useState<string>();
  const decision = chosen && offered.includes(chosen) ? chosen : offered[0];
  const form = useContractForm({
    schema: schemaOf(decision ?? 'start'),
    initialValues: { text: '', dueOn: inDays(ANSWER_DAYS), ground: '' } as DecisionValues,
    toInput: (values) => decisionInput(decision ?? 'start', record, values),
    words: words.fields,
    draft: `${reviewer}:decision:${record.number}`,
  });
  if (!decision) return null;

  async function send(made: Decision) {
    setSending(true);
    setFailure(undefined);
    try {
      await decide(made, decisionInput(made, record, form.fields.getValues()));
      form.fields.reset();
      form.done();
      showMessage({ kind: 'notice', text: words.done(made) });
      onDecided();
    } catch (error) {
      if (isOvertaken(error)) onOvertaken(form.fields.getValues().text);
      else if (!form.refuse(error) && error instanceof Refused) setFailure(error.message);
    }
    setConfirming(false);
    setSending(false);
  }

  return (
    <>
      <ErrorSummary form={form} />
      {failure && <Notice kind="error" title={failure} />}
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!form.check(fieldsOf(decision))) return;
          if (decision === 'refuse') setConfirming(true);
          else send(decision);
        }}
      >
        <DecisionChoice
          offered={offered}
          chosen={decision}
          onChoose={(next) => {
            form.fields.clearErrors();
            setChosen(next);
          }}
        />
        <DecisionFields form={form} kind={record.kind} fields={fieldsOf(decision)} />
        <div className={styles.actions}>
          <Button
            type="submit"
            loading={isSending}
            {...(decision === 'refuse' && { color: 'brick' })}
          >
            {words.act(decision)}
          </Button>
        </div>
      </form>
      {isConfirming && (
        <ConfirmDialog
          title={t`Refuse the application?`}
          confirm={t`Refuse`}
          isFinal
          isBusy={isSending}
          onConfirm={() => send('refuse')}
          onCancel={() => setConfirming(false)}
        >
          <p>
            <Trans>
              The application ends for good. The requester gets the ground and your text in writing.
            </Trans>
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function isOvertaken(error: unknown) {
  return (
    error instanceof Refused &&
    (error.code === codes.outdated || error.code === codes.notAllowedNow)
  );
}

/** The date so many days from now, YYYY-MM-DD. */
function inDays(days: number): string {
  return new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
}
