import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { OwnVehicles } from '#contract/user-info.ts';
import { commaOf } from '#lib/words/formats.ts';
import { NEW_APPLICATION } from '#portal/addresses.ts';
import { formatDate } from '#ui/format/dates.ts';
import { formatKilometres } from '#ui/format/numbers.ts';
import { CarPicture, useVehicle } from './car-card.tsx';
import styles from './car-panel.module.css';

const OTHERS = 4;

interface CarPanelProps {
  vehicles: OwnVehicles;
  hasNoApplications?: boolean;
}

export function CarPanel({ vehicles, hasNoApplications = false }: CarPanelProps) {
  const { t } = useLingui();
  const [first, ...others] = vehicles;
  if (!first) return null;
  const isOwn = vehicles.every(({ onBehalfOf }) => onBehalfOf === null);
  return (
    <aside className={styles.panel} aria-label={isOwn ? t`Your cars` : t`Linked cars`}>
      <MainCar vehicle={first} hasNoApplications={hasNoApplications} />
      {others.length > 0 && (
        <section className="panel">
          <h2>{isOwn ? t`Your other cars` : t`Other linked cars`}</h2>
          <ul className="plain">
            {others.slice(0, OTHERS).map((vehicle) => (
              <OtherCar key={vehicle.vehicleId} vehicle={vehicle} />
            ))}
          </ul>
        </section>
      )}
    </aside>
  );
}

interface CarProps {
  vehicle: OwnVehicles[number];
}

function MainCar({ vehicle, hasNoApplications }: CarProps & { hasNoApplications: boolean }) {
  const { vehicleId, name, onBehalfOf: user } = vehicle;
  const { t, i18n } = useLingui();
  const car = useVehicle(vehicleId);
  const day = (at: number | null | undefined) => (at ? formatDate(at, i18n.locale) : null);
  const facts = [
    [t`Odometer`, car?.odometer && formatKilometres(car.odometer.metres, i18n.locale)],
    [t`Data since`, day(car?.span?.first)],
    [t`Last data`, day(car?.span?.last)],
  ];
  const model = [car?.model !== name && car?.model, car?.year]
    .filter(Boolean)
    .join(commaOf(i18n.locale));
  return (
    <section className={`panel ${styles.main}`}>
      <div className={styles.scene}>
        <CarPicture car={car} />
      </div>
      <div className={styles.facts}>
        <h2>{name}</h2>
        {model && <p className="soft">{model}</p>}
        {user && (
          <p className="soft">
            <Trans>on behalf of {user}</Trans>
          </p>
        )}
        <dl>
          {facts.map(
            ([label, value]) =>
              value && (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
        <Button
          size="sm"
          variant={hasNoApplications ? 'filled' : 'outline'}
          component={Link}
          to={`${NEW_APPLICATION}/vehicle?${new URLSearchParams({ vehicle: vehicleId })}`}
        >
          {t`Ask for its data`}
        </Button>
      </div>
    </section>
  );
}

function OtherCar({ vehicle: { vehicleId, name } }: CarProps) {
  const { t, i18n } = useLingui();
  const car = useVehicle(vehicleId);
  const first = car?.span?.first;
  return (
    <li>
      <CarPicture car={car} />
      <div>
        <p>{name}</p>
        {car?.odometer && (
          <p className="soft">{formatKilometres(car.odometer.metres, i18n.locale)}</p>
        )}
        {first && (
          <p className="soft">
            <span>{t`Data since`}</span> <span>{formatDate(first, i18n.locale)}</span>
          </p>
        )}
      </div>
    </li>
  );
}
