import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { CardTable } from '#ui/list/card-table.tsx';
import { reportDone } from '#ui/messages/messages.ts';
import { ConfirmRowButton, RowButton } from '../row-button.tsx';
import { useStaff } from '../staff-context.ts';
import styles from './staff-page.module.css';
import { useRoleList } from './use-role-words.ts';

type Nomination = CallData<'staffNominations'>[number];

export function Nominations({ leads }: { leads: readonly string[] }) {
  const { t, i18n } = useLingui();
  const roleList = useRoleList();
  const { data: nominations } = useQuery('staffNominations', {});
  if (!nominations?.length) return null;
  return (
    <section className="stack stack-small" aria-labelledby="nominations">
      <h2 id="nominations">{t`Proposed changes of leads`}</h2>
      <p className="measure">{t`A second lead must confirm each new lead and each removal of a lead. Until then nothing changes.`}</p>
      <CardTable
        className={styles.table}
        rows={nominations}
        keyOf={({ email }) => email}
        columns={[
          { label: t`E-mail address`, cell: ({ email }: Nomination) => email },
          {
            label: t`Roles`,
            cell: ({ roles }) => (
              <>
                <span>{roleList(roles)}</span>
                {isRemoval(roles) && <small>{t`No longer a lead`}</small>}
              </>
            ),
          },
          {
            label: t`Proposed by`,
            cell: ({ by, at }) => (
              <>
                <span>{by}</span>
                <small>{formatInstant(at, i18n.locale)}</small>
              </>
            ),
          },
          {
            label: t`Change`,
            cell: (nomination) => <NominationActions nomination={nomination} leads={leads} />,
          },
        ]}
      />
    </section>
  );
}

interface NominationActionsProps {
  nomination: Nomination;
  leads: readonly string[];
}

const isRemoval = (roles: Nomination['roles']) => !roles.includes('lead');

function NominationActions({ nomination, leads }: NominationActionsProps) {
  const { t } = useLingui();
  const { user } = useStaff();
  const { email, roles, byId } = nomination;
  const isOwn = byId === user.id;
  const isOnlyLead = leads.every((lead) => lead === user.email || lead === email);

  const decline = () =>
    reportDone(
      call('staffNominationDecline', { email }),
      isRemoval(roles) ? t`${email} stays a lead.` : t`${email} does not become a lead.`,
    );

  return (
    <>
      {isOwn && (
        <p>
          {isOnlyLead ? (
            <Trans>
              There is no other lead. The operator of the portal can confirm it:{' '}
              <code>portal staff confirm {email}</code>
            </Trans>
          ) : (
            t`Another lead must confirm it.`
          )}
        </p>
      )}
      <div className="row">
        {!isOwn && (
          <ConfirmRowButton
            about={email}
            title={isRemoval(roles) ? t`Remove ${email} as a lead?` : t`Make ${email} a lead?`}
            confirm={t`Confirm`}
            work={() => call('staffNominationConfirm', { email })}
            done={isRemoval(roles) ? t`${email} is no longer a lead.` : t`${email} is a lead now.`}
          >
            <p>
              {t`Leads give and take roles, reset second factors and change settings. Check, in another way than by e-mail, that this is intended.`}
            </p>
          </ConfirmRowButton>
        )}
        {email !== user.email && (
          <RowButton label={isOwn ? t`Withdraw` : t`Decline`} about={email} onClick={decline} />
        )}
      </div>
    </>
  );
}
