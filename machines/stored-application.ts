import {
  type ApplicationContext,
  type ApplicationSnapshot,
  type ApplicationStatus,
  applicationMachine,
} from './application.machine.ts';

/** The dotted path of each leaf state, along the normal course. */
export const applicationStates = [
  'qualification.submitted',
  'qualification.underReview',
  'qualification.informationRequired',
  'dataRequest.awaited',
  'dataRequest.underReview',
  'dataRequest.informationRequired',
  'approved',
  'terminated.byRequester',
  'terminated.byHolder',
] as const;
export type ApplicationState = (typeof applicationStates)[number];

/** An application as it is stored and sent: the state by its dotted path, beside the context. */
export interface StoredApplication extends ApplicationContext {
  state: ApplicationState;
}

/** The snapshot of a stored application, ready for `can` and `transition`. */
export function applicationSnapshot(stored: StoredApplication): ApplicationSnapshot {
  const { state, kind, requester, revision, answerDueAt } = stored;
  const [parent, child] = state.split('.') as [string, string?];
  return applicationMachine.resolveState({
    value: child ? { [parent]: child } : parent,
    context: { kind, requester, revision, answerDueAt },
  });
}

/** The inverse of {@link applicationSnapshot}. */
export function storedApplication(snapshot: ApplicationSnapshot): StoredApplication {
  return { ...snapshot.context, state: leafPath(snapshot.value) as ApplicationState };
}

function leafPath(value: ApplicationSnapshot['value']): string {
  if (typeof value === 'string') return value;
  const [[parent, child] = []] = Object.entries(value);
  return `${parent}.${child}`;
}

/** Status code and list of the state a snapshot is in, from the chart's own `meta`. */
export function applicationStatus(snapshot: ApplicationSnapshot): ApplicationStatus {
  const status = Object.values(snapshot.getMeta()).find((meta) => meta !== undefined);
  if (!status) throw new Error(`State ${leafPath(snapshot.value)} of application has no status`);
  return status;
}
