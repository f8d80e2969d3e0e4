import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { ConfirmDialog } from '#ui/dialog/dialog.tsx';
import { formatInstant } from '#ui/format/dates.ts';
import { CardTable } from '#ui/list/card-table.tsx';
import { showMessage } from '#ui/messages/messages.ts';
import { useWorkWords } from './use-work-words.ts';

type Failed = CallData<'operationState'>['failed'][number];

interface FailedWorkProps {
  failed: readonly Failed[];
  /** The list may be loaded again without the row that was acted on. */
  onDone: () => void;
}

/** What failed, each with its last error, to be tried again or given up. */
export function FailedWork({ failed, onDone }: FailedWorkProps) {
  const { t, i18n } = useLingui();
  const words = useWorkWords();
  const [givenUp, setGivenUp] = useState<Failed>();
  const instant = (at: number) => formatInstant(at, i18n.locale);

  const shownOf = ({ kind, mail, applicationNumber }: Failed) =>
    `${mail?.subject ?? words[kind]} ${applicationNumber ?? ''}`.trim();

  async function retry(ids: string[]) {
    // Why not is on screen as a message.
    const tried = await call('operationRetry', { ids }).catch(() => null);
    if (tried)
      showMessage({
        kind: 'notice',
        text: t`${plural(tried.count, { one: '# piece of work is tried again now.', other: '# pieces of work are tried again now.' })}`,
      });
    onDone();
  }
  async function giveUp({ id }: Failed) {
    const isGivenUp = await call('operationGiveUp', { id }).catch(() => false);
    if (isGivenUp !== false) showMessage({ kind: 'notice', text: t`The e-mail is given up.` });
    // The dialog gives the focus back first, to a button that goes with its row.
    flushSync(() => setGivenUp(undefined));
    onDone();
  }

  return (
    <>
      <p>
        <button type="button" onClick={() => retry(failed.map(({ id }) => id))}>
          <Trans>Try all of them again</Trans>
        </button>
      </p>
      <CardTable
        rows={failed}
        keyOf={({ id }) => id}
        columns={[
          {
            label: t`Work`,
            cell: ({ kind, mail }: Failed) =>
              mail ? <span lang={mail.language}>{mail.subject}</span> : words[kind],
          },
          {
            label: t`Application`,
            cell: ({ applicationNumber: number }) =>
              number ? <Link to={`/desk/applications/${number}`}>{number}</Link> : '–',
          },
          { label: t`Fails since`, cell: ({ failingSince }) => instant(failingSince) },
          {
            label: t`Next try`,
            cell: ({ nextAt }) =>
              nextAt === null ? t`None, it failed for a day` : instant(nextAt),
          },
          { label: t`Last error`, cell: ({ error }) => <span lang="en">{error}</span> },
          {
            label: t`Change`,
            cell: (one) => (
              <>
                <button type="button" onClick={() => retry([one.id])}>
                  <Trans>Try again</Trans> <span className="visually-hidden">{shownOf(one)}</span>
                </button>
                <span> </span>
                {one.kind === 'mail' && (
                  <button type="button" onClick={() => setGivenUp(one)}>
                    <Trans>Give up</Trans> <span className="visually-hidden">{shownOf(one)}</span>
                  </button>
                )}
              </>
            ),
          },
        ]}
      />
      {givenUp && (
        <ConfirmDialog
          title={t`Give up this e-mail?`}
          confirm={t`Give up`}
          isFinal
          onConfirm={() => giveUp(givenUp)}
          onCancel={() => setGivenUp(undefined)}
        >
          {givenUp.mail && <p lang={givenUp.mail.language}>{givenUp.mail.subject}</p>}
          <p>
            <Trans>
              It is not sent any more. What was decided stands in the portal; the password of a
              report stands in the e-mail alone, and the report has to be generated again.
            </Trans>
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
