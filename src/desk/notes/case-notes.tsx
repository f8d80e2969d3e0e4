import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { deskNoteChange } from '#contract/assignment.ts';
import { partsOf } from '#contract/mentions.ts';
import { call } from '#ui/calls/call.ts';
import { focusInPlace, useCallForm } from '#ui/form/call-form.tsx';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { formatInstant } from '#ui/format/dates.ts';
import { MoreRows, useFirstRows } from '#ui/list/paged-list.tsx';
import { reportDone } from '#ui/messages/messages.ts';
import type { CaseProps, Note } from '../case.ts';
import { useStaff } from '../staff-context.ts';
import { EarlierVersions } from './corrections.tsx';
import { MentionField } from './mention-field.tsx';
import { NoteForm } from './note-form.tsx';
import styles from './notes.module.css';

const NOTES_AT_FIRST = 20;

export default function CaseNotes({ record }: CaseProps) {
  const { t, i18n } = useLingui();
  const { user, hasRole } = useStaff();
  const { notes } = record;
  const { shown, ...more } = useFirstRows(notes.toReversed(), NOTES_AT_FIRST);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // Links in e-mails lead here, but the browser looks for the fragment before this section is
    // rendered.
    if (location.hash === '#notes') section.current?.focus();
  }, []);
  if (record.requester === user.id) return null;
  return (
    <section id="notes" ref={section} tabIndex={-1}>
      <h2>{t`Internal notes`}</h2>
      <p>
        {t`Only staff see these notes here. A requester who asks for access to their personal data may receive them (Article 15 GDPR).`}
      </p>
      <MoreRows {...more} />
      {notes.length > 0 && (
        <ol className={`stack plain ${styles.notes}`}>
          {shown.toReversed().map((note) => {
            const { id, at, author, text, opinion } = note;
            const given = notes.find((each) => each.opinion?.answer === id)?.opinion;
            return (
              <li key={id}>
                <small>
                  <time dateTime={new Date(at).toISOString()}>
                    {formatInstant(at, i18n.locale)}
                  </time>
                  <span>{` · ${author}`}</span>
                </small>
                {opinion && (
                  <p className={styles.opinion}>
                    {opinion.answer === null
                      ? t`Asks ${opinion.of} for an opinion: not given yet`
                      : t`Asked ${opinion.of} for an opinion`}
                  </p>
                )}
                {given && (
                  <p className={styles.opinion}>
                    {given.agrees === null
                      ? t`Opinion that was asked for`
                      : given.agrees
                        ? t`Agrees to the approval`
                        : t`Advises against the approval`}
                  </p>
                )}
                {text && <NoteText note={note} />}
                <EarlierVersions
                  isWithdrawn={text === ''}
                  changedAt={note.changedAt}
                  earlier={note.earlier}
                />
                {text && author === user.email && hasRole('reviewer') && (
                  <CorrectNote record={record} note={note} />
                )}
              </li>
            );
          })}
        </ol>
      )}
      {hasRole('reviewer') && <NoteForm record={record} />}
    </section>
  );
}

function NoteText({ note: { text, mentions } }: { note: Note }) {
  const { user } = useStaff();
  return (
    <p className={styles.typed}>
      {partsOf(text, mentions).map((part, index) => {
        // The index is a stable key: the parts never change their order.
        const key = `${index}`;
        if (part.mentions === null) return <span key={key}>{part.text}</span>;
        return (
          <strong
            key={key}
            title={part.mentions}
            data-reader={part.mentions === user.email || undefined}
          >
            {part.text}
          </strong>
        );
      })}
    </p>
  );
}

interface NoteProps extends CaseProps {
  note: Note;
}

function CorrectNote(props: NoteProps) {
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

function CorrectionForm({ record, note, onClose }: NoteProps & { onClose: () => void }) {
  const { t } = useLingui();
  const { user } = useStaff();
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
        without={[user.id, record.requester]}
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
