import { codes } from '#contract/codes.ts';
import { type Decision, decisions, needsText } from '#contract/decision.ts';
import type { DeliveryExtent } from '#contract/delivery-extent.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { FieldProblem } from '#contract/envelope.ts';
import { type FourEyes, secondOf } from '#contract/four-eyes.ts';
import { hasTag } from '#contract/stored-application.ts';
import { publicForms } from '#contract/stored-forms.ts';
import type { ApplicationEvent } from '#machines/application.events.ts';
import { noticeCauseOf } from '#machines/refusal-grounds.ts';
import {
  type ApplicationRow,
  columnsOf,
  type EventDetails,
  withEnd,
} from '#server/applications/application-row.ts';
import { applications } from '#server/applications/apply-event.ts';
import { effectiveConfig } from '#server/applications/deadlines/desk-settings.ts';
import { requesterMail, requesterOf } from '#server/applications/mails/requester-mail.ts';
import { findAuthorityMail } from '#server/applications/notices/authority.ts';
import { tasksOf } from '#server/applications/turn-facts.ts';
import type { EffectiveConfig } from '#server/platform/config/config.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Account } from '#server/platform/http/route.ts';
import { endOf, endOfDayOf } from '#server/platform/words/calendar.ts';
import { vehicleSource } from '#server/vehicles/linked-vehicles.ts';
import { findApplication } from './find-application.ts';

type DecisionInput = Omit<InputOf<typeof endpoints.deskPreview>, 'earlier'> & {
  fourEyes?: FourEyes;
  fetchedAt?: number | null;
  endedIn?: string | null;
  question?: string | null;
  earlier?: { application: string; body: string } | undefined;
};

interface DecisionEvent {
  event: ApplicationEvent;
  eventDetails: EventDetails;
}

type DeskServices = Services & { config: EffectiveConfig };
type Facts = Pick<EventDetails, 'columns'> & { event?: Partial<ApplicationEvent> };

const factsOf: Partial<
  Record<Decision, (services: DeskServices, at: number, input: DecisionInput) => Facts>
> = {
  start: ({ config }) => ({ event: config.START_ASSIGNS ? { assigns: true } : {} }),
  pass: ({ config }, at) => ({
    event: { answerDueAt: endOfDayOf(at + config.ANSWER_DAYS, config.TIME_ZONE) },
  }),
  approve: (_, __, { extent, fourEyes }) => ({
    event: { ...(fourEyes && { second: secondOf(fourEyes) }), ...(extent && { extent }) },
  }),
  request: ({ config }, at, { text = '', dueOn, items }) => ({
    event: { answerDueAt: endOfComingDay(config, dueOn, at) },
    columns: {
      information_request: text,
      information_items: items?.length ? JSON.stringify(items) : null,
    },
  }),
  refuse: (_, __, input) => {
    const ground = required('ground', input.ground);
    const { earlier } = input;
    return {
      event: { ground, ...(earlier && { earlier }) },
      columns: { refusal_ground: ground },
    };
  },
  extend: ({ config }, at, { dueOn }) => ({
    event: { answerDueAt: endOfComingDay(config, dueOn, at) },
  }),
  withdrawApproval: (_, __, { fetchedAt = null }) => ({ event: { fetchedAt } }),
  reopen: ({ config }, at, { endedIn, question }) => ({
    event: {
      answerDueAt: hasTag(endedIn ?? '', 'requestersTurn')
        ? endOfDayOf(at + config.ANSWER_DAYS, config.TIME_ZONE)
        : null,
    },
    // An earlier release removed the question when the application ended.
    columns: { refusal_ground: null, ...(question && { information_request: question }) },
  }),
};

function endOfComingDay(
  { TIME_ZONE }: EffectiveConfig,
  dueOn: string | undefined,
  now: number,
): number {
  const end = endOf(required('dueOn', dueOn), TIME_ZONE);
  // NaN for dates beyond the range of `Date`, hence the negated comparison.
  if (!(end > now))
    throw new ApiError(codes.invalid, { fields: [{ field: 'dueOn', problem: 'range' }] });
  return end;
}

/** Throws `invalid` if a required input is missing or the date is in the past. */
export function decisionEvent(
  services: DeskServices,
  { id, roles }: Pick<Account, 'id' | 'roles'>,
  input: DecisionInput,
): DecisionEvent {
  const { decision, revision, text } = input;
  const at = services.now();
  if (needsText(decision)) required('text', text);
  const { event: facts, columns } = factsOf[decision]?.(services, at, input) ?? {};
  const by = { role: 'reviewer', id, isLead: roles.includes('lead') } as const;
  const event = { type: decisions[decision].event, by, at, revision, ...facts };
  return {
    event: event as ApplicationEvent,
    eventDetails: { ...(text && { text }), ...(columns && { columns }) },
  };
}

function required<T>(field: string, value: T | undefined): T {
  if (value === undefined)
    throw new ApiError(codes.invalid, { fields: [{ field, problem: 'required' }] });
  return value;
}

/** Throws `invalid` with each part that is missing, unknown or not requested. */
export async function checkExtent(
  services: Services,
  application: ApplicationRow,
  extent: DeliveryExtent | undefined,
): Promise<void> {
  const problems = await extentProblems(services, application, extent);
  const fields = problems.map(({ field, problem }) => ({ field: `extent${field}`, problem }));
  if (fields.length > 0) throw new ApiError(codes.invalid, { fields });
}

async function extentProblems(
  services: Services,
  { kind, form_json }: ApplicationRow,
  extent: DeliveryExtent | undefined,
): Promise<FieldProblem[]> {
  if (kind !== 'public') return extent ? [{ field: '', problem: 'unknown' }] : [];
  if (!extent) return [{ field: '', problem: 'required' }];
  const requested = publicForms.read(form_json);
  const models = (await vehicleSource(services).models()).map(({ model }) => model);
  const checks: [FieldProblem, boolean][] = [
    [{ field: '.models', problem: 'choice' }, extent.models.every((one) => models.includes(one))],
    [
      { field: '.dataTypes', problem: 'choice' },
      extent.dataTypes.every((type) => requested.dataTypes.includes(type)),
    ],
    // For a request without a period the comparison is with NaN, and therefore false.
    [
      { field: '.from', problem: 'range' },
      Date.parse(extent.from) >= Date.parse(requested.from ?? ''),
    ],
    [{ field: '.to', problem: 'range' }, Date.parse(extent.to) <= Date.parse(requested.to ?? '')],
  ];
  return checks.filter(([, holds]) => !holds).map(([problem]) => problem);
}

/** Returns the mail of a decision without writing anything. Throws the decision's errors. */
export async function previewDecision(
  services: Services,
  number: string,
  { event, eventDetails }: DecisionEvent,
): Promise<DataOf<typeof endpoints.deskPreview>> {
  const { store, config } = services;
  const row = await withEnd(store.db, await findApplication(store.db, number));
  const { next, effects } = await store.transact((trx) =>
    applications.preview({ services, trx }, row, event),
  );
  const application = { ...row, ...eventDetails.columns, ...columnsOf(next) };
  const { email, language } = await requesterOf(store.db, row);
  const tasks = await tasksOf(services, store.db, application);
  const { text } = eventDetails;
  const mail = requesterMail(config, language, { application, event, text, tasks });
  const { AUTHORITY_MAILBOX } = await effectiveConfig(services);
  const notifiesAuthority =
    event.type === 'application.reopen'
      ? (await findAuthorityMail(store.db, number, event.revision)) !== undefined
      : AUTHORITY_MAILBOX !== undefined &&
        effects.includes('notifyAuthority') &&
        noticeCauseOf(event) !== null;
  return { recipient: email, language, ...mail, notifiesAuthority };
}
