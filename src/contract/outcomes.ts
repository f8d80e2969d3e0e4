import { statesWith } from './stored-application.ts';

/** Outcomes of an application, by which figures are filtered. */
export const outcomes = /* @__PURE__ */ ['open' as const, ...statesWith('ended')];
