import { decisionCalls } from '#contract/decision.ts';
import { endpoints } from '#contract/endpoints.ts';

/** Journeys that end with the answer of a call, by its address; mails and reports tell of themselves. */
export const journeysByPath: Readonly<Record<string, string>> = {
  [endpoints.personQualificationReview.path]: 'filing',
  [endpoints.publicApplication.path]: 'filing',
  [endpoints.personDataApplication.path]: 'data_request',
  ...Object.fromEntries(Object.values(decisionCalls).map(({ path }) => [path, 'decision'])),
};
