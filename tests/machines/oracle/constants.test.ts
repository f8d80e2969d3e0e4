import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { disputeMachine } from '#machines/dispute.machine.ts';
import { disputeOutcomes as outcomesInProduct } from '#machines/dispute-outcomes.ts';
import { type QuoteEvent, quoteMachine } from '#machines/quote.machine.ts';
import {
  concernsAuthority,
  isLawfulGround,
  type Provision,
  type RefusalGround,
  refusalGrounds,
} from '#machines/refusal-grounds.ts';
import { type ReportEvent, reportMachine } from '#machines/report.machine.ts';
import {
  disputeEnds,
  disputeOutcomes,
  grounds,
  quoteSteps,
  reportOutcomes,
  rootFontSizes,
} from './constants.ts';

test('root font sizes depend on the screen width', () => {
  const css = readFileSync(new URL('../../../src/ui/base.css', import.meta.url), 'utf8');
  const base = /^html:root \{[^}]*font-size: (\d+)%/m.exec(css)?.[1];
  const steps = css.matchAll(/min-width: (\d+)px\) \{\s*html:root \{\s*font-size: (\d+)%/g);
  const sizes = [
    [0, Number(base)],
    ...[...steps].map(([, width, size]) => [+(width ?? 0), +(size ?? 0)]),
  ];
  expect(Object.fromEntries(sizes)).toEqual(rootFontSizes);
});

test('grounds of a refusal have the table’s clauses, addressees and notifications', () => {
  const askers = {
    user: { kind: 'personal', isForThirdParty: false },
    thirdParty: { kind: 'personal', isForThirdParty: true },
    publicBody: { kind: 'public', isForThirdParty: false },
  } as const;
  const uses = Object.entries(askers);
  const inProduct = (Object.keys(refusalGrounds) as RefusalGround[]).map((ground) => ({
    ground,
    clauses: refusalGrounds[ground].provisions.map(clauseOf),
    against: uses.filter(([, use]) => isLawfulGround(ground, use)).map(([asker]) => asker),
    ...(concernsAuthority(ground) && { isNotified: true }),
  }));
  expect(inProduct).toEqual(grounds);
});

function clauseOf({ article, paragraph, point }: Provision): string {
  return `${article}(${paragraph})${point ? `(${point})` : ''}`;
}

test('a dispute has the outcomes of the table', () => {
  expect([...outcomesInProduct]).toEqual([...disputeOutcomes]);
});

test.each(disputeEnds)(
  'the end of a dispute by the $by.role «$by.id» is accepted: $isTaken',
  ({ by, isTaken }) => {
    for (const outcome of disputeOutcomes) {
      const [open, initialEffects] = initialTransition(disputeMachine, {
        requester: 'owner',
        isOfHolder: false,
      });
      expect(initialEffects.map(({ type }) => type)).toEqual(['notifyOtherSide']);
      expect(open.hasTag('stopsErasure')).toBe(true);
      const event = { type: 'dispute.end', by, at: 1, outcome } as const;
      expect(open.can(event)).toBe(isTaken);
      const [next, effects] = transition(disputeMachine, open, event);
      expect(next.hasTag('stopsErasure')).toBe(!isTaken);
      expect(next.context.outcome).toBe(isTaken ? outcome : null);
      expect(effects.map(({ type }) => type)).toEqual(isTaken ? ['notifyOtherSide'] : []);
      if (isTaken) expect(next.can(event)).toBe(false);
    }
  },
);

const offered = { requester: 'body', validUntil: 10 };
const sides = {
  body: { role: 'requester', id: 'body' },
  desk: { role: 'reviewer', id: 'reviewer' },
} as const;
const noSenders = [
  { role: 'requester', id: 'stranger' },
  { role: 'reviewer', id: 'body' },
  { role: 'clock', id: 'clock' },
] as const;
const quoteEvents = ['quote.accept', 'quote.object', 'quote.withdraw'] as const;

test('a quote accepts exactly the steps and senders of the table', () => {
  const courses: { from: readonly QuoteEvent['type'][]; to: string }[] = [
    { from: [], to: 'open' },
    ...quoteSteps.map(({ from, event, to }) => ({ from: [...from, event], to })),
  ];
  const stepsOf = (course: readonly string[]) =>
    quoteSteps.filter(({ from }) => from.join() === course.join());
  for (const { from, to } of courses) {
    let [snapshot, initialEffects] = initialTransition(quoteMachine, offered);
    for (const type of from) {
      const by = type === 'quote.withdraw' ? sides.desk : sides.body;
      [snapshot, initialEffects] = transition(quoteMachine, snapshot, { type, by, at: 1 });
    }
    expect([snapshot.value, initialEffects.map(({ type }) => type)]).toEqual([
      to,
      ['notifyOtherSide'],
    ]);
    expect(snapshot.hasTag('unsettled')).toBe(to === 'open' || to === 'objected');
    const taken = quoteEvents.flatMap((type) =>
      [...Object.values(sides), ...noSenders]
        .filter((by) => snapshot.can({ type, by, at: 9 }))
        .map((by) => `${type} by ${by.role} ${by.id}`),
    );
    expect(taken).toEqual(
      stepsOf(from).map(({ event, by }) => `${event} by ${sides[by].role} ${sides[by].id}`),
    );
    const late = { type: 'quote.accept', by: sides.body, at: 10 } as const;
    expect(snapshot.can(late)).toBe(false);
  }
});

test.each(reportOutcomes)(
  'the event $event ends a report as «$outcome», and the requester gets a mail',
  ({ event, ...expected }) => {
    const sent = { type: event, keptUntil: 1 } as ReportEvent;
    let [snapshot, effects] = initialTransition(reportMachine, { requester: 'owner' });
    expect(effects.map(({ type }) => type)).toEqual(['queueGeneration']);
    // A failure is retried. The limit of rounds makes an endless report fail.
    for (let round = 0; round < 100 && snapshot.value !== expected.outcome; round++)
      for (const next of [{ type: 'generation.started' } as const, sent]) {
        if (!snapshot.can(next)) continue;
        expect(snapshot.hasTag('downloadable')).toBe(false);
        [snapshot, effects] = transition(reportMachine, snapshot, next);
      }
    expect({
      outcome: snapshot.value,
      mail: effects.some(({ type }) => type === 'mailPassword')
        ? 'password'
        : effects.some(({ type }) => type === 'mailReason') && 'reason',
      isDownloadable: snapshot.hasTag('downloadable'),
    }).toEqual(expected);
  },
);
