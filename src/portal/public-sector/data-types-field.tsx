import { useLingui } from '@lingui/react/macro';
import { publicFields } from '#forms/public-fields.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { ChoiceField } from '#ui/form/choice-field.tsx';
import type { PublicContractForm } from './public-values.ts';

/** The data types that a public-sector body may ask for: personal ones in an emergency only. */
export function DataTypesField({ form }: { form: PublicContractForm }) {
  const { t, i18n } = useLingui();
  const { data: categories = [] } = useQuery('dataTypeOptions', {}, { cache: true });
  const { type, dataTypes } = form.fields.getValues();
  const isEmergency = type === 'publicEmergency';
  return (
    <ChoiceField
      form={form}
      name="dataTypes"
      label={i18n._(publicFields.dataTypes.label)}
      description={
        isEmergency
          ? undefined
          : t`Outside a public emergency you can request non-personal data only (Art. 15(1)(b)).`
      }
      several
      choices={categories.map((category) => ({
        value: category.type,
        label: category.label,
        description: category.personal ? t`personal data` : undefined,
        // What is ticked already can always be unticked.
        isDisabled: category.personal && !isEmergency && !dataTypes.includes(category.type),
      }))}
    />
  );
}
