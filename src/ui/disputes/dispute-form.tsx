import { useLingui } from '@lingui/react/macro';
import {
  type Dispute,
  deskDisputeRecord,
  disputeBodies,
  disputeRecord,
} from '#contract/dispute.ts';
import { disputeBodyWords } from '#forms/recorded-words.ts';
import { CallForm } from '#ui/form/call-form.tsx';
import { Authorities } from './authorities.tsx';

interface DisputeFormProps {
  applicationNumber: string;
  endpoint: 'disputeRecord' | 'deskDisputeRecord';
  corrects?: Dispute;
  onClose: () => void;
}

export function DisputeForm({ applicationNumber, endpoint, corrects, onClose }: DisputeFormProps) {
  const { t, i18n } = useLingui();
  return (
    <CallForm
      endpoint={endpoint}
      schema={corrects ? deskDisputeRecord.input : disputeRecord.input}
      about={{ applicationNumber, ...(corrects && { corrects: corrects.disputeId }) }}
      {...(corrects && {
        initialValues: {
          body: corrects.body,
          bodyName: corrects.bodyName,
          startedOn: corrects.startedOn,
          reference: corrects.reference ?? '',
        },
      })}
      fields={{
        body: {
          label: t`Which body deals with it?`,
          choices: disputeBodies.map((value) => ({
            value,
            label: i18n._(disputeBodyWords[value]),
          })),
          prompt: t`Choose the kind of body`,
        },
        bodyName: { label: t`Name of the body`, prompt: t`Enter the name of the body` },
        startedOn: {
          label: t`Date of the complaint or dispute`,
          control: { kind: 'date' },
          prompt: t`Enter the day of the complaint or dispute`,
          range: t`The date must be today or in the past`,
        },
        reference: {
          label: t`Reference number there`,
          optional: true,
          prompt: t`Check the reference`,
        },
      }}
      action={corrects ? t`Save` : t`Record the dispute`}
      done={t`The complaint or dispute is recorded.`}
      onClose={onClose}
    >
      <Authorities />
    </CallForm>
  );
}
