import { endpoints } from '#contract/endpoints.ts';
import { Allowances } from '#server/platform/http/allowances.ts';
import type { Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/store/services.ts';
import { forgetDraft, listDrafts, readDraft, saveDraft } from './drafts.ts';

/** Forms that are begun and not sent, kept for the account. */
export function draftRoutes(route: Route, services: Services): void {
  const allowances = new Allowances(services);
  route(endpoints.draftList, (_, { account }) => listDrafts(services, account));
  route(endpoints.draftRead, ({ name }, { account }) => readDraft(services, account, name));
  route(endpoints.draftSave, (input, { account }) =>
    saveDraft(services, allowances, account, input),
  );
  route(endpoints.draftForget, ({ name }, { account }) => forgetDraft(services, account, name));
}
