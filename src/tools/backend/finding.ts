import { BackendError, type Breach } from '#server/vehicles/backend-error.ts';

/** What one step found. `isFine` null: it could not be tried, or the back end does not offer it. */
export interface Finding {
  step: string;
  isFine: boolean | null;
  /** Name of the fault. */
  fault: Breach | 'contradiction' | null;
  detail: string;
}

/** Two answers that each are as agreed, and contradict one another. */
export class Contradiction extends Error {}
/** A step that has nothing to be tried on. */
export class Untried extends Error {}

/** What a step found, or what it threw tells. */
export async function finding(step: string, run: () => Promise<string>): Promise<Finding> {
  try {
    return { step, isFine: true, fault: null, detail: await run() };
  } catch (error) {
    if (error instanceof Untried) return { step, isFine: null, fault: null, detail: error.message };
    if (error instanceof Contradiction)
      return { step, isFine: false, fault: 'contradiction', detail: error.message };
    if (!(error instanceof BackendError)) throw error;
    return { step, isFine: false, fault: error.breach, detail: error.message };
  }
}
