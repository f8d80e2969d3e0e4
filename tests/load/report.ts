import { percentile } from '../bench/measure.ts';
import type { Compared } from './compare.ts';
import type { TravelFigures } from './traveller.ts';
import type { Watched } from './watch.ts';

/** Goals on a quiet machine with two cores: ms of calls, MB, ms of delay, CPU ms of a journey. */
const MOST = { p99: 150, memory: 350, delay: 100, processor: 30 };
/** Goal: journeys per second. */
const MIN_RATE = 45;
/** Maximum ratio to the minimal implementation. */
const MOST_TIMES: Record<string, number> = { login: 2, list: 2.5, upload: 2 };

interface Outcome {
  figures: readonly TravelFigures[];
  seconds: number;
  watched: Watched;
  /** Pending background work, by kind. */
  left: Record<string, number>;
  compared: Record<string, Compared>;
}

/** Prints all figures; returns whether all goals were met. */
export function report({ figures, seconds, watched, left, compared }: Outcome): boolean {
  const times = new Map<string, number[]>();
  for (const each of figures)
    for (const [name, own] of Object.entries(each.times))
      times.set(name, (times.get(name) ?? []).concat(own));
  const column = (value: string | number) => String(value).padStart(9);
  console.log(`${'ms'.padEnd(28)}${['calls', 'median', 'p99', 'maximum'].map(column).join('')}`);
  const row = (name: string, all: readonly number[]) => {
    const cells = [percentile(all), percentile(all, 0.99), Math.max(...all)].map((one) =>
      one.toFixed(0),
    );
    console.log(`${name.padEnd(28)}${[all.length, ...cells].map(column).join('')}`);
  };
  for (const [name, all] of times) row(name, all);
  const every = [...times.values()].flat();
  row('all calls', every);
  const errors = figures.flatMap((each) => Object.entries(each.errors));
  for (const [what, count] of errors) console.log(`${count} × ${what}`);
  const sum = (of: (each: TravelFigures) => number) =>
    figures.reduce((all, each) => all + of(each), 0);
  const started = sum((each) => each.started);
  const ended = sum((each) => each.ended);
  console.log(
    `${ended} of ${started} journeys, ${(ended / seconds).toFixed(1)} a second for ${seconds.toFixed(0)} s; ${sum((each) => each.putOff)} anonymous calls were rate-limited, ${sum((each) => each.askedAgain)} codes requested again`,
  );
  const jobs = Object.entries(left).map(([kind, count]) => `${count} × ${kind}`);
  console.log(`pending background jobs: ${jobs.join(', ') || 'none'}`);
  const { memory, delay, processor } = watched;
  console.log(
    `maximum memory ${memory.toFixed(0)} MB, maximum event loop delay ${delay.max.toFixed(0)} ms`,
  );
  const each = (spent: number) => (spent / ended).toFixed(0);
  console.log(
    `CPU time per journey in ms: ${each(processor.calls)} in the main thread, ${each(processor.all)} in all threads`,
  );
  for (const [name, { portal, bare, times: ratio }] of Object.entries(compared))
    console.log(
      `${name} alone: ${portal.toFixed(1)} ms, ${ratio.toFixed(2)} × the minimal handler (${bare.toFixed(1)} ms)`,
    );
  const goals: [string, boolean][] = [
    ['no errors', errors.length === 0 && ended === started],
    [`99 % of calls within ${MOST.p99} ms`, percentile(every, 0.99) <= MOST.p99],
    [`at least ${MIN_RATE} journeys per second`, ended / seconds >= MIN_RATE],
    [
      `at most ${MOST.processor} ms of CPU time per journey`,
      processor.all / ended <= MOST.processor,
    ],
    [`at most ${MOST.memory} MB`, memory <= MOST.memory],
    [`event loop delay at most ${MOST.delay} ms (p99)`, delay.p99 <= MOST.delay],
    ...Object.entries(MOST_TIMES).map(([name, most]): [string, boolean] => [
      `${name} within ${most} × the minimal handler`,
      (compared[name]?.times ?? Number.NaN) <= most,
    ]),
  ];
  for (const [goal, isMet] of goals) console.log(`${isMet ? 'met' : 'NOT MET'}: ${goal}`);
  return goals.every(([, isMet]) => isMet);
}
