import { codes } from '#contract/codes.ts';
import { type Decision, decisions, needsText } from '#contract/decision.ts';
import type { DeliveryExtent } from '#contract/delivery-extent.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { FieldProblem } from '#contract/envelope.ts';
import { secondOf } from '#contract/four-eyes.ts';
import { hasTag } from '#contract/stored-application.ts';
import { isForThirdParty, publicForms } from '#contract/stored-forms.ts';
import type { ApplicationEvent } from '#machines/application.events.ts';
import { noticeCauseOf } from '#machines/refusal-grounds.ts';
import { readerOf } from '#server/accounts/accounts.ts';
import {
  type ApplicationRow,
  columnsOf,
  type EventDetails,
  findApplication,
  stateBefore,
  withEnd,
} from '#server/applications/application-row.ts';
import { applications } from '#server/applications/apply-event.ts';
import { effectiveConfig } from '#server/applications/deadlines/desk-settings.ts';
import { lastQuestion } from '#server/applications/history.ts';
import { isMailed, requesterMail } from '#server/applications/mails/requester-mail.ts';
import { findAuthorityMail } from '#server/applications/notices/authority.ts';
import { earlierRequest } from '#server/applications/notices/given-data.ts';
import { firstFetch } from '#server/applications/reports/withdraw-report.ts';
import { tasksOf, turnFactsOf } from '#server/applications/turn-facts.ts';
import type { EffectiveConfig } from '#server/platform/config/config.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError, invalid } from '#server/platform/http/api-error.ts';
import type { Account } from '#server/platform/http/route.ts';
import { endOf, endOfDayOf } from '#server/platform/words/calendar.ts';
import { vehicleSource } from '#server/vehicles/linked-vehicles.ts';
import { fourEyesOf } from './opinions.ts';

type DecisionInput = InputOf<typeof endpoints.deskPreview>;

interface Deciding {
  services: Services;
  config: EffectiveConfig;
  at: number;
  account: Pick<Account, 'id' | 'roles'>;
  application: ApplicationRow;
  input: DecisionInput;
}

type Facts = Pick<EventDetails, 'columns'> & { event?: Partial<ApplicationEvent> };

const factsOf: Partial<Record<Decision, (deciding: Deciding) => Facts | Promise<Facts>>> = {
  start: ({ config }) => ({ event: config.START_ASSIGNS ? { assigns: true } : {} }),

  pass: (deciding) => ({ event: { answerDueAt: usualAnswerDue(deciding) } }),

  async approve({ services, account, application, input: { extent, revision } }) {
    await checkExtent(services, application, extent);
    const { isRecipientNamed } = await turnFactsOf(services, services.store.db, application);
    if (isForThirdParty(application) && !isRecipientNamed)
      throw new ApiError(codes.recipientMissing);
    const fourEyes = await fourEyesOf(services, { ...application, revision }, account.id);
    return {
      event: { ...(fourEyes && { second: secondOf(fourEyes) }), ...(extent && { extent }) },
    };
  },

  request: (deciding) => ({
    event: { answerDueAt: endOfComingDay(deciding) },
    columns: {
      information_request: deciding.input.text ?? '',
      information_items: deciding.input.items?.length ? JSON.stringify(deciding.input.items) : null,
    },
  }),

  async refuse({ services: { store }, application, input }) {
    const ground = required('ground', input.ground);
    const isProvided = ground === 'alreadyProvided';
    const earlier = isProvided && (await earlierRequest(store.db, application, input.earlier));
    return {
      event: { ground, ...(earlier && { earlier }) },
      columns: { refusal_ground: ground },
    };
  },

  extend: (deciding) => ({ event: { answerDueAt: endOfComingDay(deciding) } }),

  withdrawApproval: async ({ services: { store }, application: { number } }) => ({
    event: { fetchedAt: await firstFetch(store.db, number) },
  }),

  async reopen(deciding) {
    const { services, application, input } = deciding;
    const endedIn = await stateBefore(services.store.db, application.number, input.revision);
    const isAwaiting = hasTag(endedIn ?? '', 'requestersTurn');
    // Restores the question, which release 1.0.0 removed when the application ended.
    const isRemoved =
      hasTag(endedIn ?? '', 'supplementable') && application.information_request === null;
    const question = isRemoved ? await lastQuestion(services.store.db, application.number) : null;
    return {
      event: { answerDueAt: isAwaiting ? usualAnswerDue(deciding) : null },
      columns: { refusal_ground: null, ...(question && { information_request: question }) },
    };
  },
};

const usualAnswerDue = ({ config, at }: Deciding) =>
  endOfDayOf(at + config.ANSWER_DAYS, config.TIME_ZONE);

function endOfComingDay({ config, at, input }: Deciding): number {
  const end = endOf(required('dueOn', input.dueOn), config.TIME_ZONE);
  // Negated, because `end` is NaN for dates beyond the range of `Date`.
  if (!(end > at)) throw invalid('dueOn', 'range');
  return end;
}

export async function decisionEvent(
  services: Services,
  account: Pick<Account, 'id' | 'roles'>,
  input: DecisionInput,
) {
  const { decision, revision, text } = input;
  if (needsText(decision)) required('text', text);
  const config = await effectiveConfig(services);
  const application = await findApplication(services.store.db, input.applicationNumber);
  const at = services.now();
  const deciding = { services, config, at, account, application, input };
  const { event: facts, columns } = await checkedFacts(deciding);
  const isLead = account.roles.includes('lead');
  const by = { role: 'reviewer', id: account.id, isLead } as const;
  const event = { type: decisions[decision].event, by, at, revision, ...facts };
  const eventDetails: EventDetails = { ...(text && { text }), ...(columns && { columns }) };
  return { event: event as ApplicationEvent, eventDetails };
}

/** Throws `outdated` instead of other errors if the decision was made on an older revision. */
async function checkedFacts(deciding: Deciding): Promise<Partial<Facts>> {
  const { application, input } = deciding;
  const { revision, state } = application;
  try {
    return (await factsOf[input.decision]?.(deciding)) ?? {};
  } catch (error) {
    if (!(error instanceof ApiError) || revision === input.revision) throw error;
    throw new ApiError(codes.outdated, { revision, state });
  }
}

function required<T>(field: string, value: T | undefined): T {
  if (value === undefined) throw invalid(field, 'required');
  return value;
}

/** @throws {ApiError} `invalid` unless the extent is within the request of a public-sector body */
async function checkExtent(
  services: Services,
  { kind, form_json }: ApplicationRow,
  extent: DeliveryExtent | undefined,
): Promise<void> {
  const checks: [field: string, problem: FieldProblem['problem'], holds: boolean][] = [];
  if (kind !== 'public') checks.push(['', 'unknown', !extent]);
  else if (!extent) checks.push(['', 'required', false]);
  else {
    const requested = publicForms.read(form_json);
    const models = (await vehicleSource(services).models()).map(({ model }) => model);
    // Rejects every extent of a request without a period, because comparisons with NaN are false.
    const [from, to] = [requested.from, requested.to].map((text) => Date.parse(text ?? ''));
    checks.push(
      ['.models', 'choice', extent.models.every((model) => models.includes(model))],
      [
        '.dataTypes',
        'choice',
        extent.dataTypes.every((type) => requested.dataTypes.includes(type)),
      ],
      ['.from', 'range', Date.parse(extent.from) >= Number(from)],
      ['.to', 'range', Date.parse(extent.to) <= Number(to)],
    );
  }
  const wrong = checks.filter(([, , holds]) => !holds);
  const fields = wrong.map(([field, problem]) => ({ field: `extent${field}`, problem }));
  if (fields.length > 0) throw new ApiError(codes.invalid, { fields });
}

/** Returns the mail of a decision without writing anything. Throws the errors of the decision. */
export async function previewDecision(
  services: Services,
  number: string,
  { event, eventDetails }: Awaited<ReturnType<typeof decisionEvent>>,
): Promise<DataOf<typeof endpoints.deskPreview>> {
  const { store, config } = services;
  const row = await withEnd(store.db, await findApplication(store.db, number));
  const { next, effects } = await store.transact((trx) =>
    applications.preview({ services, trx }, row, event),
  );
  const application = { ...row, ...eventDetails.columns, ...columnsOf(next) };
  const { email, language } = await readerOf(store.db, row.requester_id);
  const tasks = await tasksOf(services, store.db, application);
  const { text } = eventDetails;
  const cause = { application, event, text, tasks };
  const mail = isMailed(cause) ? requesterMail(config, language, cause) : { subject: '', body: '' };
  const { AUTHORITY_MAILBOX } = await effectiveConfig(services);
  const notifiesAuthority =
    event.type === 'application.reopen'
      ? (await findAuthorityMail(store.db, { number, revision: event.revision })) !== undefined
      : AUTHORITY_MAILBOX !== undefined &&
        effects.includes('notifyAuthority') &&
        noticeCauseOf(event) !== null;
  return { recipient: email, language, ...mail, notifiesAuthority };
}
