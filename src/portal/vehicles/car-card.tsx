import { useLingui } from '@lingui/react/macro';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { commaOf } from '#lib/words/formats.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { formatDate } from '#ui/format/dates.ts';
import { formatKilometres } from '#ui/format/numbers.ts';
import styles from './car-card.module.css';
import { paintOf, shapeOf } from './car-shapes.ts';

export function CarCard({ vehicle }: { vehicle: NonNullable<ApplicationRecord['vehicle']> }) {
  const { vehicleId, name, vin } = vehicle;
  const { data } = useVehicle(vehicleId);
  return (
    <div className={`row measure ${styles.card}`}>
      <CarPicture car={data} />
      <div className={styles.facts}>
        <p className={styles.name}>{name}</p>
        <p className={styles.vin}>{vin}</p>
        <div className={styles.known}>{data && <KnownFacts car={data} />}</div>
      </div>
    </div>
  );
}

export function CarSpan({ vehicleId }: { vehicleId: string }) {
  const { data } = useVehicle(vehicleId);
  return (
    <div className={`row ${styles.span}`}>
      <CarPicture car={data} />
      <p className="soft">{data && <KnownSpan span={data.span} />}</p>
    </div>
  );
}

export function useVehicle(vehicleId: string | null) {
  const query = vehicleId === null ? null : { vehicleId };
  return useQuery('ownVehicle', query, { cache: true, silent: true });
}

export function VehiclePicture({ vehicleId }: { vehicleId: string | null }) {
  const { data } = useVehicle(vehicleId);
  return <CarPicture car={data} />;
}

export function KnownFacts({ car }: { car: CallData<'ownVehicle'> }) {
  const { t, i18n } = useLingui();
  const { name, model, year, odometer, span } = car;
  const modelAndYear = [model !== name && model, year].filter(Boolean).join(commaOf(i18n.locale));
  const distance = odometer && formatKilometres(odometer.metres, i18n.locale);
  const read = odometer && formatDate(odometer.at, i18n.locale);
  return (
    <>
      {modelAndYear && <p>{modelAndYear}</p>}
      {odometer && <p>{t`Odometer: ${distance} on ${read}`}</p>}
      <p>
        <KnownSpan span={span} />
      </p>
    </>
  );
}

function KnownSpan({ span }: Pick<CallData<'ownVehicle'>, 'span'>) {
  const { t, i18n } = useLingui();
  if (span === null) return t`The period of the data is not known.`;
  if (span.first === null || span.last === null) return t`There are no data of this period yet.`;
  const begin = formatDate(span.first, i18n.locale);
  const end = formatDate(span.last, i18n.locale);
  return begin === end
    ? t`There are data for one day only: ${begin}.`
    : t`There are data from ${begin} to ${end}.`;
}

export function CarPicture({ car }: { car: CallData<'ownVehicle'> | undefined }) {
  const { body, glass, axle, wheels } = shapeOf(car?.bodyType ?? null);
  const paint = paintOf(car?.colour ?? null);
  return (
    <svg className={styles.picture} viewBox="0 0 120 44" aria-hidden="true">
      <path className={styles.body} d={body} {...(paint && { style: { fill: paint } })} />
      <path className={styles.glass} d={glass} />
      <path d="M111 22.5l4 2.2-.6 2.3h-4z" fill="#f2b33d" />
      <path d="M4.3 23.5l2-1v4h-2.5z" fill="#c4453a" />
      {wheels.map((x) => (
        <g key={x}>
          <circle className={styles.tyre} cx={x} cy={axle} r="9" />
          <circle className={styles.rim} cx={x} cy={axle} r="4.5" />
        </g>
      ))}
    </svg>
  );
}
