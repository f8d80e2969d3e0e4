import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { changeAtDesk } from '#server/applications/application-access.ts';
import { withdrawDispute } from '#server/applications/disputes/disputes.ts';
import { withdrawNotification } from '#server/applications/notices/authority.ts';
import { withdrawErasure } from '#server/applications/notices/body-notices.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Route } from '#server/platform/http/route.ts';

export function recordRoutes(route: Route, services: Services): void {
  route(endpoints.deskRecordWithdraw, async (input, { account }) => {
    const { applicationNumber: number, about } = input;
    if (about === 'authority' && !account.roles.includes('lead'))
      throw new ApiError(codes.forbidden);
    const action = 'record.withdraw';
    await changeAtDesk(services, account, { number, action }, async (scope, application, by) => {
      if ('disputeId' in input) {
        const event = { type: `${input.about}.withdraw`, by, at: services.now() } as const;
        await withdrawDispute(scope, event, { id: input.disputeId, number });
        return `${about} ${input.disputeId}`;
      }
      const withdraw = about === 'erasure' ? withdrawErasure : withdrawNotification;
      await withdraw(scope, by, application);
      return about;
    });
    return { applicationNumber: number };
  });
}
