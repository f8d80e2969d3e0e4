import { type AnyStateNode, getNextTransitions, type StateValueFrom } from 'xstate';
import { hasState, restored, stateText, stored } from '#lib/durable-machine/stored.ts';
import type { ApplicationEvent } from '#machines/application.events.ts';
import {
  type ApplicationContext,
  type ApplicationSnapshot,
  type ApplicationStatus,
  type ApplicationTag,
  applicationMachine,
} from '#machines/application.machine.ts';

/** The paths of the leaves of a state value; a compound state alone is none. */
type Leaf<TValue> =
  | Exclude<Extract<TValue, string>, KeyOf<TValue>>
  | { [K in KeyOf<TValue>]: `${K}.${Leaf<Inside<TValue, K>>}` }[KeyOf<TValue>];
type KeyOf<TValue> = TValue extends object ? keyof TValue & string : never;
type Inside<TValue, K extends string> = TValue extends { [key in K]?: infer TInner }
  ? TInner
  : never;

/** The dotted path of a leaf state of the application's chart. */
export type ApplicationState = Leaf<StateValueFrom<typeof applicationMachine>>;

/** Tests that today's chart has a state; an earlier release may have stored another. */
export function isApplicationState(state: string): state is ApplicationState {
  return hasState(applicationMachine, state);
}

/** Every state that has a status, in the chart's order, which is that of the normal course. */
export const applicationStates: readonly ApplicationState[] = /* @__PURE__ */ withStatus(
  applicationMachine.root,
);

/**
 * An application as it is stored and sent: the state by its dotted path, beside the context. Who
 * has taken it is for the desk alone.
 */
export interface StoredApplication extends Omit<ApplicationContext, 'assignee' | 'linkEndedAt'> {
  state: string;
  assignee?: string | null;
  linkEndedAt?: number | null;
}

/**
 * The snapshot of a stored application, ready for `can` and `transition`.
 * @throws {UnknownState}
 */
export function applicationSnapshot(application: StoredApplication): ApplicationSnapshot {
  const { state, kind, isForThirdParty, requester, revision, answerDueAt } = application;
  const { assignee = null, linkEndedAt = null } = application;
  const who = { kind, isForThirdParty, requester, assignee };
  const context = { ...who, revision, answerDueAt, linkEndedAt };
  return restored(applicationMachine, { state, context });
}

/** Tests that an application takes an event now; in a state of an earlier release it takes none. */
export function canTake(application: StoredApplication, event: ApplicationEvent): boolean {
  return isApplicationState(application.state) && applicationSnapshot(application).can(event);
}

/** The inverse of {@link applicationSnapshot}. */
export function storedApplication(
  snapshot: ApplicationSnapshot,
): ApplicationContext & { state: ApplicationState } {
  const { state, context } = stored<typeof applicationMachine>(snapshot);
  return { ...context, state: state as ApplicationState };
}

/** Status code of a state, from the chart. */
export function codeOf(state: ApplicationState): number {
  return applicationStatus(snapshotIn(state)).code;
}

/** Status code and list of the state a snapshot is in, from the chart's own `meta`. */
export function applicationStatus(snapshot: ApplicationSnapshot): ApplicationStatus {
  const status = Object.values(snapshot.getMeta()).find(isStatus);
  if (!status) throw new Error(`State ${stateText(snapshot.value)} of application has no status`);
  return status;
}

function isStatus(meta: Partial<ApplicationStatus> | undefined): meta is ApplicationStatus {
  return meta?.code !== undefined;
}

/** The states that have a tag, in the chart's order. */
export function statesWith(tag: ApplicationTag): ApplicationState[] {
  return applicationStates.filter((state) => hasTag(state, tag));
}

/** The states in which the chart knows an event, whoever may send it. */
export function statesThatKnow(event: ApplicationEvent['type']): ApplicationState[] {
  return applicationStates.filter((state) =>
    getNextTransitions(snapshotIn(state)).some(({ eventType }) => eventType === event),
  );
}

/** Tests that a state has a tag; one of an earlier release has none. */
export function hasTag(state: string, tag: ApplicationTag): boolean {
  return isApplicationState(state) && snapshotIn(state).hasTag(tag);
}

const snapshots = new Map<ApplicationState, ApplicationSnapshot>();

/** A snapshot in a state, for what depends on nothing else: its tags and its status. */
export function snapshotIn(state: ApplicationState): ApplicationSnapshot {
  const known = snapshots.get(state);
  if (known) return known;
  const filed = { kind: 'personal', isForThirdParty: false, requester: '' } as const;
  const made = applicationSnapshot({ ...filed, revision: 0, answerDueAt: null, state });
  snapshots.set(state, made);
  return made;
}

function withStatus(node: AnyStateNode): ApplicationState[] {
  const inside = Object.values(node.states).flatMap(withStatus);
  return node.meta?.code !== undefined
    ? [node.path.join('.') as ApplicationState, ...inside]
    : inside;
}
