import { describe, expect, test } from 'vitest';
import { initialTransition, transition } from 'xstate';
import {
  type ApplicationState,
  applicationStates,
  applicationStatus,
  hasTag,
  snapshotIn,
  storedApplication,
} from '#contract/stored-application.ts';
import { stateWords } from '#forms/states.ts';
import { type ApplicationSnapshot, applicationMachine } from '#machines/application.machine.ts';
import { grounds } from './constants.ts';
import {
  endCodes,
  filingMails,
  firstCode,
  type Kind,
  type Place,
  reportAfter,
  rules,
  sideEvents,
  states,
  views,
} from './life.ts';
import { factsOf, partiesOf } from './observed.ts';
import { type Attempt, askerOf, verdict } from './verdict.ts';

/*
 * Compares the application's chart with the table in life.ts. All attempts come from the table and
 * this file, not from the chart's scenario, so that new approved texts or samples cannot hide
 * anything.
 */
const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 5, 9);
const people = {
  'the requester': { role: 'requester', id: 'owner' },
  'another requester': { role: 'requester', id: 'stranger' },
  'a reviewer': { role: 'reviewer', id: 'reviewer' },
  'a colleague': { role: 'reviewer', id: 'colleague' },
  'a lead': { role: 'reviewer', id: 'lead', isLead: true },
  'the requester as reviewer': { role: 'reviewer', id: 'owner' },
  'the clock': { role: 'clock', id: 'clock' },
};
const words = (list: string) => list.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

test.each(states)(
  '$state has the code $code and is in the list $list',
  ({ state, code, place = code, list, label, publicLabel }) => {
    const stored = state as ApplicationState;
    expect(applicationStatus(snapshotIn(stored))).toEqual({ code, list: words(list) });
    expect(stateWords(state, 'personal').label.message).toBe(label);
    expect(stateWords(state, 'public').label.message).toBe(publicLabel ?? label);
    const wanted = Object.entries(views).filter(([, codes]) => codes.some((one) => one === place));
    const worn = Object.keys(views).filter((view) => hasTag(stored, view as keyof typeof views));
    expect(worn).toEqual(wanted.map(([view]) => view));
  },
);

test('the chart has exactly the states and events of the table', () => {
  expect([...applicationStates].sort()).toEqual(states.map(({ state }) => state).sort());
  const events = [...rules.map(({ event }) => event), ...Object.keys(sideEvents)];
  expect([...applicationMachine.events].sort()).toEqual([...new Set(events)].sort());
});

const uses = {
  personal: { kind: 'personal', isForThirdParty: false },
  'third-party': { kind: 'personal', isForThirdParty: true },
  public: { kind: 'public', isForThirdParty: false },
} as const;
type Use = { kind: Kind; isForThirdParty: boolean };

describe.each(Object.entries<Use>(uses))('a %s application', (_, use) => {
  const { kind } = use;
  const found = reached(use);

  test('begins with the first code of the table, and its recipients get a mail', () => {
    const [first, effects] = initialTransition(applicationMachine, { ...use, requester: 'owner' });
    expect(factsOf(first).place).toBe(firstCode);
    expect(partiesOf(effects)).toEqual(filingMails);
  });

  test('reaches exactly the states of its kind', () => {
    const expected = states.filter(({ kinds }) => kinds.includes(kind)).map(({ state }) => state);
    const seen = new Set(found.map(({ snapshot }) => storedApplication(snapshot).state));
    expect([...seen].sort()).toEqual(expected.sort());
  });

  test.each(found)('$name accepts exactly the events of the table', ({ snapshot }) => {
    const differences: string[] = [];
    for (const { name, event } of attempts(snapshot)) {
      const seen = observedOf(snapshot, event);
      // An event that is not accepted on the current revision is not tried on others.
      const steps = seen === 'notAccepted' ? [] : [-1, 1];
      const others = steps.map((step) => ({ ...event, revision: event.revision + step }));
      for (const tried of [event, ...others]) {
        const wanted = expectedOf(snapshot, tried);
        const observed = tried === event ? seen : observedOf(snapshot, tried);
        if (wanted === observed) continue;
        differences.push(`${name} on ${tried.revision}: ${observed} instead of ${wanted}`);
      }
    }
    expect(differences).toEqual([]);
  });
});

type Tried = Attempt & { ground?: string; answerDueAt: number };

/** Representative snapshots: by place, assignee and link. */
function reached(use: Use): { name: string; snapshot: ApplicationSnapshot }[] {
  const [first] = initialTransition(applicationMachine, { ...use, requester: 'owner' });
  const known = new Map([[nameOf(first), first]]);
  for (const snapshot of known.values())
    for (const { event } of attempts(snapshot)) {
      const [next] = transition(applicationMachine, snapshot, event as never);
      if (!known.has(nameOf(next))) known.set(nameOf(next), next);
    }
  return [...known].map(([name, snapshot]) => ({ name, snapshot }));
}

function nameOf(snapshot: ApplicationSnapshot): string {
  const { place, assignee, linkEndedAt, answerDueAt, endedAt, decided } = factsOf(snapshot);
  const due = answerDueAt === null ? '' : ', awaited';
  const end = endedAt === null ? '' : `, ended in ${endedAt}`;
  const was = decided ? `, decided in ${decided.place} by ${decided.by}` : '';
  return `${place}${end}${was}${due}${assignee ? `, taken by ${assignee}` : ''}${linkEndedAt ? ', unlinked' : ''}`;
}

/** Every event by every person on the present revision, at every relevant instant. */
function attempts(snapshot: ApplicationSnapshot): { name: string; event: Tried }[] {
  const { revision, answerDueAt, decided } = factsOf(snapshot);
  const due = answerDueAt === null ? [START] : [answerDueAt - 1, answerDueAt];
  const undone = decided ? [decided.at + 9_999, decided.at + 10_000] : due.slice(0, 1);
  const samples: { name: string; event: Tried }[] = [];
  for (const type of new Set([...rules.map(({ event }) => event), ...Object.keys(sideEvents)]))
    for (const [person, by] of Object.entries(people))
      for (const at of type === 'decision.undo' ? undone : due)
        for (const [sampleName, facts] of factsTried(type))
          samples.push({
            name: `${type} by ${person} at ${at - (answerDueAt ?? at)} ${sampleName}`,
            event: {
              type,
              by,
              at,
              revision,
              answerDueAt: at + 14 * DAY,
              ...facts,
              ...sideFacts,
            },
          });
  return samples;
}
const groundsTried = [...grounds.map(({ ground }) => ground), 'becauseWeDoNotLikeIt'];
const secondsTried = { ...people, nobody: null, 'nobody asked': undefined };

/** Other facts of an event, each with a label. */
function factsTried(type: string): [sampleName: string, Partial<Tried>][] {
  if (type === 'application.refuse') return groundsTried.map((ground) => [ground, { ground }]);
  if (type === 'approval.withdraw')
    return [
      ['', { fetchedAt: null }],
      ['after it was fetched', { fetchedAt: START }],
    ];
  if (type === 'deadline.extend')
    return [
      ['', {}],
      ['to an earlier date', { answerDueAt: 0 }],
    ];
  if (type !== 'data.approve') return [['', {}]];
  return Object.entries(secondsTried).map(([who, second]) => [
    `seconded by ${who}`,
    second === undefined ? {} : { second },
  ]);
}

const sideFacts = { to: people['a colleague'], endedAt: START };

function expectedOf(snapshot: ApplicationSnapshot, event: Tried): string {
  const facts = factsOf(snapshot);
  const side = sideEvents[event.type];
  if (side) {
    // Senders of assignment events are tested in assignment.test.ts.
    const isAccepted = snapshot.can(event as never);
    const isPossible =
      !endCodes.includes(facts.place) && event.by.role === side.who && event.by.id !== 'owner';
    return isAccepted && isPossible
      ? answer(facts.place, side.mails, facts.answerDueAt)
      : 'notAccepted';
  }
  const asker = askerOf(facts);
  const isLawful = grounds.some(
    ({ ground, against }) => ground === event.ground && against.includes(asker),
  );
  const wanted = verdict(facts, { ...event, isLawful });
  if (!wanted) return 'notAccepted';
  const rule = rules.find(({ event: type }) => type === event.type);
  const isAwaited = views.requestersTurn.some((place) => place === wanted.place);
  if (rule?.undoes) return answer(wanted.place, wanted.mails, facts.decided?.answerDueAt ?? null);
  const due = rule?.setsDeadline || (rule?.returns && isAwaited) ? event.answerDueAt : null;
  return answer(wanted.place, wanted.mails, due, event.type === reportAfter);
}

function observedOf(snapshot: ApplicationSnapshot, event: Tried): string {
  if (!snapshot.can(event as never)) return 'notAccepted';
  const [next, effects] = transition(applicationMachine, snapshot, event as never);
  const after = factsOf(next);
  const isCounted = after.revision === snapshot.context.revision + (isAssignment(event) ? 0 : 1);
  const isQueued = effects.some(({ type }) => type === 'queueReport');
  const text = answer(after.place, partiesOf(effects), after.answerDueAt, isQueued);
  return isCounted ? text : `${text}, with revision ${after.revision}`;
}

/** Assignments do not count as decisions. */
const isAssignment = ({ type }: Tried) => /\.(take|handOver|release)$/.test(type);

function answer(place: Place, mails: readonly string[], due: number | null, isQueued = false) {
  const to = [...mails].sort().join(' and ') || 'nobody';
  return `${place}, mail to ${to}, due ${due}${isQueued ? ', a report' : ''}`;
}
