import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { canDecideGrant } from '#contract/live/grant-state.ts';
import { deskGrantSuspend, suspensionGrounds } from '#contract/live/grants.ts';
import { grantStates, suspensionGroundWords } from '#forms/live-access.ts';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { CallForm } from '#ui/form/call-form.tsx';
import { formatDate, formatInstant } from '#ui/format/dates.ts';
import { formatNumber } from '#ui/format/numbers.ts';
import { Page } from '#ui/frame/page.tsx';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { CardTable } from '#ui/list/card-table.tsx';
import { reportDone } from '#ui/messages/messages.ts';
import { RowButton } from '../row-button.tsx';
import { SearchForm } from '../search-form.tsx';
import { useStaff } from '../staff-context.ts';

type DeskGrant = CallData<'deskGrants'>['grants'][number];

export default function LiveAccessDeskPage() {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const search = params.get('search') ?? '';
  const [suspending, setSuspending] = useState<DeskGrant | null>(null);
  const { data, fallback } = usePageQuery('deskGrants', search ? { search } : {});
  if (!data) return fallback;

  return (
    <Page
      title={t`Live access`}
      lead={t`Owners read the data of their vehicles as they arrive. You can suspend that only on a ground of the Data Act; the owner gets the ground and your reasons by e-mail.`}
    >
      <div className="stack stack-large">
        <search>
          <SearchForm
            className="row row-end"
            label={<span>{t`VIN or e-mail address of the owner`}</span>}
            autoComplete="off"
          />
        </search>
        {suspending ? (
          <SuspendForm grant={suspending} onClose={() => setSuspending(null)} />
        ) : (
          <GrantTable grants={data.grants} onSuspend={setSuspending} />
        )}
      </div>
    </Page>
  );
}

interface GrantTableProps {
  grants: readonly DeskGrant[];
  onSuspend: (grant: DeskGrant) => void;
}

function GrantTable({ grants, onSuspend }: GrantTableProps) {
  const { t, i18n } = useLingui();
  const { hasRole } = useStaff();
  if (grants.length === 0) return <p>{t`No live access was found.`}</p>;
  const resume = ({ grant: { grantId } }: DeskGrant) =>
    reportDone(call('deskGrantResume', { grantId }), t`The suspension is lifted.`);
  return (
    <CardTable
      rows={grants}
      keyOf={({ grant }) => grant.grantId}
      label={t`Live access`}
      columns={[
        {
          label: t`Vehicle`,
          cell: ({ vehicleName, vin, publicId }) => (
            <>
              <span>{vehicleName ?? '–'}</span>
              <small>{vin}</small>
              <small>{publicId}</small>
            </>
          ),
        },
        { label: t`Owner`, cell: ({ owner }) => owner },
        {
          label: t`State`,
          cell: ({ grant: { state, suspended } }) => (
            <>
              <span className="tag">{i18n._(grantStates[state as keyof typeof grantStates])}</span>
              {suspended && <small>{suspended.ground}</small>}
              {suspended && <small>{suspended.substantiation}</small>}
            </>
          ),
        },
        {
          label: t({ message: 'Time', context: 'live access' }),
          cell: ({ grant: { requestedAt, endsAt, ended } }) =>
            [requestedAt, ended?.at ?? endsAt].map((at) => formatDate(at, i18n.locale)).join(' – '),
        },
        {
          label: t`Tokens`,
          cell: ({ tokens }) =>
            tokens.length === 0 ? (
              '–'
            ) : (
              <ul className="plain">
                {tokens.map(({ tokenId, name, lastUsedAt, revokedAt, calls }) => {
                  const today = formatNumber(calls.at(-1) ?? 0, i18n.locale);
                  const used = lastUsedAt && formatInstant(lastUsedAt, i18n.locale);
                  const revoked = revokedAt && formatInstant(revokedAt, i18n.locale);
                  return (
                    <li key={tokenId}>
                      <span>{name}</span>
                      <small>{used ? t`last used ${used}, today ${today}` : t`not used yet`}</small>
                      {revoked && (
                        <small>
                          <span>{t`Token for live access revoked`}</span> <span>{revoked}</span>
                        </small>
                      )}
                    </li>
                  );
                })}
              </ul>
            ),
        },
        {
          label: t({ message: 'Action', context: 'live access' }),
          cell: (row) => {
            if (!hasRole('reviewer') || row.isOwn) return null;
            const about = `${row.vehicleName ?? ''} ${row.owner}`;
            if (canDecideGrant(row.grant, 'suspend'))
              return <RowButton label={t`Suspend`} about={about} onClick={() => onSuspend(row)} />;
            return (
              canDecideGrant(row.grant, 'resume') && (
                <RowButton
                  label={t`Lift the suspension`}
                  about={about}
                  onClick={() => resume(row)}
                />
              )
            );
          },
        },
      ]}
    />
  );
}

interface SuspendFormProps {
  grant: DeskGrant;
  onClose: () => void;
}

function SuspendForm({ grant: { grant, owner, vehicleName }, onClose }: SuspendFormProps) {
  const { t, i18n } = useLingui();
  const vehicle = vehicleName ?? '–';
  return (
    <section className="stack">
      <h2>{t`Suspend the live access of ${owner} to ${vehicle}`}</h2>
      <CallForm
        endpoint="deskGrantSuspend"
        schema={deskGrantSuspend.input}
        about={{ grantId: grant.grantId }}
        fields={{
          ground: {
            label: t`Ground`,
            choices: suspensionGrounds.map((value) => ({
              value,
              label: i18n._(suspensionGroundWords[value]),
            })),
            prompt: t`Choose the ground`,
          },
          substantiation: {
            label: t`Reasons`,
            description: t`The owner reads them word for word. Notify the competent authority, too, where the law says so.`,
            control: { kind: 'text' },
            prompt: t`Give the reasons`,
          },
        }}
        action={t`Suspend live access`}
        done={t`Live access is suspended, and the owner informed.`}
        onClose={onClose}
      />
    </section>
  );
}
