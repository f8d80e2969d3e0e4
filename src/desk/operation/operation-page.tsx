import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { Page } from '#ui/frame/page.tsx';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { CardTable } from '#ui/list/card-table.tsx';
import { showMessage } from '#ui/messages/messages.ts';
import { Notice } from '#ui/messages/notice.tsx';
import { ConfirmRowButton, RowButton } from '../row-button.tsx';
import { workWords } from './work-words.ts';

export default function OperationPage() {
  const { t, i18n } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data: state, fallback } = usePageQuery('operationState', {});
  if (!state) return fallback;
  const { mailHeldSince, kinds, failed } = state;
  const since = mailHeldSince !== null && formatInstant(mailHeldSince, i18n.locale);
  /** Moves the focus, because the pressed button may disappear with its row. */
  const onDone = () => heading.current?.focus();

  return (
    <Page
      title={t`Operation`}
      lead={t`Background work of the portal. Failed work is retried. An e-mail is retried for a day, then it waits for you.`}
    >
      <div className="stack stack-large">
        {since && (
          <Notice kind="error" title={t`No e-mail has been sent since ${since}`}>
            <p>
              <Trans>
                These data were restored from a backup or copied. Only codes that somebody asks for
                here are sent. If this installation replaces the original, its operator releases the
                e-mails with <code lang="en">restore --release-mail</code>.
              </Trans>
            </p>
          </Notice>
        )}
        <section className="stack stack-small">
          <h2>{t`Waiting work`}</h2>
          {kinds.length === 0 ? (
            <p>{t`No work is waiting.`}</p>
          ) : (
            <CardTable
              rows={kinds}
              keyOf={({ kind }) => kind}
              columns={[
                { label: t`Work`, cell: ({ kind }) => i18n._(workWords[kind]) },
                { label: t`Due`, cell: ({ due }) => i18n.number(due) },
                { label: t`Running`, cell: ({ working }) => i18n.number(working) },
                { label: t`Scheduled`, cell: ({ later }) => i18n.number(later) },
                { label: t`Given up`, cell: ({ dead }) => i18n.number(dead) },
                {
                  label: t`Waiting since`,
                  cell: ({ dueSince }) =>
                    dueSince === null ? '–' : formatInstant(dueSince, i18n.locale),
                },
              ]}
            />
          )}
        </section>
        <section className="stack stack-small">
          <h2 ref={heading} tabIndex={-1}>
            {t`Failed work`}
          </h2>
          {failed.length === 0 ? (
            <p>{t`No work has failed.`}</p>
          ) : (
            <FailedWork failed={failed} onDone={onDone} />
          )}
        </section>
      </div>
    </Page>
  );
}

type Failed = CallData<'operationState'>['failed'][number];

function FailedWork({ failed, onDone }: { failed: readonly Failed[]; onDone: () => void }) {
  const { t, i18n } = useLingui();
  const instant = (at: number) => formatInstant(at, i18n.locale);

  const nameOf = ({ kind, mail, applicationNumber }: Failed) =>
    `${mail?.subject ?? i18n._(workWords[kind])} ${applicationNumber ?? ''}`.trim();

  async function retry(ids: string[]) {
    const tried = await call('operationRetry', { ids }).catch(() => null);
    if (tried)
      showMessage({
        kind: 'notice',
        text: t`${plural(tried.count, { one: '# piece of work is tried again now.', other: '# pieces of work are tried again now.' })}`,
      });
    onDone();
  }
  return (
    <>
      <p>
        <button type="button" onClick={() => retry(failed.map(({ id }) => id))}>
          {t`Try all of them again`}
        </button>
      </p>
      <CardTable
        rows={failed}
        keyOf={({ id }) => id}
        columns={[
          {
            label: t`Work`,
            cell: ({ kind, mail }: Failed) =>
              mail ? <span lang={mail.language}>{mail.subject}</span> : i18n._(workWords[kind]),
          },
          {
            label: t`Application`,
            cell: ({ applicationNumber: number }) =>
              number ? <Link to={`/desk/applications/${number}`}>{number}</Link> : '–',
          },
          { label: t`Failing since`, cell: ({ failingSince }) => instant(failingSince) },
          {
            label: t`Next try`,
            cell: ({ nextAt }) =>
              nextAt === null ? t`None: it failed for a day` : instant(nextAt),
          },
          { label: t`Last error`, cell: ({ error }) => <span lang="en">{error}</span> },
          {
            label: t`Change`,
            cell: (work) => (
              <>
                <RowButton
                  label={t`Try again`}
                  about={nameOf(work)}
                  onClick={() => retry([work.id])}
                />
                <span> </span>
                {work.mail && (
                  <ConfirmRowButton
                    about={nameOf(work)}
                    title={t`Give up this e-mail?`}
                    confirm={t`Give up`}
                    isFinal
                    work={() => call('operationGiveUp', { id: work.id }).then(onDone)}
                    done={t`The e-mail is given up.`}
                  >
                    <p lang={work.mail.language}>{work.mail.subject}</p>
                    <p>
                      {t`It will not be sent. Decisions remain visible in the portal. The password of a report is only in the e-mail, so the report has to be generated again.`}
                    </p>
                  </ConfirmRowButton>
                )}
              </>
            ),
          },
        ]}
      />
    </>
  );
}
