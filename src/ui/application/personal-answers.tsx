import { Trans, useLingui } from '@lingui/react/macro';
import { fullName, type Language } from '#contract/languages.ts';
import type { StoredPersonalForm } from '#contract/personal-form.ts';
import { personalFields } from '#forms/personal-fields.ts';
import { Summary, type SummaryProps } from './summary.tsx';
import { useOptionLabels } from './use-options.ts';

interface AnswersProps extends Pick<SummaryProps, 'files' | 'action' | 'title'> {
  form: StoredPersonalForm;
}

const withoutRow = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, []]));

/** Rows for the requester: the name and the address each in one row. */
export function OwnerAnswers({ form, ...summary }: AnswersProps) {
  const { t, i18n } = useLingui();
  const label = useOptionLabels('titles', 'countries');
  const { user } = form;
  const title = user.title && label('titles', user.title);
  const place = [user.postCode, user.city].filter(Boolean).join(' ');
  const country = user.country && label('countries', user.country);
  return (
    <Summary
      {...summary}
      form={form}
      fields={personalFields}
      parts={['user']}
      rows={{
        'user.title': [{ label: t`Name`, value: fullName(user, i18n.locale as Language, title) }],
        'user.address': [
          {
            label: t`Contact address`,
            value: [user.address, place, country].filter(Boolean).join('\n'),
          },
        ],
        ...withoutRow('user.firstName', 'user.middleName', 'user.lastName'),
        ...withoutRow('user.postCode', 'user.city', 'user.country'),
      }}
    />
  );
}

/** Rows for the vehicle and the proof for it; `vehicle` as the account knows it. */
export function VehicleAnswers({
  vehicle,
  ...summary
}: AnswersProps & { vehicle: { name: string; vin: string } | null | undefined }) {
  const { t } = useLingui();
  const { vehicleId } = summary.form.vehicle;
  return (
    <Summary
      {...summary}
      fields={personalFields}
      parts={['vehicle']}
      rows={{
        'vehicle.vehicleId': [
          { label: t`Vehicle`, value: vehicle?.name ?? vehicleId },
          { label: t`Vehicle identification number`, value: vehicle?.vin, isOptional: true },
        ],
      }}
    />
  );
}

/** Rows for the purpose and the beneficiary. */
export function PurposeAnswers(summary: Omit<AnswersProps, 'title'>) {
  const { t } = useLingui();
  return (
    <Summary
      {...summary}
      title={<Trans>Application information</Trans>}
      fields={personalFields}
      parts={summary.form.thirdParty ? ['purpose', 'thirdParty'] : ['purpose']}
      rows={{
        use: [
          {
            label: t`Who uses the data`,
            value: summary.form.thirdParty ? t`A third party` : t`I use them myself`,
          },
        ],
      }}
    />
  );
}
