import { useLingui } from '@lingui/react/macro';
import { useAnswer } from '#ui/calls/use-answer.ts';
import { DateField } from '#ui/form/date-field.tsx';
import styles from '#ui/form/form.module.css';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import type { ApplyForm } from './apply-values.ts';

/** User information. */
export function UserStep({ form }: { form: ApplyForm }) {
  const { t } = useLingui();
  const { data } = useAnswer('options', {}, { keep: true });
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
      <TextField
        form={form}
        name="user.firstName"
        label={t`First name`}
        autoComplete="given-name"
      />
      <TextField
        form={form}
        name="user.middleName"
        label={t`Middle name`}
        optional
        autoComplete="additional-name"
      />
      <TextField form={form} name="user.lastName" label={t`Last name`} autoComplete="family-name" />
      <DateField form={form} name="user.dateOfBirth" label={t`Date of birth`} />
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
