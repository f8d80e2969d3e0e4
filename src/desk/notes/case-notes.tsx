import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { partsOf } from '#contract/mentions.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { MoreRows, useFirstRows } from '#ui/list/paged-list.tsx';
import { useStaff } from '../staff-context.ts';
import { CorrectNote, EarlierVersions } from './correct-note.tsx';
import { NoteForm } from './note-form.tsx';
import styles from './notes.module.css';

const NOTES_AT_FIRST = 20;

export default function CaseNotes({ record }: { record: CallData<'deskApplication'> }) {
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
        <Trans>
          Only staff see these notes here. A requester who asks for access to their personal data
          may receive them (Article 15 GDPR).
        </Trans>
      </p>
      <MoreRows {...more} />
      {notes.length > 0 && (
        <ol className={`stack plain ${styles.notes}`}>
          {shown.toReversed().map((note) => {
            const { id, at, author, text, mentions, opinion } = note;
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
                    {opinion.answer === null ? (
                      <Trans>Asks {opinion.of} for an opinion: not given yet</Trans>
                    ) : (
                      <Trans>Asked {opinion.of} for an opinion</Trans>
                    )}
                  </p>
                )}
                <GivenOpinion question={notes.find((one) => one.opinion?.answer === id)} />
                {text && <NoteText text={text} mentions={mentions} readerEmail={user.email} />}
                <EarlierVersions
                  isWithdrawn={text === ''}
                  changedAt={note.changedAt}
                  earlier={note.earlier}
                />
                {text && author === user.email && hasRole('reviewer') && (
                  <CorrectNote record={record} note={note} author={user.id} />
                )}
              </li>
            );
          })}
        </ol>
      )}
      {hasRole('reviewer') && <NoteForm record={record} author={user} />}
    </section>
  );
}

type Note = CallData<'deskApplication'>['notes'][number];

function GivenOpinion({ question }: { question: Note | undefined }) {
  const { t } = useLingui();
  if (!question?.opinion) return null;
  const { agrees } = question.opinion;
  const stance = agrees ? t`Agrees to the approval` : t`Advises against the approval`;
  return (
    <p className={styles.opinion}>{agrees === null ? t`Opinion that was asked for` : stance}</p>
  );
}

interface NoteTextProps {
  text: string;
  mentions: readonly string[];
  readerEmail: string;
}

function NoteText({ text, mentions, readerEmail }: NoteTextProps) {
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
            data-reader={part.mentions === readerEmail || undefined}
          >
            {part.text}
          </strong>
        );
      })}
    </p>
  );
}
