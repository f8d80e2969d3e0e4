import { statesWith } from './stored-application.ts';

/** How an application can have come out, as figures are filtered by it. */
export const outcomes = /* @__PURE__ */ ['open' as const, ...statesWith('ended')];
