import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentProps, useState } from 'react';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { ConfirmButton } from '#ui/dialog/confirm-button.tsx';
import { formatInstant } from '#ui/format/dates.ts';
import { CardTable } from '#ui/list/card-table.tsx';
import { reportDone } from '#ui/messages/messages.ts';
import { RowButton } from '../row-button.tsx';
import { useStaff } from '../staff-context.ts';
import { RolesDialog } from './roles-dialog.tsx';
import styles from './staff-page.module.css';
import { useRoleList } from './use-role-words.ts';

type Colleague = CallData<'staffList'>[number];

export function StaffTable({ staff }: { staff: readonly Colleague[] }) {
  const { t, i18n } = useLingui();
  const { hasRole, user } = useStaff();
  const roleList = useRoleList();
  const change = {
    label: t`Change`,
    cell: (one: Colleague) =>
      one.id === user.id ? (
        <Trans>Another lead must change your roles.</Trans>
      ) : (
        <RowActions colleague={one} />
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
      <RowButton label={t`Change roles`} of={email} onClick={() => setRolesOpen(true)} />
      {lockedUntil !== null && <RowButton label={t`Unlock`} of={email} onClick={unlock} />}
      {hasSecondFactor && (
        <ConfirmedAction
          of={email}
          confirm={t`Reset second factor`}
          title={t`Reset the second factor of ${email}?`}
          text={t`Check in another way than by e-mail that this person really asked for it. Their app and recovery codes stop working, also in open sessions.`}
          work={() => call('staffForgetSecondFactor', { email })}
          done={t`${email} must now set up a new second factor.`}
        />
      )}
      {isCompanyLinked && (
        <ConfirmedAction
          of={email}
          label={t`Unlink company account`}
          confirm={t`Unlink`}
          title={t`Unlink the company account of ${email}?`}
          text={t`This signs them out everywhere. The next person for whom the company confirms this address is linked to the account. The roles stay; to take them away, deactivate the account.`}
          work={() => call('staffUnlinkCompany', { email })}
          done={t`The company account of ${email} is unlinked, and they are signed out.`}
        />
      )}
      <ConfirmedAction
        of={email}
        confirm={t`Deactivate`}
        title={t`Deactivate ${email}?`}
        text={
          isLead
            ? t`Another lead must confirm the removal of a lead. Until then nothing changes.`
            : t`This removes all their roles and their second factor at once, and releases the applications they had taken. What they did stays in the histories and the log. You can add them again.`
        }
        work={() => call('staffChange', { email, roles: [] })}
        done={
          isLead
            ? t`${email} stays a lead until another lead confirms the removal.`
            : t`${email} is deactivated.`
        }
      />
      {areRolesOpen && <RolesDialog colleague={colleague} onClose={() => setRolesOpen(false)} />}
    </div>
  );
}

interface ConfirmedActionProps
  extends Pick<ComponentProps<typeof ConfirmButton>, 'title' | 'confirm' | 'work' | 'done'> {
  of: string;
  label?: string;
  text: string;
}

function ConfirmedAction({ of, label, text, ...action }: ConfirmedActionProps) {
  return (
    <ConfirmButton
      opener={(ask) => <RowButton label={label ?? action.confirm} of={of} onClick={ask} />}
      isFinal
      {...action}
    >
      <p>{text}</p>
    </ConfirmButton>
  );
}
