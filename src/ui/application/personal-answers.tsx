import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { fullName } from '#contract/full-name.ts';
import type { Language } from '#contract/languages.ts';
import type { StoredPersonalForm } from '#contract/stored-forms.ts';
import { formatDay } from '#ui/format/dates.ts';
import { FileLinks } from './file-links.tsx';
import { SummaryList } from './summary-list.tsx';
import { useOptionLabels } from './use-option-labels.ts';

type Files = Parameters<typeof FileLinks>[0]['files'];

interface PartProps {
  form: StoredPersonalForm;
  files: Files;
  /** What can be done about a part, beside its title. */
  action?: ReactNode;
  /** Without when the page has its own title for the part. */
  isTitled?: boolean;
}

/** Who asks. */
export function OwnerAnswers({
  form: { user },
  action,
  isTitled = true,
}: Omit<PartProps, 'files'>) {
  const { t, i18n } = useLingui();
  const labels = useOptionLabels();
  const title = labels.title(user.title);
  const town = [user.postCode, user.city].filter(Boolean).join(' ');
  return (
    <SummaryList
      title={isTitled && <Trans>Owner information</Trans>}
      action={action}
      rows={[
        { label: t`Name`, value: fullName(user, i18n.locale as Language, title) },
        {
          label: t`Date of birth`,
          value: user.dateOfBirth && formatDay(user.dateOfBirth, i18n.locale),
        },
        { label: t`Phone number`, value: user.phone },
        {
          label: t`Contact address`,
          value: [user.address, town, labels.country(user.country)].filter(Boolean).join('\n'),
        },
      ]}
    />
  );
}

/** Which vehicle, and the proof for it. `vehicle` as the account knows it. */
export function VehicleAnswers(
  props: PartProps & { vehicle: { name: string; vin: string } | null | undefined },
) {
  const { form, files, vehicle, action, isTitled = true } = props;
  const { t } = useLingui();
  return (
    <SummaryList
      title={isTitled && <Trans>Vehicle information</Trans>}
      action={action}
      rows={[
        { label: t`Vehicle`, value: vehicle?.name ?? form.vehicle.vehicleId },
        { label: t`Vehicle identification number`, value: vehicle?.vin, isOptional: true },
        {
          label: t`Vehicle proof`,
          value: form.vehicle.proof.length > 0 && (
            <FileLinks files={files} ids={form.vehicle.proof} />
          ),
        },
      ]}
    />
  );
}

/** What for, and for whom. */
export function PurposeAnswers({ form, files, action }: PartProps) {
  const { t } = useLingui();
  const labels = useOptionLabels();
  const { thirdParty } = form;
  return (
    <SummaryList
      title={<Trans>Application information</Trans>}
      action={action}
      rows={[
        { label: t`Purpose of use`, value: labels.purpose(form.purpose) },
        { label: t`Details`, value: form.purposeDetails, isOptional: true },
        {
          label: t`Who uses the data`,
          value: thirdParty ? t`A third party` : t`I use them myself`,
        },
        {
          label: t`Full name of the third party`,
          value: thirdParty?.name,
          isOptional: !thirdParty,
        },
        {
          label: t`Location of the third party`,
          value: thirdParty?.location,
          isOptional: !thirdParty,
        },
        {
          label: t`Third-party related materials`,
          value: thirdParty?.materials.length ? (
            <FileLinks files={files} ids={thirdParty.materials} />
          ) : null,
          isOptional: true,
        },
        {
          label: t`Data Sharing Agreement`,
          value: thirdParty?.agreement.length ? (
            <FileLinks files={files} ids={thirdParty.agreement} />
          ) : null,
          isOptional: !thirdParty,
        },
      ]}
    />
  );
}
