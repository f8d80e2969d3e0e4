import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { refusalGrounds } from '#machines/refusal-grounds.ts';
import { Refusal } from '../http/refusal.ts';
import type { Account, Route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { refusalGroundText } from '../texts/options.ts';
import { linkedVehicles } from '../vehicles/linked-vehicles.ts';
import { applyEvent } from './apply-event.ts';
import { deskQueue } from './desk-queue.ts';
import { recordOf } from './records.ts';

/** The reviewers' calls. Each decision is an event; the machine says whether it is taken. */
export function deskRoutes(route: Route, services: Services): void {
  route(endpoints.deskQueue, (filter) => deskQueue(services, filter));

  route(endpoints.deskApplication, async ({ applicationNumber }, { language }) => {
    const found = await services.store.db
      .selectFrom('application')
      .innerJoin('account', 'account.id', 'application.requester_id')
      .selectAll('application')
      .select('account.email as requester_email')
      .where('number', '=', applicationNumber)
      .executeTakeFirst();
    if (!found) throw new Refusal(codes.notFound);
    const { requester_email: requesterEmail, ...row } = found;
    const vehicles = row.vehicle_id ? await linkedVehicles(services, requesterEmail) : [];
    return {
      ...(await recordOf(services, row, language)),
      requesterEmail,
      vehicleLinked:
        row.vehicle_id === null
          ? null
          : vehicles.some(({ vehicleId }) => vehicleId === row.vehicle_id),
    };
  });

  route(endpoints.deskStartReview, ({ applicationNumber, revision }, { account }) =>
    applyEvent(services, applicationNumber, {
      type: 'review.start',
      by: reviewer(account),
      revision,
    }),
  );

  route(endpoints.deskPassQualification, ({ applicationNumber, revision, text }, { account }) =>
    applyEvent(
      services,
      applicationNumber,
      {
        type: 'qualification.pass',
        by: reviewer(account),
        revision,
        answerDueAt: services.now() + services.config.ANSWER_DAYS,
      },
      spoken(text),
    ),
  );

  route(endpoints.deskRequestInformation, (input, { account }) => {
    const answerDueAt = endOfDay(input.dueOn);
    if (answerDueAt <= services.now())
      throw new Refusal(codes.invalid, { fields: [{ field: 'dueOn', problem: 'range' }] });
    return applyEvent(
      services,
      input.applicationNumber,
      {
        type: 'information.request',
        by: reviewer(account),
        revision: input.revision,
        answerDueAt,
      },
      { text: input.text, columns: { information_request: input.text } },
    );
  });

  route(endpoints.deskApprove, ({ applicationNumber, revision, text }, { account }) =>
    applyEvent(
      services,
      applicationNumber,
      { type: 'data.approve', by: reviewer(account), revision },
      spoken(text),
    ),
  );

  route(endpoints.deskRefuse, ({ applicationNumber, revision, ground, text }, { account }) =>
    applyEvent(
      services,
      applicationNumber,
      { type: 'application.refuse', by: reviewer(account), revision, ground },
      { text: `${refusalGrounds[ground].article}: ${text}` },
    ),
  );

  route(endpoints.deskGrounds, (_, { language }) =>
    Object.entries(refusalGrounds).map(([code, { article, kind }]) => ({
      code: code as keyof typeof refusalGrounds,
      article,
      kind,
      label: refusalGroundText(language, code as keyof typeof refusalGrounds),
    })),
  );
}

function reviewer(account: Account) {
  return { role: 'reviewer', id: account.id } as const;
}

function spoken(text: string | undefined) {
  return text ? { text } : {};
}

/** The last millisecond of a date, in UTC. */
function endOfDay(date: string): number {
  return Date.parse(`${date}T23:59:59.999Z`);
}
