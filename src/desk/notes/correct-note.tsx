import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { deskNoteChange } from '#contract/assignment.ts';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { focusInPlace, useCallForm } from '#ui/form/call-form.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { formatInstant } from '#ui/format/dates.ts';
import { reportDone } from '#ui/messages/messages.ts';
import { MentionField } from './mention-field.tsx';
import styles from './notes.module.css';

type Case = CallData<'deskApplication'>;

interface NoteProps {
  note: Case['notes'][number];
}

interface EarlierVersionsProps {
  isWithdrawn: boolean;
  changedAt: number | null;
  /** E-mail address of the colleague who changed it. */
  by?: string;
  earlier: readonly { at: number; text: string }[];
}

export function EarlierVersions({ isWithdrawn, changedAt, by, earlier }: EarlierVersionsProps) {
  const { i18n } = useLingui();
  if (changedAt === null) return null;
  const changed = formatInstant(changedAt, i18n.locale);
  return (
    <details>
      <summary>
        {isWithdrawn ? (
          <Trans>Withdrawn on {changed}</Trans>
        ) : (
          <Trans>Corrected on {changed}</Trans>
        )}
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

export function CorrectNote(props: NoteProps & { record: Case; author: string }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  function close() {
    flushSync(() => setOpen(false));
    button.current?.focus();
  }
  if (isOpen) return <CorrectionForm {...props} onClose={close} />;
  return (
    <button ref={button} type="button" onClick={() => setOpen(true)}>
      {t`Correct this note`}
    </button>
  );
}

interface CorrectionProps extends NoteProps {
  record: Case;
  author: string;
  onClose: () => void;
}

function CorrectionForm({ record, note, author, onClose }: CorrectionProps) {
  const { t } = useLingui();
  const about = { applicationNumber: record.number, id: note.id };
  const form = useCallForm('deskNoteChange', {
    schema: deskNoteChange.input,
    initialValues: { correction: note.text },
    toInput: (values) => ({ ...about, ...values }),
    words: { correction: { prompt: t`Write the note` } },
    done: t`The note is saved. Staff can read what it said before.`,
    onDone: onClose,
  });
  const withdraw = () =>
    reportDone(
      call('deskNoteChange', { ...about, correction: null }).then(onClose),
      t`The note is withdrawn. Staff can read what it said before.`,
    );
  return (
    <CheckedForm
      form={form}
      onSubmit={() => {
        const isChanged = form.fields.getValues().correction.trim() !== note.text;
        return isChanged ? form.submit() : onClose();
      }}
      onShown={focusInPlace}
    >
      <MentionField
        form={form}
        name="correction"
        label={t`Corrected note`}
        without={[author, record.requester]}
      />
      <div className="row above">
        <Button type="submit" loading={form.isSending}>
          {t`Save`}
        </Button>
        <Button variant="default" loading={form.isSending} onClick={withdraw}>
          {t`Withdraw the note`}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t`Cancel`}
        </Button>
      </div>
    </CheckedForm>
  );
}
