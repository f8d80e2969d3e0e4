import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { hasTag } from '#contract/stored-application.ts';
import { PassingOnList } from '#ui/body-notices/passing-on-list.tsx';
import { formatDate, formatDay } from '#ui/format/dates.ts';
import { Notice } from '#ui/messages/notice.tsx';

// Each is filled in once, long after the data came.
const ErasureForm = lazy(() => import('./erasure-form.tsx'));
const PassingOnForm = lazy(() => import('./passing-on-form.tsx'));

/** What a public-sector body tells the data holder, and is asked for (Art. 19(1)(c), 20(1), 21(5)). */
export default function NoticeArea({ record }: { record: ApplicationRecord }) {
  const { t, i18n } = useLingui();
  const [open, setOpen] = useState<'erasure' | 'passingOn'>();
  const { number, erasedOn, passedOn, acknowledgement } = record;
  const isGiven = hasTag(record.state, 'downloadable');
  const close = () => setOpen(undefined);
  return (
    <section id="notices" tabIndex={-1}>
      <h2>
        <Trans>Notices to the data holder</Trans>
      </h2>
      {acknowledgement && (
        <Notice
          kind="info"
          title={t`Public acknowledgement asked for on ${formatDate(acknowledgement.at, i18n.locale)}`}
        >
          <p>
            <Trans>
              The data are free of charge. The data holder asks you to acknowledge its contribution
              publicly once you have received the data (Art. 20(1) of the Data Act).
            </Trans>
          </p>
        </Notice>
      )}
      <PassingOnList notices={passedOn} />
      {erasedOn && <Notice kind="good" title={t`Erased on ${formatDay(erasedOn, i18n.locale)}`} />}
      {isGiven && !open && (
        <>
          <p>
            <Trans>
              Tell the data holder when you have erased the data (Art. 19(1)(c)), and before you
              pass them on for scientific research or official statistics (Art. 21(5)).
            </Trans>
          </p>
          <div className="row above">
            {!erasedOn && (
              <Button variant="default" onClick={() => setOpen('erasure')}>
                <Trans>Report the erasure</Trans>
              </Button>
            )}
            <Button variant="default" onClick={() => setOpen('passingOn')}>
              <Trans>Report passing on</Trans>
            </Button>
          </div>
        </>
      )}
      <Suspense>
        {open === 'erasure' && <ErasureForm number={number} onClose={close} />}
        {open === 'passingOn' && <PassingOnForm number={number} onClose={close} />}
      </Suspense>
    </section>
  );
}
