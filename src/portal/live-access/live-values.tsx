import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { isGrantOpen } from '#contract/live/grant-state.ts';
import type { CarWithGrant } from '#contract/live/grants.ts';
import { SECOND } from '#lib/words/durations.ts';
import pictures from '#portal/pictures/pictures.module.css';
import { VehiclePicture } from '#portal/vehicles/car-card.tsx';
import { Glyph } from '#ui/brand/glyph.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatInstant, formatRelative, formatTime } from '#ui/format/dates.ts';
import { formatNumber, formatUnit } from '#ui/format/numbers.ts';
import { Notice } from '#ui/messages/notice.tsx';
import { ChargeDay } from './charge-day.tsx';
import styles from './live-access.module.css';
import { useLiveDay } from './use-live-day.ts';

type Day = CallData<'liveDay'>;
type Tile = Day['tiles'][number];

const MAX_AGE_OF_LIVE_CONTACT = 15 * 60 * SECOND;
const isLive = ({ at, lastContactAt }: Day) => at - (lastContactAt ?? 0) < MAX_AGE_OF_LIVE_CONTACT;

export function LiveValues({ car }: { car: CarWithGrant }) {
  const { t } = useLingui();
  const [isPaused, setPaused] = useState(false);
  const { grant, name, vehicleId, isSandbox } = car;
  const isOpen = isGrantOpen(grant);
  const day = useLiveDay(isOpen ? grant.grantId : null, isPaused);
  return (
    <section className={`panel ${pictures.colours} ${styles.now}`} aria-labelledby="live-car">
      <div className={styles.car}>
        <VehiclePicture vehicleId={isSandbox ? null : vehicleId} />
        <div>
          <h2 id="live-car">{name}</h2>
          {day && (
            <p
              className={`small ${styles.contact}`}
              data-live={(isLive(day) && !isPaused) || undefined}
            >
              <Contact day={day} isPaused={isPaused} />
            </p>
          )}
        </div>
        {isOpen && (
          <Button
            size="sm"
            variant="default"
            leftSection={<Glyph name={isPaused ? 'arrow' : 'pause'} />}
            onClick={() => setPaused(!isPaused)}
          >
            {isPaused ? t`Resume updates` : t`Pause updates`}
          </Button>
        )}
      </div>
      <AccessNotice grant={grant} />
      {day && (
        <>
          <Tiles day={day} />
          <ChargeDay day={day} />
        </>
      )}
    </section>
  );
}

function Contact({ day, isPaused }: { day: Day; isPaused: boolean }) {
  const { t } = useLingui();
  const age = useAge();
  if (day.lastContactAt === null) return <Trans>No data have been received yet.</Trans>;
  const seen = age(day.lastContactAt);
  if (isPaused) return <Trans>Updates are paused. Last contact {seen}.</Trans>;
  if (!isLive(day))
    return (
      <span>
        <span>{t`Last data`}</span> <span>{seen}</span>
      </span>
    );
  return (
    <Trans>
      <b>Live</b>, last contact {seen}
    </Trans>
  );
}

function AccessNotice({ grant }: Pick<CarWithGrant, 'grant'>) {
  const { t, i18n } = useLingui();
  if (grant.suspended) {
    const at = formatInstant(grant.suspended.at, i18n.locale);
    return (
      <Notice kind="error" title={t`The data holder suspended live access on ${at}.`}>
        <p>{grant.suspended.ground}</p>
        <p className="quote">{grant.suspended.substantiation}</p>
        <p>
          {t`You can complain to the competent authority, go to a certified dispute settlement body, or to court. The letter with the reasons is in your e-mails.`}
        </p>
      </Notice>
    );
  }
  if (grant.pausedAt !== null)
    return (
      <Notice
        kind="info"
        title={t`You have paused live access. Neither this page nor your programs get values.`}
      />
    );
  if (!isGrantOpen(grant))
    return (
      <Notice
        kind="info"
        title={t`The source of your car’s data does not respond at the moment. Live access starts by itself once it confirms that the car is yours.`}
      />
    );
  return null;
}

function Tiles({ day: { tiles, activities } }: { day: Day }) {
  const { t, i18n } = useLingui();
  const age = useAge();
  const titles: Record<Tile['signal'], string> = {
    'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed': t`State of charge`,
    'Vehicle.Powertrain.TractionBattery.Range': t`Range`,
    'Vehicle.TraveledDistance': t`Odometer`,
    'Vehicle.Speed': t`Speed`,
    'Vehicle.Exterior.AirTemperature': t`Outside temperature`,
  };
  const since = {
    driving: t`Driving since`,
    charging: t`Charging since`,
    parked: t`Parked since`,
  };
  const current = activities.at(-1);
  const ageOrReason = ({ capturedAt, reason }: Tile) => {
    if (capturedAt !== null) return age(capturedAt);
    return reason === 'notEquipped'
      ? t`This car does not measure it.`
      : t`No value was received in the 24 hours before the last contact.`;
  };
  return (
    <dl className={styles.tiles}>
      {tiles.map((tile) => (
        <div key={tile.signal} data-missing={tile.value === null || undefined}>
          <dt className="small">{titles[tile.signal]}</dt>
          <dd className={styles.value}>
            {tile.value === null ? t`No value` : formatValue(tile.value, tile.unit, i18n.locale)}
          </dd>
          <dd className={`fine ${styles.when}`}>{ageOrReason(tile)}</dd>
        </div>
      ))}
      {current && activities.length > 1 && (
        <div>
          <dt className="small">{since[current.kind]}</dt>
          <dd className={styles.value}>{formatTime(current.from, i18n.locale)}</dd>
          <dd className={`fine ${styles.when}`}>{age(current.from)}</dd>
        </div>
      )}
    </dl>
  );
}

/**
 * Maps units of the COVESA Vehicle Signal Specification (VSS) to the unit for `Intl.NumberFormat`
 * and the divisor.
 */
const units: Readonly<Record<string, [unit: string, divisor: number]>> = {
  percent: ['percent', 1],
  m: ['kilometer', 1000],
  km: ['kilometer', 1],
  'km/h': ['kilometer-per-hour', 1],
};

function formatValue(value: number, unit: string, language: string): string {
  const [name, divisor] = units[unit] ?? [undefined, 1];
  if (name) return formatUnit(value / divisor, name, language);
  return formatNumber(value, language, 0) + (unit === 'Celsius' ? '\u00a0°C' : '');
}

function useAge(): (at: number) => string {
  const { i18n } = useLingui();
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), SECOND, { autoInvoke: true });
  return (at) => {
    const seconds = Math.max(0, Math.round((now - at) / SECOND));
    if (seconds < 60) return formatRelative(-seconds, 'second', i18n.locale);
    if (seconds < 3600) return formatRelative(-Math.round(seconds / 60), 'minute', i18n.locale);
    return formatInstant(at, i18n.locale);
  };
}
