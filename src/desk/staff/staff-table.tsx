import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { StaffRole } from '#contract/staff-roles.ts';
import { plainList } from '#lib/words/formats.ts';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { ConfirmDialog } from '#ui/dialog/dialog.tsx';
import { formatInstant } from '#ui/format/dates.ts';
import { CardTable } from '#ui/list/card-table.tsx';
import { showMessage } from '#ui/messages/messages.ts';
import { useStaff } from '../staff-context.ts';
import { RolesDialog } from './roles-dialog.tsx';
import styles from './staff-page.module.css';
import { useRoleWords } from './use-role-words.ts';

type Colleague = CallData<'staffList'>[number];

interface StaffTableProps {
  staff: readonly Colleague[];
}

/** A row a colleague, with what a lead may change about them. */
export function StaffTable({ staff }: StaffTableProps) {
  const { t, i18n } = useLingui();
  const { may, user } = useStaff();
  const words = useRoleWords();
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
          cell: ({ roles }) =>
            plainList(
              roles.map((role) => words[role].label),
              i18n.locale,
            ),
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
        ...(may('lead') ? [change] : []),
      ]}
    />
  );
}

/** Actions of a lead on a colleague; those that cannot be undone ask for confirmation. */
function RowActions({ colleague }: { colleague: Colleague }) {
  const { t } = useLingui();
  const { email, roles, hasSecondFactor, isCompanyLinked, lockedUntil } = colleague;
  const [asked, setAsked] = useState<'roles' | 'forget' | 'unlink' | 'deactivate'>();
  const close = () => setAsked(undefined);

  function done(text: string) {
    close();
    showMessage({ kind: 'notice', text });
  }
  /** A refusal is on screen as a message. */
  const attempt = (work: Promise<unknown>, text: string) => work.then(() => done(text), close);
  const giveRoles = async (_: string, given: readonly StaffRole[]) => {
    const change = { email, roles: [...given] };
    const { awaitsLead } = await call('staffChange', change, { silent: true });
    done(
      awaitsLead
        ? t`${email} becomes a lead once another lead confirms it.`
        : t`The roles of ${email} are changed.`,
    );
  };

  return (
    <div className="row">
      <button type="button" onClick={() => setAsked('roles')}>
        <Trans>Change roles</Trans> <span className="visually-hidden">{email}</span>
      </button>
      {lockedUntil !== null && (
        <button
          type="button"
          onClick={() => attempt(call('staffUnlock', { email }), t`${email} is unlocked.`)}
        >
          <Trans>Unlock</Trans> <span className="visually-hidden">{email}</span>
        </button>
      )}
      {hasSecondFactor && (
        <button type="button" onClick={() => setAsked('forget')}>
          <Trans>Reset second factor</Trans> <span className="visually-hidden">{email}</span>
        </button>
      )}
      {isCompanyLinked && (
        <button type="button" onClick={() => setAsked('unlink')}>
          <Trans>Unlink company account</Trans> <span className="visually-hidden">{email}</span>
        </button>
      )}
      <button type="button" onClick={() => setAsked('deactivate')}>
        <Trans>Deactivate</Trans> <span className="visually-hidden">{email}</span>
      </button>
      {asked === 'roles' && (
        <RolesDialog
          title={t`Roles of ${email}`}
          confirm={t`Change roles`}
          email={email}
          roles={roles}
          onGiven={giveRoles}
          onCancel={close}
        />
      )}
      {asked === 'forget' && (
        <ConfirmDialog
          title={t`Reset the second factor of ${email}?`}
          confirm={t`Reset second factor`}
          isFinal
          onConfirm={() =>
            attempt(
              call('staffForgetSecondFactor', { email }),
              t`${email} must now set up a new second factor.`,
            )
          }
          onCancel={close}
        >
          <p>
            <Trans>
              Check in another way than by e-mail that this person really asked for it. Their app
              and recovery codes stop working, also in open sessions.
            </Trans>
          </p>
        </ConfirmDialog>
      )}
      {asked === 'unlink' && (
        <ConfirmDialog
          title={t`Unlink the company account of ${email}?`}
          confirm={t`Unlink`}
          isFinal
          onConfirm={() =>
            attempt(
              call('staffUnlinkCompany', { email }),
              t`The company account of ${email} is unlinked, and they are signed out.`,
            )
          }
          onCancel={close}
        >
          <p>
            <Trans>
              This signs them out everywhere. The next person whom the company names with this
              address is linked to the account. Their roles stay; to take those away, deactivate
              them.
            </Trans>
          </p>
        </ConfirmDialog>
      )}
      {asked === 'deactivate' && (
        <ConfirmDialog
          title={t`Deactivate ${email}?`}
          confirm={t`Deactivate`}
          isFinal
          onConfirm={() =>
            attempt(call('staffChange', { email, roles: [] }), t`${email} is deactivated.`)
          }
          onCancel={close}
        >
          <p>
            <Trans>
              This removes all their roles and their second factor at once, and releases the
              applications they had taken. What they did stays in the histories and the log. You can
              add them again.
            </Trans>
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
