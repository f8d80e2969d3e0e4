import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Dispute, deskDisputeEnd } from '#contract/dispute.ts';
import { disputeOutcomeWords } from '#forms/recorded-words.ts';
import { disputeOutcomes } from '#machines/dispute-outcomes.ts';
import { Glyph } from '#ui/brand/glyph.tsx';
import { download } from '#ui/calls/download.ts';
import { DisputeForm, DisputeList } from '#ui/disputes/disputes.tsx';
import { CallForm } from '#ui/form/call-form.tsx';
import type { CaseProps } from '../case.ts';
import { Corrections, CorrectRecord } from '../notes/corrections.tsx';
import { useStaff } from '../staff-context.ts';

export default function CaseDisputes({ record }: CaseProps) {
  const { t } = useLingui();
  const { user, hasRole } = useStaff();
  const [open, setOpen] = useState<string | null>(null);
  const { number: applicationNumber, disputes } = record;
  const isOwn = record.requester === user.id;
  const mayRecord = hasRole('reviewer') && !isOwn;
  const close = () => setOpen(null);
  return (
    <section>
      <h2>{t`Complaints and disputes`}</h2>
      <DisputeList
        disputes={disputes}
        actions={(dispute) => {
          const { disputeId, ended, recordedBy } = dispute;
          // The key names the kind of record, so a form closes when a colleague ends the dispute.
          const correction = `correct ${ended ? 'outcome' : 'dispute'} ${disputeId}`;
          const about = { applicationNumber, disputeId };
          if (open === (ended ? correction : disputeId))
            return <OutcomeForm {...about} ended={ended} onClose={close} />;
          if (open === correction)
            return (
              <DisputeForm
                applicationNumber={applicationNumber}
                endpoint="deskDisputeRecord"
                corrects={dispute}
                onClose={close}
              />
            );
          if (!mayRecord) return null;
          return (
            <>
              {!ended && (
                <Button variant="default" onClick={() => setOpen(disputeId)}>
                  {t`Record the outcome`}
                </Button>
              )}
              {(ended || recordedBy === 'reviewer') && (
                <CorrectRecord
                  onCorrect={() => setOpen(correction)}
                  subject={{ ...about, about: ended ? 'outcome' : 'dispute' }}
                  isMailed
                />
              )}
            </>
          );
        }}
      />
      <Corrections record={record} about={['dispute', 'outcome']} />
      {open === 'another' ? (
        <DisputeForm
          applicationNumber={applicationNumber}
          endpoint="deskDisputeRecord"
          onClose={close}
        />
      ) : (
        <div className="row above">
          {mayRecord && (
            <Button variant="default" onClick={() => setOpen('another')}>
              {t`Record a complaint or dispute`}
            </Button>
          )}
          {disputes.length > 0 && !isOwn && (
            <Button
              variant="default"
              leftSection={<Glyph name="file" />}
              onClick={() => download('deskDisputePack', { applicationNumber })}
            >
              {t`Dossier for the body (zip)`}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

interface OutcomeFormProps {
  applicationNumber: string;
  disputeId: string;
  ended: Dispute['ended'];
  onClose: () => void;
}

function OutcomeForm({ applicationNumber, disputeId, ended, onClose }: OutcomeFormProps) {
  const { t, i18n } = useLingui();
  return (
    <CallForm
      endpoint="deskDisputeEnd"
      schema={deskDisputeEnd.input}
      about={{ applicationNumber, disputeId, ...(ended && { corrects: true }) }}
      {...(ended && {
        initialValues: { outcome: ended.outcome, endedOn: ended.on, remark: ended.remark ?? '' },
      })}
      fields={{
        outcome: {
          label: t`Outcome`,
          choices: disputeOutcomes.map((value) => ({
            value,
            label: i18n._(disputeOutcomeWords[value]),
          })),
          prompt: t`Choose the outcome`,
        },
        endedOn: {
          label: t({ message: 'Ended on', context: 'dispute' }),
          control: { kind: 'date' },
          prompt: t`Enter the day on which it ended`,
          range: t`The date must be today or in the past, with four digits for the year`,
        },
        remark: {
          label: t`Remark`,
          description: t`The requester reads it`,
          control: { kind: 'text' },
          optional: true,
          prompt: t`Check the remark`,
        },
      }}
      action={ended ? t`Save` : t`Record the outcome`}
      done={t`The outcome is recorded.`}
      onClose={onClose}
    />
  );
}
