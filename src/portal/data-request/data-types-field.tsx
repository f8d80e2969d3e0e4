import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { dataRequestFields } from '#applications/data-request-fields.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { ChoiceField } from '#ui/form/choice-field.tsx';
import { typedInstant } from '#ui/form/instant-field.tsx';
import { listSeparator } from '#ui/format/lists.ts';
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
      choices={(categories ?? []).map(({ type, label, personal, rows, signals }) => {
        const kinds = signals
          .slice(0, 3)
          .map(({ name }) => name.split('.').slice(-2).join(' '))
          .join(listSeparator(i18n.locale));
        return {
          value: type,
          label,
          description: (
            <>
              {rows === 0 && (
                <b>
                  <Trans>No data in this range</Trans>
                </b>
              )}
              {rows !== null && rows > 0 && (
                <Plural value={rows} one="At least # row" other="At least # rows" />
              )}
              {rows !== null && ' · '}
              <Plural
                value={signals.length}
                one={`# signal (${kinds}…)`}
                other={`# signals (${kinds}…)`}
              />
              {personal && (
                <>
                  {' · '}
                  <Trans>personal data</Trans>
                </>
              )}
            </>
          ),
        };
      })}
    />
  );
}
