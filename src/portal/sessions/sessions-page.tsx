import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { commaOf } from '#lib/words/formats.ts';
import { call } from '#ui/calls/call.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { Page } from '#ui/frame/page.tsx';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { CardTable } from '#ui/list/card-table.tsx';
import { reportDone } from '#ui/messages/messages.ts';

export default function SessionsPage() {
  const { t, i18n } = useLingui();
  const { data: sessions, fallback } = usePageQuery('sessionList', {});
  if (!sessions) return fallback;
  const at = (instant: number) => formatInstant(instant, i18n.locale);

  const comma = commaOf(i18n.locale);
  // The server stores «Firefox, Windows».
  const browserOf = (browser: string | null) => browser?.replace(', ', comma) ?? t`unknown browser`;

  return (
    <Page
      title={t`Your sessions`}
      lead={t`These browsers are signed in with your address. End what you do not recognize, and what is on a device that you no longer have.`}
    >
      <div className="stack stack-large">
        <CardTable
          rows={sessions}
          keyOf={({ id }) => id}
          columns={[
            {
              label: t`Browser`,
              cell: ({ browser, isThis }) => (
                <>
                  <span>{browserOf(browser)}</span>
                  {isThis && <small>{t`This session`}</small>}
                </>
              ),
            },
            { label: t`Signed in`, cell: ({ begunAt }) => at(begunAt) },
            { label: t`Last used`, cell: ({ lastUsedAt }) => at(lastUsedAt) },
            {
              label: t`End`,
              cell: ({ id, browser, begunAt, isThis }) =>
                isThis ? (
                  <Trans>Log out to end it.</Trans>
                ) : (
                  <button
                    type="button"
                    onClick={() => reportDone(call('sessionEnd', { id }), t`The session is ended.`)}
                  >
                    <Trans>End this one</Trans>{' '}
                    <span className="visually-hidden">
                      {[browserOf(browser), at(begunAt)].join(comma)}
                    </span>
                  </button>
                ),
            },
          ]}
        />
        {sessions.length > 1 && (
          <p>
            <Button
              variant="default"
              onClick={() =>
                reportDone(call('sessionEndOthers', {}), t`All your other sessions are ended.`)
              }
            >
              {t`End all others`}
            </Button>
          </p>
        )}
      </div>
    </Page>
  );
}
