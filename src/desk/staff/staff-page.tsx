import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { EMAIL } from '#contract/limits.ts';
import { LOCK_HOURS, MAX_WRONG_TRIES } from '#machines/limits.ts';
import { call } from '#ui/calls/call.ts';
import { Page } from '#ui/frame/page.tsx';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { showMessage } from '#ui/messages/messages.ts';
import { useStaff } from '../staff-context.ts';
import { Nominations } from './nominations.tsx';
import { RolesDialog } from './roles-dialog.tsx';
import styles from './staff-page.module.css';
import { StaffTable } from './staff-table.tsx';

export default function StaffPage() {
  const { t } = useLingui();
  const { hasRole } = useStaff();
  const { data: staff, fallback } = usePageQuery('staffList', {});
  const [isAdding, setAdding] = useState(false);
  if (!staff) return fallback;
  const isLead = hasRole('lead');
  const leads = staff.filter(({ roles }) => roles.includes('lead')).map(({ email }) => email);

  return (
    <Page
      title={t`Staff`}
      lead={
        <Trans>
          They sign in with a code sent by e-mail and a second factor. The log records every change.
        </Trans>
      }
    >
      <div className="stack stack-large">
        {isLead && (
          <p>
            <Button onClick={() => setAdding(true)}>{t`Add a colleague`}</Button>
          </p>
        )}
        {isLead && <Nominations leads={leads} />}
        <section className={styles.colleagues} aria-labelledby="colleagues">
          <h2 id="colleagues">{t`Colleagues and their roles`}</h2>
          <StaffTable staff={staff} />
        </section>
        {isLead && <UnlockForm />}
      </div>
      {isAdding && <RolesDialog onClose={() => setAdding(false)} />}
    </Page>
  );
}

function UnlockForm() {
  const { t } = useLingui();
  const [error, setError] = useState<string>();

  async function unlock(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const field = form.elements.namedItem('locked') as HTMLInputElement;
    if (!field.validity.valid) {
      setError(
        t`Enter the e-mail in the correct format, like name@example.eu. Accents and other alphabets are possible only after the @`,
      );
      field.focus();
      return;
    }
    setError(undefined);
    const email = field.value.trim();
    const answer = await call('staffUnlock', { email }).catch(() => null);
    if (!answer) return;
    form.reset();
    showMessage({
      kind: 'notice',
      text: answer.wasLocked ? t`${email} is unlocked.` : t`${email} was not locked.`,
    });
  }

  return (
    <section className={`stack measure ${styles.unlock}`} aria-labelledby="unlock">
      <h2 id="unlock">{t`Unlock an address`}</h2>
      <p>
        <Trans>
          <Plural value={{ tries: MAX_WRONG_TRIES }} one="# wrong code" other="# wrong codes" /> in
          a row lock an address for{' '}
          <Plural value={{ hours: LOCK_HOURS }} one="# hour" other="# hours" />, including the
          address of a requester. When somebody asks you to unlock one, check that it is really
          them.
        </Trans>
      </p>
      <form noValidate onSubmit={unlock}>
        <TextInput
          name="locked"
          type="email"
          pattern={EMAIL.source}
          required
          label={<span>{t`E-mail address`}</span>}
          error={error}
        />
        <Button type="submit" variant="default">
          {t`Unlock`}
        </Button>
      </form>
    </section>
  );
}
