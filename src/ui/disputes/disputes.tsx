import { useLingui } from '@lingui/react/macro';
import { stateAuthorities } from '#contract/authorities.ts';
import {
  type Dispute,
  deskDisputeRecord,
  disputeBodies,
  disputeRecord,
} from '#contract/dispute.ts';
import { disputeBodyWords, disputeOutcomeWords } from '#forms/recorded-words.ts';
import type { Elements } from '#ui/elements.ts';
import { CallForm } from '#ui/form/call-form.tsx';
import { formatDay } from '#ui/format/dates.ts';
import { CardTable } from '#ui/list/card-table.tsx';
import { Notice } from '#ui/messages/notice.tsx';

type ListedDispute = Dispute & { recorder?: string | null; endedBy?: string | null };

interface DisputeListProps {
  disputes: readonly ListedDispute[];
  actions?: (dispute: Dispute) => Elements;
}

export function DisputeList({ disputes, actions }: DisputeListProps) {
  const { t, i18n } = useLingui();
  const dayOf = (day: string) => formatDay(day, i18n.locale);
  return disputes.map((dispute) => {
    const { disputeId, body, bodyName, startedOn, reference, ended, recorder, endedBy } = dispute;
    return (
      <Notice
        key={disputeId}
        kind={ended ? 'good' : 'info'}
        title={ended ? t`Ended on ${dayOf(ended.on)}` : t`Open since ${dayOf(startedOn)}`}
      >
        <p>{`${bodyName} (${i18n._(disputeBodyWords[body])})`}</p>
        {reference && <p>{t`Reference: ${reference}`}</p>}
        {recorder && <p>{t`Recorded by ${recorder}`}</p>}
        {ended ? (
          <>
            <p>{t`Outcome: ${i18n._(disputeOutcomeWords[ended.outcome])}`}</p>
            {ended.remark && <p>{ended.remark}</p>}
            {endedBy && <p>{t`Outcome recorded by ${endedBy}`}</p>}
          </>
        ) : (
          <p>{t`Until it has ended, nothing of this application is erased.`}</p>
        )}
        {actions?.(dispute)}
      </Notice>
    );
  });
}

interface DisputeFormProps {
  applicationNumber: string;
  endpoint: 'disputeRecord' | 'deskDisputeRecord';
  corrects?: Dispute;
  draft?: string;
  onClose: () => void;
}

export function DisputeForm(props: DisputeFormProps) {
  const { applicationNumber, endpoint, corrects, ...form } = props;
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
          range: t`The date must be today or in the past, with four digits for the year`,
        },
        reference: {
          label: t`Reference number there`,
          optional: true,
          prompt: t`Check the reference`,
        },
      }}
      action={corrects ? t`Save` : t`Record the dispute`}
      done={t`The complaint or dispute is recorded.`}
      {...form}
    >
      <Authorities />
    </CallForm>
  );
}

function Authorities() {
  const { t, i18n } = useLingui();
  const nameOf = new Intl.DisplayNames(i18n.locale, { type: 'region' });
  const { compare } = new Intl.Collator(i18n.locale);
  const states = stateAuthorities
    .map((state) => ({ ...state, name: nameOf.of(state.country) ?? state.country }))
    .sort((a, b) => compare(a.name, b.name));
  return (
    <details>
      <summary>{t`Authorities of the Member States`}</summary>
      <p>
        {t`Where no competent authority is named, we do not know it for certain: the European Commission keeps the public register of them (Art. 37 of the Data Act). For the protection of personal data the data protection authority is responsible.`}
      </p>
      <CardTable
        rows={states}
        keyOf={({ country }) => country}
        columns={[
          { label: t`Member State`, cell: ({ name }) => name },
          {
            label: t`Competent authority`,
            cell: ({ competent }) => (competent ? <Site {...competent} /> : t`Not known`),
          },
          {
            label: t`Data protection authority`,
            cell: ({ dataProtection }) => <Site {...dataProtection} />,
          },
        ]}
      />
    </details>
  );
}

function Site({ name, url }: { name: string; url: string }) {
  return (
    <a href={url} rel="noreferrer">
      {name}
    </a>
  );
}
