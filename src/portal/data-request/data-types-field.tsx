import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { dataRequestFields } from '#applications/data-request-fields.ts';
import { dataTypeDescriptions } from '#applications/data-type-descriptions.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { ChoiceField } from '#ui/form/choice-field.tsx';
import styles from '#ui/form/form.module.css';
import { typedInstant } from '#ui/form/instant-field.tsx';
import { Awaited } from '#ui/frame/awaited.tsx';
import type { DataRequestForm } from './data-request-values.ts';

interface DataTypesFieldProps {
  form: DataRequestForm;
  /** Vehicle whose data are counted; undefined counts nothing. */
  vehicleId: string | undefined;
}

/** The categories of data, each with what the vehicle has of it in the asked range. */
export function DataTypesField({ form, vehicleId }: DataTypesFieldProps) {
  const { t, i18n } = useLingui();
  const values = form.fields.getValues();
  const from = typedInstant(values.from);
  const to = typedInstant(values.to);
  const isRange = Date.parse(from) < Date.parse(to);
  const { data: categories, isFailed } = useQuery(
    'dataTypeOptions',
    vehicleId && isRange ? { vehicleId, from, to } : {},
  );
  if (!categories && !isFailed) return <Awaited />;
  return (
    <ChoiceField
      form={form}
      name="dataTypes"
      label={i18n._(dataRequestFields.dataTypes.label)}
      description={
        isRange
          ? t`Next to each type: how much data the vehicle recorded in your time range`
          : t`Enter the time range to see what the vehicle has`
      }
      several
      choices={(categories ?? []).map((category) => ({
        value: category.type,
        label: category.label,
        description: (
          <>
            {i18n._(dataTypeDescriptions[category.type])} <Amount category={category} />
          </>
        ),
        more: <Signals category={category} />,
      }))}
    />
  );
}

interface CategoryProps {
  category: CallData<'dataTypeOptions'>[number];
}

/** How much there is of a category in the range, once there is one. */
function Amount({ category: { rows, personal } }: CategoryProps) {
  return (
    <>
      {rows === 0 && (
        <b>
          <Trans>No data in this range</Trans>
        </b>
      )}
      {rows !== null && rows > 0 && (
        <b>
          <Plural value={rows} one="At least # row" other="At least # rows" />
        </b>
      )}
      {personal && ' · '}
      {personal && <Trans>personal data</Trans>}
    </>
  );
}

/** The signals of a category by the names that reports use. */
function Signals({ category: { signals, label } }: CategoryProps) {
  return (
    <details className={styles.details}>
      <summary>
        <Plural value={signals.length} one="# signal" other="# signals" />
        <span className="visually-hidden">: {label}</span>
      </summary>
      <ul>
        {signals.map(({ name, unit, values }) => (
          <li key={name}>
            <code>{name}</code> {unit}
            {values !== null && (
              <>
                {', '}
                <Plural value={values} one="# value" other="# values" />
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
