import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { canChangeGrant, type GrantChange, isGrantOpen } from '#contract/live/grant-state.ts';
import type { CarWithGrant, LiveCar } from '#contract/live/grants.ts';
import { grantStates } from '#forms/live-access.ts';
import { VehiclePicture } from '#portal/vehicles/car-card.tsx';
import { BusyButton, useBusy } from '#ui/calls/busy-button.tsx';
import { call } from '#ui/calls/call.ts';
import { useOneTimeValue } from '#ui/calls/use-query.ts';
import { ConfirmButton } from '#ui/dialog/confirm-button.tsx';
import { formatDate, formatInstant } from '#ui/format/dates.ts';
import { lazyPage } from '#ui/frame/lazy-page.ts';
import { Page } from '#ui/frame/page.tsx';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { showMessage } from '#ui/messages/messages.ts';
import { Notice } from '#ui/messages/notice.tsx';
import type { NewToken } from './create-token.tsx';
import styles from './live-access.module.css';
import { LiveValues } from './live-values.tsx';
import { TokenTable } from './token-table.tsx';

// Lazy, because it is below the values of the car.
const CreateToken = lazyPage('portal', () => import('./create-token.tsx'));

/** Poll interval in ms for changes made elsewhere: a suspension, uses of tokens. */
const REFRESH = 30_000;

type TokensByGrant = Readonly<Record<string, NewToken | undefined>>;

export default function LiveAccessPage() {
  const { t } = useLingui();
  const [params, setParams] = useSearchParams();
  const [created = {}, setCreated] = useOneTimeValue<TokensByGrant>('tokens');
  const { data, fallback } = usePageQuery('liveAccess', {}, { pollEvery: () => REFRESH });
  if (!data) return fallback;
  const cars = data.cars.map((car) => ({ ...car, ...(car.isSandbox && { name: t`Sandbox car` }) }));
  const selectedIndex = Math.max(0, Math.min(cars.length, Number(params.get('car')) || 1) - 1);
  const car = cars[selectedIndex];
  const indexOfGrant = (grantId: string) =>
    cars.findIndex(({ grant }) => grant?.grantId === grantId);
  return (
    <Page
      title={t`Live access`}
      lead={<p>{t`What your car sends, as it arrives, and who may read it.`}</p>}
    >
      {cars.every(({ isSandbox }) => isSandbox) && (
        <p className="below">
          {t`No car of your own is linked to this account. Once a car is linked, its values appear here.`}
        </p>
      )}
      {car && (
        <>
          {cars.length > 1 && (
            <nav className="tabs" aria-label={t`Your cars`}>
              {cars.map(({ vehicleId, name }, index) => (
                <Link
                  key={vehicleId}
                  to={`?car=${index + 1}`}
                  {...(index === selectedIndex && { 'aria-current': 'true' as const })}
                >
                  {name}
                </Link>
              ))}
            </nav>
          )}
          {car.isSandbox && (
            <p className="soft below">
              {t`A simulated car for trying programs: it drives, parks and charges every hour. Its values are invented.`}
            </p>
          )}
          <CarAccess
            key={car.vehicleId}
            car={car}
            openCars={cars.filter(hasOpenGrant)}
            created={created}
            onCreated={(grantId, token) => {
              setCreated({ ...created, [grantId]: token });
              if (grantId !== car.grant?.grantId)
                setParams({ car: `${indexOfGrant(grantId) + 1}` });
            }}
          />
        </>
      )}
    </Page>
  );
}

const hasOpenGrant = (car: LiveCar): car is CarWithGrant =>
  car.grant !== null && isGrantOpen(car.grant);

interface CarAccessProps {
  car: LiveCar;
  openCars: readonly CarWithGrant[];
  created: TokensByGrant;
  onCreated: (grantId: string, created: NewToken | undefined) => void;
}

function CarAccess({ car, openCars, created, onCreated }: CarAccessProps) {
  const { grant } = car;
  if (!grant || grant.ended) return <StartAccess car={car} />;
  const carWithGrant = { ...car, grant };
  const token = created[grant.grantId];
  return (
    <div className={`stack ${styles.layout}`}>
      <LiveValues car={carWithGrant} />
      <TokenTable car={carWithGrant} />
      {(token || isGrantOpen(grant)) && (
        <section className={`panel ${styles.create}`}>
          <Suspense>
            <CreateToken
              car={carWithGrant}
              openCars={openCars}
              created={token}
              onCreated={onCreated}
            />
          </Suspense>
        </section>
      )}
      <GrantPanel car={carWithGrant} />
      <ForPrograms />
    </div>
  );
}

function StartAccess({ car: { vehicleId, name, grant, isSandbox } }: { car: LiveCar }) {
  const { t, i18n } = useLingui();
  const ended = grant?.ended;
  const at = ended && formatInstant(ended.at, i18n.locale);
  const reasons = {
    owner: t`You ended live access on ${at}.`,
    date: t`Live access ended on ${at}, at its end date.`,
    link: t`Live access ended on ${at}, because the car was no longer linked to your account.`,
  };
  return (
    <div className={`stack ${styles.layout}`}>
      <section className="panel stack">
        <div className={styles.car}>
          <VehiclePicture vehicleId={isSandbox ? null : vehicleId} />
          <h2>{name}</h2>
        </div>
        {ended && <Notice kind="info" title={reasons[ended.reason]} />}
        <p className="measure">
          {t`See the values of your car as they arrive, and let programs of your own read them: a charging app, a dashboard, your smart home. It costs nothing, needs no review, and you can pause or end it at any time.`}
        </p>
        <p>
          <BusyButton work={() => call('liveGrantRequest', { vehicleId })}>
            {t`Start live access`}
          </BusyButton>
        </p>
      </section>
      <ForPrograms />
    </div>
  );
}

function ForPrograms() {
  const { t } = useLingui();
  return (
    <aside className="panel" aria-label={t`For your programs`}>
      <h2>{t`For your programs`}</h2>
      <ul className="plain">
        <li>
          <a href="/server/docs/live">{t`Documentation: first steps, calls, errors and recipes`}</a>
        </li>
        <li>
          <a href="/api/v1/openapi.json">{t`Description for programs (OpenAPI)`}</a>
        </li>
      </ul>
      <p className="soft">
        {t`Each value comes with the time at which the car measured it. A missing value comes with the reason.`}
      </p>
    </aside>
  );
}

function GrantPanel({ car: { grant, name } }: { car: CarWithGrant }) {
  const { t, i18n } = useLingui();
  const { isBusy, run } = useBusy();
  const words: Record<GrantChange, { label: string; done: string }> = {
    pause: { label: t`Pause`, done: t`Live access is paused.` },
    resume: { label: t`Resume`, done: t`Live access is resumed.` },
    renew: { label: t`Renew for a year`, done: t`Live access is renewed.` },
    end: { label: t`End`, done: t`Live access is ended.` },
  };
  const change = async (which: GrantChange) => {
    await call('liveGrantChange', { grantId: grant.grantId, change: which });
    showMessage({ kind: 'notice', text: words[which].done });
  };
  const button = (which: GrantChange, onClick: () => void) => (
    <Button key={which} size="sm" variant="default" disabled={isBusy} onClick={onClick}>
      {words[which].label}
    </Button>
  );
  const [since, until] = [grant.requestedAt, grant.endsAt].map((at) => formatDate(at, i18n.locale));
  const state = grantStates[grant.state as keyof typeof grantStates];
  return (
    <section className="panel stack" aria-labelledby="live-grant">
      <h2 id="live-grant">{t`Who receives data`}</h2>
      <h3>
        <span>{t`You, with this page and your tokens`}</span>{' '}
        <span className="tag">{state ? i18n._(state) : grant.state}</span>
      </h3>
      <p>{t`Since ${since}, until ${until}.`}</p>
      <div className="row">
        {(Object.keys(words) as GrantChange[])
          .filter((which) => canChangeGrant(grant, which, Date.now()))
          .map((which) =>
            which === 'end' ? (
              <ConfirmButton
                key={which}
                opener={(ask) => button(which, ask)}
                title={t`End live access to ${name}?`}
                confirm={t`End live access`}
                isFinal
                work={() => change(which)}
              >
                <p>
                  {t`All its tokens stop working within 5 seconds. You can start live access again, with new tokens.`}
                </p>
              </ConfirmButton>
            ) : (
              button(which, () => void run(() => change(which)))
            ),
          )}
      </div>
    </section>
  );
}
