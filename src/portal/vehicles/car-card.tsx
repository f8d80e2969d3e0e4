import { Trans, useLingui } from '@lingui/react/macro';
import type { OwnVehicles } from '#contract/user-info.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { formatDate } from '#ui/format/dates.ts';
import { formatKilometres } from '#ui/format/numbers.ts';
import styles from './car-card.module.css';
import { CarPicture } from './car-picture.tsx';
import { KnownSpan } from './known-span.tsx';

interface CarCardProps {
  vehicle: OwnVehicles[number];
  /** It is linked to the account no more: nothing is asked about it. */
  isLinkEnded?: boolean;
}

/** A vehicle as its user knows it: shape and colour, name, odometer and the time with data. */
export function CarCard({ vehicle: { vehicleId, name, vin }, isLinkEnded = false }: CarCardProps) {
  const query = isLinkEnded ? null : { vehicleId };
  const { data } = useQuery('ownVehicle', query, { cache: true, silent: true });
  return (
    <div className={`row measure ${styles.card}`}>
      <CarPicture bodyType={data?.bodyType ?? null} colour={data?.colour ?? null} />
      <div className={styles.facts}>
        <p className={styles.name}>{name}</p>
        <p className={styles.vin}>{vin}</p>
        {!isLinkEnded && <div className={styles.known}>{data && <Known car={data} />}</div>}
      </div>
    </div>
  );
}

/** The lines of what the source tells, none of what it does not. */
function Known({ car }: { car: CallData<'ownVehicle'> }) {
  const { i18n } = useLingui();
  const { name, model, year, odometer, span } = car;
  const made = [model !== name && model, year].filter(Boolean).join(', ');
  const distance = odometer && formatKilometres(odometer.metres, i18n.locale);
  const read = odometer && formatDate(odometer.at, i18n.locale);
  return (
    <>
      {made && <p>{made}</p>}
      {odometer && (
        <p>
          <Trans>
            Odometer: {distance} on {read}
          </Trans>
        </p>
      )}
      <p>
        <KnownSpan span={span} />
      </p>
    </>
  );
}
