import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import type { CallData } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { CardTable } from '#ui/list/card-table.tsx';
import { FailedWork } from './failed-work.tsx';
import styles from './operation-page.module.css';
import { useWorkWords } from './use-work-words.ts';

type OfKind = CallData<'operationState'>['kinds'][number];

/** Page on which leads see what the portal has still to do by itself, and what failed. */
export default function OperationPage() {
  const { t, i18n } = useLingui();
  const words = useWorkWords();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data: state, isFailed, reload } = useQuery('operationState', {});
  if (isFailed) return <PageFailed onRetry={reload} />;
  if (!state) return <FullScreenLoader />;
  const { kinds, failed } = state;
  /** The button that was pressed may be gone with what it stood for. */
  const onDone = () => heading.current?.focus();

  return (
    <Page
      title={t`Operation`}
      above={[{ to: '/desk', label: t`Applications at the desk` }]}
      lead={
        <Trans>
          What the portal has still to do by itself. What fails is tried again; an e-mail for a day,
          then it waits for you.
        </Trans>
      }
    >
      <div className={`stack stack-large ${styles.parts}`}>
        <section>
          <h2>{t`What waits`}</h2>
          {kinds.length === 0 && <p>{t`Nothing waits.`}</p>}
          {kinds.length > 0 && (
            <CardTable
              rows={kinds}
              keyOf={({ kind }) => kind}
              columns={[
                { label: t`Work`, cell: ({ kind }: OfKind) => words[kind] },
                { label: t`Due`, cell: ({ due }) => i18n.number(due) },
                { label: t`At work`, cell: ({ working }) => i18n.number(working) },
                { label: t`Later`, cell: ({ later }) => i18n.number(later) },
                { label: t`Without a further try`, cell: ({ dead }) => i18n.number(dead) },
                {
                  label: t`Waits since`,
                  cell: ({ dueSince }) =>
                    dueSince === null ? '–' : formatInstant(dueSince, i18n.locale),
                },
              ]}
            />
          )}
        </section>
        <section>
          <h2 ref={heading} tabIndex={-1}>
            {t`What failed`}
          </h2>
          {failed.length === 0 && <p>{t`Nothing failed.`}</p>}
          {failed.length > 0 && <FailedWork failed={failed} onDone={onDone} />}
        </section>
      </div>
    </Page>
  );
}
