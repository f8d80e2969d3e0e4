import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { OwnVehicles } from '#contract/user-info.ts';
import { NEW_APPLICATION } from '#portal/addresses.ts';
import { CarPicture, KnownFacts, useVehicle } from './car-card.tsx';
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
  const { t } = useLingui();
  const { data: car, isLoading } = useVehicle(vehicleId);
  return (
    <section className={`panel ${styles.main}`}>
      <div className={styles.scene}>
        <CarPicture car={car} />
      </div>
      <div className={`stack stack-small ${styles.facts}`}>
        <h2>{name}</h2>
        <div className="soft">
          {user && <p>{t`on behalf of ${user}`}</p>}
          {car && <KnownFacts car={car} />}
        </div>
        {/* The facts would move it from under the pointer. */}
        {(car || !isLoading) && (
          <p>
            <Button
              size="sm"
              variant={hasNoApplications ? 'filled' : 'outline'}
              component={Link}
              to={`${NEW_APPLICATION}/vehicle?${new URLSearchParams({ vehicle: vehicleId })}`}
            >
              {t`Ask for its data`}
            </Button>
          </p>
        )}
      </div>
    </section>
  );
}

function OtherCar({ vehicle: { vehicleId, name } }: CarProps) {
  const { data: car } = useVehicle(vehicleId);
  return (
    <li>
      <CarPicture car={car} />
      <div>
        <p>{name}</p>
        <div className="soft">{car && <KnownFacts car={car} />}</div>
      </div>
    </li>
  );
}
