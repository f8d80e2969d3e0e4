import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { ConfirmDialog } from '#ui/dialog/dialog.tsx';
import { formatInstant } from '#ui/format/dates.ts';
import { CardTable } from '#ui/list/card-table.tsx';
import { reportDone } from '../report-done.ts';
import { RowButton } from '../row-button.tsx';
import { useStaff } from '../staff-context.ts';
import styles from './staff-page.module.css';
import { useRoleList } from './use-role-words.ts';

type Nomination = CallData<'staffNominations'>[number];

export function Nominations({ isOnlyLead }: { isOnlyLead: boolean }) {
  const { t, i18n } = useLingui();
  const roleList = useRoleList();
  const { data: nominations } = useQuery('staffNominations', {});
  if (!nominations?.length) return null;
  return (
    <section className={styles.nominations} aria-labelledby="nominations">
      <h2 id="nominations">{t`Proposed leads`}</h2>
      <p>{t`A second lead must confirm each new lead. Until then nothing changes.`}</p>
      <CardTable
        className={styles.table}
        rows={nominations}
        keyOf={({ email }) => email}
        columns={[
          { label: t`E-mail address`, cell: ({ email }: Nomination) => email },
          {
            label: t`Roles`,
            cell: ({ roles }) => roleList(roles),
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
            cell: (one) => <NominationActions nomination={one} isOnlyLead={isOnlyLead} />,
          },
        ]}
      />
    </section>
  );
}

interface NominationActionsProps {
  nomination: Nomination;
  isOnlyLead: boolean;
}

function NominationActions({ nomination: { email, byId }, isOnlyLead }: NominationActionsProps) {
  const { t } = useLingui();
  const { user } = useStaff();
  const [isAsked, setAsked] = useState(false);
  const isOwn = byId === user.id;

  const decline = () =>
    reportDone(call('staffNominationDecline', { email }), t`${email} does not become a lead.`);
  const confirm = () =>
    reportDone(call('staffNominationConfirm', { email }), t`${email} is a lead now.`);

  return (
    <>
      {isOwn && (
        <p>
          {isOnlyLead ? (
            <Trans>
              There is no other lead. The operator of the portal can confirm it:{' '}
              <code>npm run staff -- confirm {email}</code>
            </Trans>
          ) : (
            <Trans>Another lead must confirm it.</Trans>
          )}
        </p>
      )}
      <div className="row">
        {!isOwn && <RowButton label={t`Confirm`} of={email} onClick={() => setAsked(true)} />}
        <RowButton label={isOwn ? t`Withdraw` : t`Decline`} of={email} onClick={decline} />
      </div>
      {isAsked && (
        <ConfirmDialog
          title={t`Make ${email} a lead?`}
          confirm={t`Confirm`}
          onConfirm={() => confirm().then(() => setAsked(false))}
          onCancel={() => setAsked(false)}
        >
          <p>
            <Trans>
              Leads give and take roles, reset second factors and change settings. Check, in another
              way than by e-mail, that this is intended.
            </Trans>
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
