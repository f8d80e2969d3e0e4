import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { EMAIL } from '#contract/limits.ts';
import { LOCK_HOURS, MAX_WRONG_TRIES } from '#machines/limits.ts';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { Page } from '#ui/frame/page.tsx';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { CardTable } from '#ui/list/card-table.tsx';
import { reportDone, showMessage } from '#ui/messages/messages.ts';
import { ConfirmRowButton, RowButton } from '../row-button.tsx';
import { useStaff } from '../staff-context.ts';
import { Nominations } from './nominations.tsx';
import { RolesDialog } from './roles-dialog.tsx';
import styles from './staff-page.module.css';
import { useRoleList } from './use-role-words.ts';

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
      lead={t`They sign in with a code sent by e-mail and a second factor. The log records every change.`}
    >
      <div className="stack stack-large">
        {isLead && (
          <p>
            <Button onClick={() => setAdding(true)}>{t`Add a colleague`}</Button>
          </p>
        )}
        {isLead && <Nominations leads={leads} />}
        <section className="stack stack-small" aria-labelledby="colleagues">
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

type Colleague = CallData<'staffList'>[number];

function StaffTable({ staff }: { staff: readonly Colleague[] }) {
  const { t, i18n } = useLingui();
  const { hasRole, user } = useStaff();
  const roleList = useRoleList();
  const change = {
    label: t`Change`,
    cell: (colleague: Colleague) =>
      colleague.id === user.id ? (
        t`Another lead must change your roles.`
      ) : (
        <RowActions colleague={colleague} />
      ),
  };
  return (
    <CardTable
      className={styles.table}
      rows={staff}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t`E-mail address`,
          cell: ({ id, email }) => (
            <>
              <span>{email}</span>
              {id === user.id && <small>{t`You`}</small>}
            </>
          ),
        },
        {
          label: t`Roles`,
          cell: ({ roles }) => roleList(roles),
        },
        {
          label: t`Second factor`,
          cell: ({ hasSecondFactor, isCompanyLinked, lockedUntil }) => (
            <>
              <span>{hasSecondFactor ? t`set up` : t`not set up yet`}</span>
              {isCompanyLinked && <small>{t`Signs in with the company account`}</small>}
              {lockedUntil !== null && (
                <small data-locked>
                  {t`Locked until ${formatInstant(lockedUntil, i18n.locale)}`}
                </small>
              )}
            </>
          ),
        },
        ...(hasRole('lead') ? [change] : []),
      ]}
    />
  );
}

function RowActions({ colleague }: { colleague: Colleague }) {
  const { t } = useLingui();
  const { email, roles, hasSecondFactor, isCompanyLinked, lockedUntil } = colleague;
  const [areRolesOpen, setRolesOpen] = useState(false);
  const isLead = roles.includes('lead');
  const unlock = () => reportDone(call('staffUnlock', { email }), t`${email} is unlocked.`);
  return (
    <div className="row">
      <RowButton label={t`Change roles`} about={email} onClick={() => setRolesOpen(true)} />
      {lockedUntil !== null && <RowButton label={t`Unlock`} about={email} onClick={unlock} />}
      {hasSecondFactor && (
        <ConfirmRowButton
          about={email}
          confirm={t`Reset second factor`}
          isFinal
          title={t`Reset the second factor of ${email}?`}
          work={() => call('staffForgetSecondFactor', { email })}
          done={t`${email} must now set up a new second factor.`}
        >
          <p>{t`Check in another way than by e-mail that this person really asked for it. Their app and recovery codes stop working, also in open sessions.`}</p>
        </ConfirmRowButton>
      )}
      {isCompanyLinked && (
        <ConfirmRowButton
          about={email}
          label={t`Unlink company account`}
          confirm={t`Unlink`}
          isFinal
          title={t`Unlink the company account of ${email}?`}
          work={() => call('staffUnlinkCompany', { email })}
          done={t`The company account of ${email} is unlinked, and they are signed out.`}
        >
          <p>{t`This signs them out everywhere. The next person for whom the company confirms this address is linked to the account. The roles stay; to take them away, deactivate the account.`}</p>
        </ConfirmRowButton>
      )}
      <ConfirmRowButton
        about={email}
        confirm={t`Deactivate`}
        title={t`Deactivate ${email}?`}
        isFinal
        work={() => call('staffChange', { email, roles: [] })}
        done={
          isLead
            ? t`${email} stays a lead until another lead confirms the removal.`
            : t`${email} is deactivated.`
        }
      >
        <p>
          {isLead
            ? t`Another lead must confirm the removal of a lead. Until then nothing changes.`
            : t`This removes all their roles and their second factor at once, and releases the applications they had taken. What they did stays in the histories and the log. You can add them again.`}
        </p>
      </ConfirmRowButton>
      {areRolesOpen && <RolesDialog colleague={colleague} onClose={() => setRolesOpen(false)} />}
    </div>
  );
}
