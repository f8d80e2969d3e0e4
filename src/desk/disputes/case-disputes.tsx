import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Glyph } from '#ui/brand/glyph.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { download } from '#ui/calls/download.ts';
import { DisputeList } from '#ui/disputes/dispute-list.tsx';
import { useStaff } from '../staff-context.ts';

// Few cases come to it.
const DisputeForm = lazy(async () => {
  const { DisputeForm } = await import('#ui/disputes/dispute-form.tsx');
  return { default: DisputeForm };
});
const OutcomeForm = lazy(() => import('./outcome-form.tsx'));

/** Complaints and disputes about a case, their outcomes, and the pack for the body (Art. 4(9), 10, 38). */
export default function CaseDisputes({ record }: { record: CallData<'deskApplication'> }) {
  const { t } = useLingui();
  const { user, may } = useStaff();
  /** A dispute by its id, or the record of another. */
  const [open, setOpen] = useState<string | null>(null);
  const { number: applicationNumber, disputes } = record;
  const mayRecord = may('reviewer') && record.requester !== user.id;
  const close = () => setOpen(null);
  return (
    <section>
      <h2>{t`Complaints and disputes`}</h2>
      <DisputeList
        disputes={disputes}
        actions={({ disputeId }) =>
          open === disputeId ? (
            <Suspense>
              <OutcomeForm
                applicationNumber={applicationNumber}
                disputeId={disputeId}
                onClose={close}
              />
            </Suspense>
          ) : (
            mayRecord && (
              <Button variant="default" onClick={() => setOpen(disputeId)}>
                <Trans>Record the outcome</Trans>
              </Button>
            )
          )
        }
      />
      {open === 'another' ? (
        <Suspense>
          <DisputeForm
            applicationNumber={applicationNumber}
            endpoint="deskDisputeRecord"
            onClose={close}
          />
        </Suspense>
      ) : (
        <div className="row above">
          {mayRecord && (
            <Button variant="default" onClick={() => setOpen('another')}>
              <Trans>Record a complaint or dispute</Trans>
            </Button>
          )}
          {disputes.length > 0 && (
            <Button
              variant="default"
              leftSection={<Glyph name="file" />}
              onClick={() => download('deskDisputePack', { applicationNumber })}
            >
              <Trans>Pack for the body (zip)</Trans>
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
