import { Trans, useLingui } from '@lingui/react/macro';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { stateAuthorities } from '#contract/authorities.ts';
import type { FieldProblem } from '#contract/envelope.ts';
import { fullName, isFamilyNameFirst, type Language } from '#contract/languages.ts';
import type { PersonalForm, personalForm } from '#contract/personal-form.ts';
import type { OwnVehicles } from '#contract/user-info.ts';
import type { Fields } from '#forms/field.ts';
import { personalFields, personalPageFields } from '#forms/personal-fields.ts';
import { userAgreement } from '#forms/user-agreement.ts';
import { applyAddress } from '#portal/addresses.ts';
import { AgreementTemplate, templateInput } from '#portal/agreement-template.tsx';
import { ChangeLink } from '#portal/form-parts.tsx';
import { EarlierDetailsButton } from '#portal/step-form.tsx';
import { CarCard } from '#portal/vehicles/car-card.tsx';
import {
  OwnerAnswers,
  PurposeAnswers,
  VehicleAnswers,
} from '#ui/application/application-answers.tsx';
import { ChoiceField } from '#ui/form/choice-field.tsx';
import type { ContractForm } from '#ui/form/contract-form.ts';
import { DescribedField, DescribedPart } from '#ui/form/described-fields.tsx';
import styles from '#ui/form/form.module.css';
import { emptyValues, filedValues, inputOf } from '#ui/form/typed-values.ts';
import { Notice } from '#ui/messages/notice.tsx';
import { chosenUse, OWN_INFORMATION, representedUser } from './asked-steps.ts';

const emptyApplication = { submissionId: '', ...emptyValues(personalFields) };
export type ApplyValues = typeof emptyApplication;

/**
 * Returns the values of a new application. Selects the only vehicle, otherwise the `wanted` one.
 * Proposes the usual answers if the account is the user of all vehicles. If it acts for others with
 * all of them, proposes its own address as the recipient.
 */
export function emptyApplicationOf(
  { email, vehicles }: { email: string; vehicles: OwnVehicles },
  wanted: string | null,
) {
  const { vehicle, thirdParty, user } = emptyApplication;
  const chosen =
    vehicles.length === 1 ? vehicles[0] : vehicles.find(({ vehicleId }) => vehicleId === wanted);
  const isThirdParty = representedUser(vehicles, '') !== null;
  return {
    ...emptyApplication,
    ...(chosen && { vehicle: { ...vehicle, vehicleId: chosen.vehicleId } }),
    ...(isThirdParty && { thirdParty: { ...thirdParty, email } }),
    ...(vehicles.every(({ onBehalfOf }) => onBehalfOf === null) && {
      user: { ...user, country: localCountry() },
      purpose: OWN_INFORMATION,
      use: 'personal',
    }),
  };
}
type ApplyForm = ContractForm<ApplyValues, typeof personalForm>;

export function applicationInput(values: ApplyValues, vehicles: OwnVehicles): unknown {
  const isThirdParty = chosenUse(values, vehicles) === 'thirdParty';
  const without = isThirdParty ? personalPageFields : [...personalPageFields, 'thirdParty'];
  return inputOf(personalFields, values, without);
}

/**
 * Returns problems that the contract's schema does not cover: a missing choice of use, or a missing
 * first name of a user with several names.
 */
export function problemsOnPage(values: ApplyValues, vehicles: OwnVehicles): FieldProblem[] {
  const { firstName, hasOneName } = values.user;
  const missing = [
    ...(firstName.trim() || hasOneName ? [] : ['user.firstName']),
    ...(chosenUse(values, vehicles) ? [] : ['use']),
  ];
  return missing.map((field) => ({ field, problem: 'required' }));
}

interface UserStepProps {
  form: ApplyForm;
  isOwn: boolean;
  earlier: NonNullable<ApplicationRecord['personal']>['user'] | undefined;
}

export function UserStep({ form, isOwn, earlier }: UserStepProps) {
  const { t, i18n } = useLingui();
  const isReversed = isFamilyNameFirst(i18n.locale as Language);
  form.fields.watch('user.hasOneName', ({ value }) => {
    const { firstName, lastName } = form.fields.getValues().user;
    if (!value || lastName.trim()) return;
    form.fields.setFieldValue('user.lastName', firstName);
    form.fields.setFieldValue('user.firstName', '');
  });
  return (
    <>
      {!isOwn && (
        <p>{t`You act on behalf of the user of the vehicle: enter the user’s details here, not your own.`}</p>
      )}
      {earlier && (
        <EarlierDetailsButton
          name={fullName(earlier, i18n.locale as Language)}
          onUse={() => {
            const { user } = filedValues(personalFields, { user: earlier }, []);
            const hasOneName = !earlier.firstName;
            form.fields.setFieldValue('user', { ...(user as ApplyValues['user']), hasOneName });
            form.fields.clearErrors();
          }}
        />
      )}
      <DescribedPart
        form={form}
        fields={isReversed ? familyNameFirst : personalFields}
        part="user"
      />
    </>
  );
}

const familyNameFirst: Fields = {
  'user.title': personalFields['user.title'],
  'user.lastName': personalFields['user.lastName'],
  'user.middleName': personalFields['user.middleName'],
  ...(personalFields as Fields),
};

export function VehicleStep({ form, vehicles }: { form: ApplyForm; vehicles: OwnVehicles }) {
  const { t, i18n } = useLingui();
  const { label, description } = personalFields['vehicle.vehicleId'];
  const chosen = form.fields.getValues().vehicle.vehicleId;
  return (
    <DescribedPart
      form={form}
      fields={personalFields}
      part="vehicle"
      drawn={{
        'vehicle.vehicleId': (
          <ChoiceField
            form={form}
            name="vehicle.vehicleId"
            label={i18n._(label)}
            description={i18n._(description)}
            choices={vehicles.map(({ vehicleId, name, vin, onBehalfOf }) => ({
              value: vehicleId,
              label: name,
              description: onBehalfOf === null ? vin : t`${vin}, on behalf of ${onBehalfOf}`,
              more: vehicleId === chosen && <CarCard vehicle={{ vehicleId, name, vin }} />,
            }))}
          />
        ),
      }}
    />
  );
}

export function PurposeStep({ form, vehicles }: { form: ApplyForm; vehicles: OwnVehicles }) {
  const { t } = useLingui();
  form.fields.watch('use', ({ value }) => {
    const { purpose } = form.fields.getValues();
    if (value === 'thirdParty' && purpose === OWN_INFORMATION)
      form.fields.setFieldValue('purpose', '');
  });
  const values = form.fields.getValues();
  const { vehicleId } = values.vehicle;
  const user = representedUser(vehicles, vehicleId);
  return (
    <>
      <DescribedPart
        form={form}
        fields={personalFields}
        part="purpose"
        drawn={{
          use:
            user === null ? undefined : (
              <Notice kind="info" title={t`You act on behalf of ${user}`}>
                <p>{t`You are a third party under the Data Act: the data go to the recipient that you name here, and you need a signed Data Sharing Agreement.`}</p>
              </Notice>
            ),
        }}
      />
      {chosenUse(values, vehicles) === 'thirdParty' && (
        <div className={`stack ${styles.indented}`}>
          <DescribedPart
            form={form}
            fields={personalFields}
            part="thirdParty"
            drawn={{
              'thirdParty.agreement': (
                <>
                  <AgreementTemplate typed={() => templateInput({ ...values, vehicleId })} />
                  <DescribedField form={form} fields={personalFields} name="thirdParty.agreement" />
                </>
              ),
            }}
          />
        </div>
      )}
    </>
  );
}

export function CheckStep({ form, vehicles }: { form: ApplyForm; vehicles: OwnVehicles }) {
  const { t } = useLingui();
  const values = form.fields.getValues();
  const preview = applicationInput(values, vehicles) as PersonalForm;
  const agreement = userAgreement[preview.thirdParty ? 'thirdParty' : 'personal'];
  const files = [
    ...values.vehicle.proof,
    ...values.thirdParty.materials,
    ...values.thirdParty.agreement,
  ];
  return (
    <>
      <h2 className="visually-hidden">{t`Your answers`}</h2>
      <VehicleAnswers
        title={<Trans>Vehicle information</Trans>}
        form={preview}
        files={files}
        vehicle={vehicles.find(({ vehicleId }) => vehicleId === values.vehicle.vehicleId)}
        action={<ChangeLink to={applyAddress('vehicle')} what={t`vehicle information`} />}
      />
      <OwnerAnswers
        title={<Trans>Owner information</Trans>}
        form={preview}
        action={<ChangeLink to={applyAddress('about-you')} what={t`owner information`} />}
      />
      <PurposeAnswers
        form={preview}
        files={files}
        action={<ChangeLink to={applyAddress('purpose')} what={t`application information`} />}
      />
      <DescribedField
        form={form}
        fields={{ userAgreementAccepted: agreement }}
        name="userAgreementAccepted"
      />
    </>
  );
}

/** Missing in TypeScript's types, and in some browsers. */
type LocaleWithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined };

/** Returns the Member State (ISO 3166-1) of the browser's time zone; empty if unknown. */
function localCountry(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const state = stateAuthorities.find(({ country }) => {
    const locale: LocaleWithZones = new Intl.Locale(`und-${country}`);
    return locale.getTimeZones?.()?.includes(timeZone);
  });
  return state?.country ?? '';
}
