import { useLingui } from '@lingui/react/macro';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { useOptionLabels } from '#ui/application/use-options.ts';
import { formatPeriod } from '#ui/format/dates.ts';
import styles from './data-request.module.css';
import { useCoverage } from './data-request-form.ts';
import { DataStrip, StripAxis } from './data-strip.tsx';
import { TypeFigures, useAxis } from './data-types-field.tsx';

interface AskedDataProps {
  number: string;
  request: NonNullable<ApplicationRecord['dataRequest']>;
}

export default function AskedData({ number, request }: AskedDataProps) {
  const { t, i18n } = useLingui();
  const label = useOptionLabels('dataTypes');
  const { dataTypes, from = '', to = '' } = request;
  const { coverage } = useCoverage(number, { from, to });
  const range = { from: Date.parse(from), to: Date.parse(to) };
  const { axis, periodsOf } = useAxis(number, range);
  return (
    <section className={styles.asked}>
      <div>
        <h2>{t`What you asked for`}</h2>
        <p className="soft">{formatPeriod(from, to, i18n.locale)}</p>
      </div>
      {axis && <StripAxis axis={axis} />}
      <ul className={`plain ${styles.types}`}>
        {dataTypes.map((type) => {
          const covered = coverage?.types?.find((each) => each.type === type);
          const periods = axis && periodsOf(type);
          return (
            <li key={type}>
              <b>{label('dataTypes', type)}</b>
              {axis && periods && (
                <DataStrip axis={axis} range={range} periods={periods} isChosen />
              )}
              {covered && <TypeFigures coverage={covered} isDrawn={Boolean(periods)} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
