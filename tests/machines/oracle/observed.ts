import { storedApplication } from '#contract/stored-application.ts';
import type { ConcreteStep } from '#lib/statechart/paths/concrete-walks.ts';
import type { ApplicationEvent } from '#machines/application.events.ts';
import type { ApplicationSnapshot } from '#machines/application.machine.ts';
import { grounds } from './constants.ts';
import { type Party, type Place, placeOf, sideEvents, states } from './life.ts';
import { askerOf, type Facts, type Verdict, verdict } from './verdict.ts';

/** Converts a snapshot to the table's facts. */
export function factsOf(snapshot: ApplicationSnapshot): Facts {
  const { endedIn, lastDecision, ...context } = snapshot.context;
  const place = placeIn(snapshot);
  return {
    ...context,
    place,
    endedAt: endedIn === null ? null : placeNamed(endedIn),
    decided: lastDecision && {
      ...lastDecision,
      place: lastDecision.from === null ? place : placeNamed(lastDecision.from),
    },
  };
}

function placeIn(snapshot: ApplicationSnapshot): Place {
  return placeNamed(storedApplication(snapshot).state);
}

function placeNamed(state: string): Place {
  const row = states.find((one) => one.state === state);
  if (!row) throw new Error(`The table has no state ${state}`);
  return placeOf(row);
}

const parties: Readonly<Record<string, Party>> = {
  notifyRequester: 'requester',
  notifyDesk: 'desk',
  notifyAuthority: 'authority',
  inviteRecipient: 'recipient',
};

/** Recipients of the mails of a step. */
export function partiesOf(effects: readonly { type: string }[]): Party[] {
  return effects.flatMap(({ type }) => parties[type] ?? []);
}

/** The table's verdict on an event, including whether authority and recipient are notified. */
export function verdictOf(facts: Facts, event: ApplicationEvent): Verdict | null {
  const asker = askerOf(facts);
  const isLawful =
    'ground' in event && groundsOf(({ against }) => against.includes(asker)).includes(event.ground);
  const answer = verdict(facts, { ...event, isLawful });
  const isNotified = !('ground' in event) || notifiedGrounds.includes(event.ground);
  const isMailed = { authority: isNotified, recipient: asker === 'thirdParty' };
  const mails = answer?.mails.filter((party) => ({ ...always, ...isMailed })[party]) ?? [];
  return answer && { ...answer, mails };
}

/**
 * The table's verdict on a step of a walk; null if it is not accepted. Side events change no place.
 */
export function verdictOfStep(
  before: ApplicationSnapshot,
  { sent, macrostep }: Pick<ConcreteStep, 'sent' | 'macrostep'>,
): Verdict | null {
  const facts = factsOf(before);
  const event = sent.event as unknown as ApplicationEvent;
  const side = sideEvents[event.type];
  if (!side) return verdictOf(facts, event);
  return macrostep.transitions.length > 0 ? { place: facts.place, mails: side.mails } : null;
}

const always = { requester: true, desk: true } as const;
const notifiedGrounds = groundsOf(({ isNotified }) => isNotified === true);

function groundsOf(isWanted: (ground: (typeof grounds)[number]) => boolean): readonly string[] {
  return grounds.filter(isWanted).map(({ ground }) => ground);
}
