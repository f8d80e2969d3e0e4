import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { plainList } from '#lib/words/formats.ts';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { ConfirmDialog } from '#ui/dialog/dialog.tsx';
import { formatInstant } from '#ui/format/dates.ts';
import { CardTable } from '#ui/list/card-table.tsx';
import { showMessage } from '#ui/messages/messages.ts';
import { useStaff } from '../staff-context.ts';
import styles from './staff-page.module.css';
import { useRoleWords } from './use-role-words.ts';

type Nomination = CallData<'staffNominations'>[number];

/** Colleagues who are proposed as leads, and what a lead may do about each; nothing without any. */
export function Nominations({ isOnlyLead }: { isOnlyLead: boolean }) {
  const { t, i18n } = useLingui();
  const words = useRoleWords();
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
            cell: ({ roles }) =>
              plainList(
                roles.map((role) => words[role].label),
                i18n.locale,
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

function NominationActions({ nomination, isOnlyLead }: NominationActionsProps) {
  const { t } = useLingui();
  const { user } = useStaff();
  const { email, byId } = nomination;
  const [isAsked, setAsked] = useState(false);
  const isOwn = byId === user.id;

  /** A refusal is on screen as a message. */
  const attempt = (work: Promise<unknown>, text: string) =>
    work
      .then(
        () => showMessage({ kind: 'notice', text }),
        () => {},
      )
      .then(() => setAsked(false));
  const decline = () =>
    attempt(call('staffNominationDecline', { email }), t`${email} does not become a lead.`);

  return (
    <>
      {isOwn && (
        <p>
          {isOnlyLead ? (
            <Trans>
              There is no other lead. Whoever operates the portal can confirm it:{' '}
              <code>npm run staff -- confirm {email}</code>
            </Trans>
          ) : (
            <Trans>Another lead must confirm it.</Trans>
          )}
        </p>
      )}
      <div className="row">
        {!isOwn && (
          <button type="button" onClick={() => setAsked(true)}>
            <Trans>Confirm</Trans> <span className="visually-hidden">{email}</span>
          </button>
        )}
        <button type="button" onClick={decline}>
          {isOwn ? <Trans>Withdraw</Trans> : <Trans>Decline</Trans>}
          <span className="visually-hidden">{` ${email}`}</span>
        </button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title={t`Make ${email} a lead?`}
          confirm={t`Confirm`}
          onConfirm={() =>
            attempt(call('staffNominationConfirm', { email }), t`${email} is a lead now.`)
          }
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
