import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { formatInstant } from '#ui/format/dates.ts';
import textButton from '#ui/frame/text-button.module.css';
import { CardTable } from '#ui/list/card-table.tsx';
import { useWorkWords } from './use-work-words.ts';

type Failed = CallData<'operationState'>['failed'][number];

/** What failed, each with its last error, to be tried again or given up. */
export function FailedWork({ failed, reload }: { failed: readonly Failed[]; reload: () => void }) {
  const { t, i18n } = useLingui();
  const words = useWorkWords();
  const [givenUp, setGivenUp] = useState<Failed>();
  const instant = (at: number) => formatInstant(at, i18n.locale);

  async function retry(ids: string[]) {
    // Why not is on screen as a message.
    await call('operationRetry', { ids }).catch(() => {});
    reload();
  }
  async function giveUp({ id }: Failed) {
    await call('operationGiveUp', { id }).catch(() => {});
    setGivenUp(undefined);
    reload();
  }

  return (
    <>
      <p>
        <button
          type="button"
          className={textButton.textButton}
          onClick={() => retry(failed.map(({ id }) => id))}
        >
          <Trans>Try all of them again</Trans>
        </button>
      </p>
      <CardTable
        rows={failed}
        keyOf={({ id }) => id}
        columns={[
          { label: t`Work`, cell: ({ kind }: Failed) => words[kind] },
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
                <button
                  type="button"
                  className={textButton.textButton}
                  onClick={() => retry([one.id])}
                >
                  <Trans>Try again</Trans>{' '}
                  <span className="visually-hidden">
                    {words[one.kind]} {one.applicationNumber}
                  </span>
                </button>{' '}
                {one.kind === 'mail' && (
                  <button
                    type="button"
                    className={textButton.textButton}
                    onClick={() => setGivenUp(one)}
                  >
                    <Trans>Give up</Trans>{' '}
                    <span className="visually-hidden">
                      {words[one.kind]} {one.applicationNumber}
                    </span>
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
          onConfirm={() => giveUp(givenUp)}
          onCancel={() => setGivenUp(undefined)}
        >
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
