import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { DisputeList } from '#ui/disputes/dispute-list.tsx';

// Few people need it.
const DisputeForm = lazy(async () => {
  const { DisputeForm } = await import('#ui/disputes/dispute-form.tsx');
  return { default: DisputeForm };
});

/** Complaints and disputes about an application, and the way to tell of one (Art. 4(9), 10, 38). */
export default function DisputeArea({ record }: { record: ApplicationRecord }) {
  const [isTelling, setTelling] = useState(false);
  return (
    <section id="disputes" tabIndex={-1}>
      <h2>
        <Trans>Complaints and disputes</Trans>
      </h2>
      <DisputeList disputes={record.disputes} />
      {isTelling ? (
        <Suspense>
          <DisputeForm
            applicationNumber={record.number}
            endpoint="disputeRecord"
            onClose={() => setTelling(false)}
          />
        </Suspense>
      ) : (
        <>
          <p>
            <Trans>
              If you have complained to the competent authority, or gone to a dispute settlement
              body or a court, tell us. Until that has ended, we erase nothing of this application.
            </Trans>
          </p>
          <p>
            <Button variant="default" onClick={() => setTelling(true)}>
              <Trans>Tell us of a complaint or dispute</Trans>
            </Button>
          </p>
        </>
      )}
    </section>
  );
}
