import { type AnyStateNode, getNextTransitions, type StateValueFrom } from 'xstate';
import { hasState, restored, stateText, stored } from '#lib/durable-machine/stored.ts';
import type { ApplicationEvent } from '#machines/application.events.ts';
import {
  type ApplicationContext,
  type ApplicationSnapshot,
  type ApplicationStatus,
  type ApplicationTag,
  applicationMachine,
  type LastDecision,
} from '#machines/application.machine.ts';

/** Dotted paths of the leaves of a state value. A compound state alone is not a leaf. */
type Leaf<TValue> =
  | Exclude<Extract<TValue, string>, KeyOf<TValue>>
  | { [K in KeyOf<TValue>]: `${K}.${Leaf<Inside<TValue, K>>}` }[KeyOf<TValue>];
type KeyOf<TValue> = TValue extends object ? keyof TValue & string : never;
type Inside<TValue, K extends string> = TValue extends { [key in K]?: infer TInner }
  ? TInner
  : never;

export type ApplicationState = Leaf<StateValueFrom<typeof applicationMachine>>;

export function isApplicationState(state: string): state is ApplicationState {
  return hasState(applicationMachine, state);
}

export const applicationStates: readonly ApplicationState[] = /* @__PURE__ */ withStatus(
  applicationMachine.root,
);

/** Context and dotted state path of an application. Callers may leave out the optional fields. */
export interface StoredApplication
  extends Omit<
    ApplicationContext,
    'assignee' | 'handedOverBy' | 'linkEndedAt' | 'endedIn' | 'lastDecision'
  > {
  state: string;
  assignee?: string | null;
  handedOverBy?: string | null;
  linkEndedAt?: number | null;
  endedIn?: string | null;
  lastDecision?: LastDecision | null;
}

export function applicationSnapshot(application: StoredApplication): ApplicationSnapshot {
  const { state, kind, isForThirdParty, requester, revision, answerDueAt } = application;
  const { assignee = null, handedOverBy = null, linkEndedAt = null } = application;
  const { endedIn = null, lastDecision = null } = application;
  const who = { kind, isForThirdParty, requester, assignee, handedOverBy };
  const context = { ...who, revision, answerDueAt, linkEndedAt, endedIn, lastDecision };
  return restored(applicationMachine, { state, context });
}

/** States of earlier releases accept no event. */
export function canTake(application: StoredApplication, event: ApplicationEvent): boolean {
  return isApplicationState(application.state) && applicationSnapshot(application).can(event);
}

export function storedApplication(
  snapshot: ApplicationSnapshot,
): ApplicationContext & { state: ApplicationState } {
  const { state, context } = stored<typeof applicationMachine>(snapshot);
  return { ...context, state: state as ApplicationState };
}

export function codeOf(state: ApplicationState): number {
  return applicationStatus(snapshotIn(state)).code;
}

export function applicationStatus(snapshot: ApplicationSnapshot): ApplicationStatus {
  const status = Object.values(snapshot.getMeta()).find(isStatus);
  if (!status) throw new Error(`State ${stateText(snapshot.value)} of application has no status`);
  return status;
}

function isStatus(meta: Partial<ApplicationStatus> | undefined): meta is ApplicationStatus {
  return meta?.code !== undefined;
}

export function statesWith(tag: ApplicationTag): ApplicationState[] {
  return applicationStates.filter((state) => hasTag(state, tag));
}

export function statesThatKnow(event: ApplicationEvent['type']): ApplicationState[] {
  return applicationStates.filter((state) =>
    getNextTransitions(snapshotIn(state)).some(({ eventType }) => eventType === event),
  );
}

/** States of earlier releases have no tags. */
export function hasTag(state: string, tag: ApplicationTag): boolean {
  return isApplicationState(state) && snapshotIn(state).hasTag(tag);
}

const snapshots = new Map<ApplicationState, ApplicationSnapshot>();

export function snapshotIn(state: ApplicationState): ApplicationSnapshot {
  const known = snapshots.get(state);
  if (known) return known;
  const filed = { kind: 'personal', isForThirdParty: false, requester: '' } as const;
  const snapshot = applicationSnapshot({ ...filed, revision: 0, answerDueAt: null, state });
  snapshots.set(state, snapshot);
  return snapshot;
}

function withStatus(node: AnyStateNode): ApplicationState[] {
  const inside = Object.values(node.states).flatMap(withStatus);
  return node.meta?.code !== undefined
    ? [node.path.join('.') as ApplicationState, ...inside]
    : inside;
}
