import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { LOCK_HOURS, MAX_WRONG_TRIES } from '#machines/limits.ts';
import { call } from '#ui/calls/call.ts';
import { showMessage } from '#ui/messages/messages.ts';
import styles from './staff-page.module.css';

/** Lets an address that wrong codes locked, a requester's too, sign in before the lock is over. */
export function UnlockForm() {
  const { t } = useLingui();
  const [error, setError] = useState<string>();

  async function unlock(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const field = form.elements.namedItem('locked') as HTMLInputElement;
    if (!field.validity.valid) {
      setError(t`Enter the e-mail in the correct format, like name@example.eu`);
      field.focus();
      return;
    }
    setError(undefined);
    const email = field.value.trim();
    // Why not is on screen as a message.
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
