import { describe, expect, test } from 'vitest';
import { transition } from 'xstate';
import { applicationSnapshot, storedApplication } from '#contract/stored-application.ts';
import { replay } from '#forms/replay.ts';
import type { ApplicationEvent } from '#machines/application.events.ts';
import { type ApplicationKind, applicationMachine } from '#machines/application.machine.ts';

type Entry = Parameters<typeof replay>[1][number];
type Subject = Parameters<typeof replay>[0];

const DUE = 1_000_000;
const owner = { role: 'requester', id: 'owner' } as const;
const reviewer = { role: 'reviewer', id: 'reviewer' } as const;
const clock = { role: 'clock', id: 'clock' } as const;

type Sent = Omit<ApplicationEvent, 'revision'>;
const events = {
  start: { type: 'review.start', by: reviewer },
  pass: { type: 'qualification.pass', by: reviewer, answerDueAt: DUE },
  ask: { type: 'information.request', by: reviewer, answerDueAt: DUE },
  supply: { type: 'information.supply', by: owner },
  request: { type: 'data.request', by: owner },
  approve: { type: 'data.approve', by: reviewer },
  refuse: { type: 'application.refuse', by: reviewer, ground: 'userNotIdentified' },
  pass_by: { type: 'deadline.passed', by: clock, at: DUE },
} as const satisfies Record<string, object>;

/** A case that the machine processed, with its history. */
function recorded(kind: ApplicationKind, ...sent: readonly object[]) {
  let snapshot = applicationSnapshot({
    kind,
    isForThirdParty: false,
    requester: 'owner',
    state: 'qualification.submitted',
    revision: 0,
    answerDueAt: null,
  });
  const history: Entry[] = [
    {
      revision: 0,
      at: 0,
      actor_id: 'owner',
      role: 'requester',
      event: 'application.file',
      from_state: null,
      to_state: 'qualification.submitted',
      facts_json: null,
    },
  ];
  for (const each of sent as Sent[]) {
    const { type, by, at: _, ...facts } = each as ApplicationEvent;
    const from_state = storedApplication(snapshot).state;
    const at = 'at' in each ? Number(each.at) : snapshot.context.revision;
    const event = { ...each, at, revision: snapshot.context.revision } as ApplicationEvent;
    if (!snapshot.can(event)) throw new Error(`${type} is refused in ${from_state}`);
    [snapshot] = transition(applicationMachine, snapshot, event);
    const { state: to_state, revision } = storedApplication(snapshot);
    const facts_json = Object.keys(facts).length ? JSON.stringify(facts) : null;
    const who = { actor_id: by.id, role: by.role };
    history.push({ revision, at, ...who, event: type, from_state, to_state, facts_json });
  }
  const { state, revision } = storedApplication(snapshot);
  const subject: Subject = {
    kind,
    requester_id: 'owner',
    isForThirdParty: false,
    state,
    revision,
  };
  return { subject, history };
}

/** Replays a case after one entry was falsified; returns the deviations. */
function found(
  { subject, history }: ReturnType<typeof recorded>,
  revision: number,
  otherwise: Partial<Entry>,
) {
  const changed = history.map((entry) =>
    entry.revision === revision ? { ...entry, ...otherwise } : entry,
  );
  return replay(subject, changed).map(({ entry, reason, guard }) => [
    entry.revision,
    guard ?? reason,
  ]);
}

const { start, pass, ask, supply, request, approve, refuse, pass_by } = events;

test.each([
  ['personal', [start, ask, supply, pass, request, ask, supply, approve]],
  ['personal', [start, pass, pass_by]],
  ['personal', [start, refuse]],
  ['public', [start, ask, supply, approve]],
] as const)('a %s case that the machine processed has no deviation (case %#)', (kind, sent) => {
  const { subject, history } = recorded(kind, ...sent);
  expect(replay(subject, history)).toEqual([]);
});

describe('replay reports', () => {
  const passed = recorded('personal', start, pass, pass_by);
  const answered = recorded('personal', start, pass, request);
  const refused = recorded('personal', start, refuse);
  const facts = (of: object) => ({ facts_json: JSON.stringify(of) });

  test.each<[string, typeof passed, number, Partial<Entry>, [number, string][]]>([
    ['deadline.passed before the deadline', passed, 3, facts({ at: DUE - 1 }), [[3, 'isOverdue']]],
    [
      'deadline.passed before a deadline that was set later',
      passed,
      2,
      facts({ answerDueAt: DUE + 1 }),
      [[3, 'isOverdue']],
    ],
    ['nothing for an answer just before the deadline', answered, 3, { at: DUE - 1 }, []],
    ['an answer at the deadline', answered, 3, { at: DUE }, [[3, 'isInTime']]],
    [
      'a refusal on a ground that is not lawful for the kind',
      refused,
      2,
      facts({ ground: 'alreadyProvided' }),
      [[2, 'isLawful']],
    ],
    [
      'a refusal on a ground for third parties without a third party',
      refused,
      2,
      facts({ ground: 'gatekeeper' }),
      [[2, 'isLawful']],
    ],
    [
      'nothing for a refusal on that ground with a third party',
      { ...refused, subject: { ...refused.subject, isForThirdParty: true } },
      2,
      facts({ ground: 'gatekeeper' }),
      [],
    ],
    ['a decision by the applicant', passed, 1, { actor_id: 'owner' }, [[1, 'isOthers']]],
    ['a decision by a requester', passed, 1, { role: 'requester' }, [[1, 'isReviewer']]],
    ['a filing by another account', passed, 0, { actor_id: 'stranger' }, [[0, 'event']]],
    [
      'an event that the state does not accept',
      passed,
      1,
      { event: 'data.approve' },
      [[1, 'event']],
    ],
    ...['approved', 'a state that the machine no longer has'].map(
      (to_state): [string, typeof passed, number, Partial<Entry>, [number, string][]] => [
        `a wrong next state (${to_state}), and the gap after it`,
        passed,
        1,
        { to_state },
        [
          [1, 'target'],
          [2, 'gap'],
        ],
      ],
    ),
  ])('%s', (_, history, revision, otherwise, deviations) => {
    expect(found(history, revision, otherwise)).toEqual(deviations);
  });

  test('a missing entry', () => {
    const { subject, history } = passed;
    const without = history.filter(({ revision }) => revision !== 1);
    expect(replay(subject, without).map(({ reason }) => reason)).toEqual(['gap']);
  });

  test('an application that is not in the last recorded state', () => {
    const { subject, history } = passed;
    const deviations = replay({ ...subject, state: 'approved' }, history);
    expect(deviations.map(({ reason }) => reason)).toEqual(['end']);
  });
});
