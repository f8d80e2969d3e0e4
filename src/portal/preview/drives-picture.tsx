import { Plural, useLingui } from '@lingui/react/macro';
import type { PreviewDrive } from '#contract/report-preview.ts';
import { FoldedTable } from '#portal/pictures/pictures.tsx';
import styles from './preview.module.css';
import { type Preview, type PreviewWords, usePreviewWords } from './use-preview-words.ts';

const WIDTH = 350;
const HEIGHT = 250;
const EDGE = 26;
const METRES_PER_DEGREE = 111_320;
const MIN_TRACK_METRES = 100;

export function DrivesPicture({ preview }: { preview: Preview }) {
  const { t } = useLingui();
  const words = usePreviewWords(preview);
  const { drives } = preview;
  const [first, last] = [drives[0], drives.at(-1)];
  const title = words.isMasked ? t`Drives` : t`Your last drives`;
  const hasTrack = drives.some(({ points }) => points.length > 0);
  if (!first || !last)
    return (
      <section className="panel">
        <h3>{title}</h3>
        <p>{words.missing('trips', 'location')}</p>
      </section>
    );
  const range = words.days(first.from, last.to);
  const count = drives.length;
  return (
    <section className="panel">
      <h3>{title}</h3>
      <p>
        <Plural value={count} one={`# drive, ${range}`} other={`# drives, ${range}`} />
      </p>
      {hasTrack ? (
        <>
          <Tracks drives={drives} words={words} />
          <ul className={`row plain small ${styles.key}`}>
            {drives.map((drive, index) => (
              <li key={drive.from} className="marked">
                <svg viewBox="0 0 24 6" aria-hidden="true">
                  <path className={styles[`track${index}`]} d="M1 3h22" />
                </svg>
                <span>{words.times(drive.from, drive.to)}</span>
              </li>
            ))}
          </ul>
          <p>{t`North is up. Circle: beginning, square: end of a drive. There is no map, so that nothing is sent to others.`}</p>
        </>
      ) : (
        <div className={styles.none}>
          <p>
            {words.isMasked
              ? t`There is no track in a masked file: positions are left out or rounded to squares of 5 km, so that nobody sees where you live. A line through them would be wrong.`
              : words.missing('location')}
          </p>
        </div>
      )}
      <FoldedTable
        title={title}
        isOpen={!hasTrack}
        isWide
        head={[
          t`Drive`,
          ...(hasTrack ? [t`Beginning (latitude, longitude)`, t`End (latitude, longitude)`] : []),
          t`Distance`,
          t`Battery`,
        ]}
        rows={drives.map(({ from, to, metres, batteryFrom, batteryTo, points }) => [
          words.times(from, to),
          ...(hasTrack
            ? [points[0], points.at(-1)].map(
                (point) => point?.map((each) => words.number(each, 5)).join(' / ') ?? '–',
              )
            : []),
          metres === null ? '–' : words.kilometres(metres, 1),
          batteryFrom === null || batteryTo === null
            ? '–'
            : `${words.percent(batteryFrom)} → ${words.percent(batteryTo)}`,
        ])}
      />
    </section>
  );
}

function Tracks({ drives, words }: Pick<Preview, 'drives'> & { words: PreviewWords }) {
  const { t } = useLingui();
  const { place, metresPerUnit } = projectionOf(drives.flatMap(({ points }) => points));
  const bar = roundLength((WIDTH / 4) * metresPerUnit);
  const barWidth = bar / metresPerUnit;
  return (
    <div className={styles.map}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t`Tracks on a plain grid; north is up`}
      >
        <path
          className={styles.grid}
          d="M50 0V250M100 0V250M150 0V250M200 0V250M250 0V250M300 0V250M0 50H350M0 100H350M0 150H350M0 200H350"
        />
        {drives.map(({ from, points }, index) => (
          <path
            key={from}
            className={styles[`track${index}`]}
            d={`M${points.map(place).join('L')}`}
          />
        ))}
        {drives.map(({ from, points: [first, ...others] }) => {
          const last = others.at(-1) ?? first;
          return (
            first &&
            last && (
              <g key={from} className={styles.point}>
                <circle r="5" transform={`translate(${place(first)})`} />
                <path d={`M${place(last)}m-5-5h10v10h-10z`} />
              </g>
            )
          );
        })}
        <path
          className={styles.bar}
          d={`M${WIDTH - 12} 231v7h-${barWidth}v-7M${WIDTH - 18} 30V12m-5 7l5-7 5 7`}
        />
      </svg>
      <span aria-hidden="true">{words.length(bar)}</span>
    </div>
  );
}

type Point = PreviewDrive['points'][number];

/** Fits positions into the picture: north is up, lengths are equal in both directions. */
function projectionOf(points: readonly Point[]) {
  const range = (values: readonly number[]) => [Math.min(...values), Math.max(...values)] as const;
  const [south, north] = range(points.map(([latitude]) => latitude));
  const [west, east] = range(points.map(([, longitude]) => longitude));
  const [up, right] = [(south + north) / 2, (west + east) / 2];
  const narrowing = Math.max(0.01, Math.cos((up * Math.PI) / 180));
  const metresPerUnit = Math.max(
    ((east - west) * narrowing * METRES_PER_DEGREE) / (WIDTH - 2 * EDGE),
    ((north - south) * METRES_PER_DEGREE) / (HEIGHT - 2 * EDGE),
    MIN_TRACK_METRES / WIDTH,
  );
  const units = METRES_PER_DEGREE / metresPerUnit;
  const place = ([latitude, longitude]: Point) => {
    const x = WIDTH / 2 + (longitude - right) * narrowing * units;
    const y = HEIGHT / 2 - (latitude - up) * units;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  return { place, metresPerUnit };
}

function roundLength(limit: number): number {
  const power = 10 ** Math.floor(Math.log10(limit));
  return ([5, 2].find((each) => each * power <= limit) ?? 1) * power;
}
