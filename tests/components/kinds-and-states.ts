import type { ApplicationState } from '#contract/stored-application.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import { reachableStates } from '#ui/application/progress-stops.ts';

/** Every state that an application of a kind can be in, after the machine. */
export const kindsAndStates: readonly { kind: ApplicationKind; state: ApplicationState }[] = (
  ['personal', 'public'] as const
).flatMap((kind) => reachableStates(kind).map((state) => ({ kind, state })));
