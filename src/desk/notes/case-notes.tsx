import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { deskNoteAdd } from '#contract/assignment.ts';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { CheckedForm } from '#ui/form/checked-form.tsx';
import { useContractForm } from '#ui/form/contract-form.ts';
import formStyles from '#ui/form/form.module.css';
import { formatInstant } from '#ui/format/dates.ts';
import { useStaff } from '../staff-context.ts';
import { MentionField } from './mention-field.tsx';
import { NoteText } from './note-text.tsx';
import styles from './notes.module.css';

interface CaseNotesProps {
  record: CallData<'deskApplication'>;
}

/** Notes that staff write to each other about an application. */
export default function CaseNotes({ record }: CaseNotesProps) {
  const { i18n } = useLingui();
  const { user, may } = useStaff();
  if (record.requester === user.id) return null;
  return (
    <section id="notes" tabIndex={-1}>
      <h2>
        <Trans>Internal notes</Trans>
      </h2>
      <p>
        <Trans>
          Only staff see these notes here. A requester who asks for access to their personal data
          may receive them (Article 15 GDPR).
        </Trans>
      </p>
      {record.notes.length > 0 && (
        <ol className={styles.notes}>
          {record.notes.map(({ id, at, author, text, mentions }) => (
            <li key={id}>
              <small>
                <time dateTime={new Date(at).toISOString()}>{formatInstant(at, i18n.locale)}</time>
                {` · ${author}`}
              </small>
              <NoteText text={text} mentions={mentions} reader={user.email} />
            </li>
          ))}
        </ol>
      )}
      {may('reviewer') && <NoteForm record={record} author={user.id} />}
    </section>
  );
}

interface NoteFormProps extends CaseNotesProps {
  author: string;
}

function NoteForm({ record, author }: NoteFormProps) {
  const { t } = useLingui();
  const { number: applicationNumber, requester } = record;
  const form = useContractForm({
    schema: deskNoteAdd.input,
    initialValues: { note: '' },
    toInput: (values) => ({ applicationNumber, ...values }),
    words: { note: { prompt: t`Write the note` } },
    draft: `${author}:note:${applicationNumber}`,
  });

  const add = () =>
    form.send(async (input) => {
      await call('deskNoteAdd', input);
      form.restart();
    });

  return (
    <CheckedForm form={form} onSubmit={add}>
      <MentionField form={form} name="note" label={t`New note`} without={[author, requester]} />
      <div className={formStyles.actions}>
        <Button type="submit" variant="default" loading={form.isSending}>
          <Trans>Add the note</Trans>
        </Button>
      </div>
    </CheckedForm>
  );
}
