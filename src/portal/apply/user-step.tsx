import { useLingui } from '@lingui/react/macro';
import { isFamilyNameFirst } from '#contract/full-name.ts';
import type { Language } from '#contract/languages.ts';
import { useAnswer } from '#ui/calls/use-answer.ts';
import { DateField } from '#ui/form/date-field.tsx';
import styles from '#ui/form/form.module.css';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import type { ApplyForm } from './apply-values.ts';

/** User information. */
export function UserStep({ form }: { form: ApplyForm }) {
  const { t, i18n } = useLingui();
  const { data } = useAnswer('options', {}, { keep: true });
  const firstName = (
    <TextField form={form} name="user.firstName" label={t`First name`} autoComplete="given-name" />
  );
  const middleName = (
    <TextField
      form={form}
      name="user.middleName"
      label={t`Middle name`}
      optional
      autoComplete="additional-name"
    />
  );
  const lastName = (
    <TextField form={form} name="user.lastName" label={t`Last name`} autoComplete="family-name" />
  );
  return (
    <>
      <SelectField
        form={form}
        name="user.title"
        label={t`Title`}
        optional
        options={data?.titles ?? []}
        autoComplete="honorific-prefix"
      />
      {isFamilyNameFirst(i18n.locale as Language) ? (
        <>
          {lastName}
          {middleName}
          {firstName}
        </>
      ) : (
        <>
          {firstName}
          {middleName}
          {lastName}
        </>
      )}
      <DateField form={form} name="user.dateOfBirth" label={t`Date of birth`} isBirthday />
      <TextField
        form={form}
        name="user.phone"
        type="tel"
        label={t`Phone number`}
        description={t`With the country code, like +48 600 100 200`}
        autoComplete="tel"
      />
      <TextField
        form={form}
        name="user.address"
        label={t`Contact address`}
        description={t`Street and house number`}
        autoComplete="street-address"
      />
      <div className={styles.row}>
        <TextField
          form={form}
          name="user.postCode"
          label={t`Post code`}
          autoComplete="postal-code"
        />
        <TextField form={form} name="user.city" label={t`City`} autoComplete="address-level2" />
      </div>
      <SelectField
        form={form}
        name="user.country"
        label={t`Country or region`}
        options={data?.countries ?? []}
        autoComplete="country"
      />
    </>
  );
}
