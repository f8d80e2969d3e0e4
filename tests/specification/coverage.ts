import { entitiesAndStates } from './entities-and-states.ts';
import { productAndScreens } from './product-and-screens.ts';
import { rulesAndCalls } from './rules-and-calls.ts';
import type { Line } from './shown-by.ts';

/** Every line of the specification, by section, with the tests that show it. */
export const specification: Record<string, readonly Line[]> = {
  ...productAndScreens,
  ...entitiesAndStates,
  ...rulesAndCalls,
};
