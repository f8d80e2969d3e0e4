import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { DisputeForm, DisputeList } from '#ui/disputes/disputes.tsx';

export default function DisputeArea({ record }: { record: ApplicationRecord }) {
  const { t } = useLingui();
  const [isReporting, setReporting] = useState(false);
  return (
    <section id="disputes" tabIndex={-1}>
      <h2>{t`Complaints and disputes`}</h2>
      <DisputeList disputes={record.disputes} />
      {isReporting ? (
        <DisputeForm
          applicationNumber={record.number}
          endpoint="disputeRecord"
          draft={`${record.requester}:dispute:${record.number}`}
          onClose={() => setReporting(false)}
        />
      ) : (
        <>
          <p>
            {t`If you have complained to the competent authority, or gone to a dispute settlement body or a court, tell us. Until that has ended, we erase nothing of this application.`}
          </p>
          <p>
            <Button variant="default" onClick={() => setReporting(true)}>
              {t`Tell us of a complaint or dispute`}
            </Button>
          </p>
        </>
      )}
    </section>
  );
}
