import { codes } from '#contract/codes.ts';
import { type Decision, decisions } from '#contract/decision.ts';
import type { DeliveryExtent } from '#contract/delivery-extent.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { FieldProblem } from '#contract/envelope.ts';
import { type FourEyes, secondOf } from '#contract/four-eyes.ts';
import { publicForms } from '#contract/stored-forms.ts';
import type { ApplicationEvent } from '#machines/application.events.ts';
import { noticeCauseOf } from '#machines/refusal-grounds.ts';
import { columnsOf, type Particulars } from '#server/applications/application-row.ts';
import { applications } from '#server/applications/apply-event.ts';
import { effectiveConfig } from '#server/applications/deadlines/desk-settings.ts';
import { requesterMail, requesterOf } from '#server/applications/mails/requester-mail.ts';
import type { EffectiveConfig } from '#server/platform/config/config.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { endOf, endOfDayOf } from '#server/platform/words/calendar.ts';
import { vehicleSource } from '#server/vehicles/linked-vehicles.ts';

type Asked = InputOf<typeof endpoints.deskPreview> & {
  /** Of an approval: the second opinions on it. */
  fourEyes?: FourEyes;
};

interface Made {
  event: ApplicationEvent;
  particulars: Particulars;
}

/** What a decision goes by: also what leads have set. */
type Deciding = Services & { config: EffectiveConfig };
type Sent = Pick<ApplicationEvent, 'by' | 'at' | 'revision'>;
type Make = (services: Deciding, sent: Sent, input: Omit<Asked, 'decision'>) => Made;

/** Of the decisions whose event carries more than the reviewer's words. */
const makers: Partial<Record<Decision, Make>> = {
  pass: ({ config }, sent, { text }) => ({
    event: {
      type: 'qualification.pass',
      ...sent,
      answerDueAt: endOfDayOf(sent.at + config.ANSWER_DAYS, config.TIME_ZONE),
    },
    particulars: spoken(text),
  }),
  approve: (_, sent, { text, extent, fourEyes }) => ({
    event: {
      type: 'data.approve',
      ...sent,
      ...(fourEyes && { second: secondOf(fourEyes) }),
      ...(extent && { extent }),
    },
    particulars: spoken(text),
  }),
  request: ({ config }, sent, { text, dueOn, items }) => {
    // The reviewer chose a day at the desk.
    const answerDueAt = endOf(needed('dueOn', dueOn), config.TIME_ZONE);
    // The last day that there is has no end.
    if (!(answerDueAt > sent.at))
      throw new ApiError(codes.invalid, { fields: [{ field: 'dueOn', problem: 'range' }] });
    const asked = needed('text', text);
    const columns = {
      information_request: asked,
      information_items: items?.length ? JSON.stringify(items) : null,
    };
    return {
      event: { type: 'information.request', ...sent, answerDueAt },
      particulars: { text: asked, columns },
    };
  },
  withhold: (_, sent, { text }) => ({
    event: { type: 'sharing.withhold', ...sent },
    particulars: { text: needed('text', text) },
  }),
  suspend: (_, sent, { text }) => ({
    event: { type: 'sharing.suspend', ...sent },
    particulars: { text: needed('text', text) },
  }),
  refuse: (_, sent, { text, ground }) => {
    const lawful = needed('ground', ground);
    const reason = needed('text', text);
    return {
      event: { type: 'application.refuse', ...sent, ground: lawful },
      particulars: {
        text: reason,
        columns: { refusal_ground: lawful },
      },
    };
  },
};

/**
 * The event that a decision sends to an application.
 * @throws {ApiError} `invalid` when the decision lacks what it needs, or its date is past
 */
export function makeDecision(
  services: Deciding,
  reviewer: string,
  { decision, ...input }: Asked,
): Made {
  const by = { role: 'reviewer', id: reviewer } as const;
  const sent = { by, at: services.now(), revision: input.revision };
  const make = makers[decision];
  if (make) return make(services, sent, input);
  const event = { type: decisions[decision].event, ...sent } as ApplicationEvent;
  return { event, particulars: spoken(input.text) };
}

function needed<T>(field: string, value: T | undefined): T {
  if (value === undefined)
    throw new ApiError(codes.invalid, { fields: [{ field, problem: 'required' }] });
  return value;
}

function spoken(text: string | undefined): Particulars {
  return text ? { text } : {};
}

/**
 * Checks that an approval says what a public-sector body is given, and no more than it asked for.
 * @throws {ApiError} `notFound`; `invalid` that names each part which is missing, unknown or too much
 */
export async function checkExtent(
  services: Services,
  { applicationNumber, extent }: { applicationNumber: string; extent?: DeliveryExtent | undefined },
): Promise<void> {
  const application = await services.store.db
    .selectFrom('application')
    .select(['kind', 'form_json'])
    .where('number', '=', applicationNumber)
    .executeTakeFirst();
  if (!application) throw new ApiError(codes.notFound);
  const problems = await problemsOf(services, application, extent);
  const fields = problems.map(({ field, problem }) => ({ field: `extent${field}`, problem }));
  if (fields.length > 0) throw new ApiError(codes.invalid, { fields });
}

async function problemsOf(
  services: Services,
  { kind, form_json }: { kind: string; form_json: string },
  extent: DeliveryExtent | undefined,
): Promise<FieldProblem[]> {
  if (kind !== 'public') return extent ? [{ field: '', problem: 'unknown' }] : [];
  if (!extent) return [{ field: '', problem: 'required' }];
  const asked = publicForms.read(form_json);
  const models = await vehicleSource(services).models();
  const problems: (FieldProblem | false)[] = [
    !extent.models.every((one) => models.some(({ model }) => model === one)) && {
      field: '.models',
      problem: 'choice',
    },
    !extent.dataTypes.every((type) => asked.dataTypes.includes(type)) && {
      field: '.dataTypes',
      problem: 'choice',
    },
    // A request without a period asked for none.
    !(Date.parse(extent.from) >= Date.parse(asked.from ?? '')) && {
      field: '.from',
      problem: 'range',
    },
    !(Date.parse(extent.to) <= Date.parse(asked.to ?? '')) && { field: '.to', problem: 'range' },
  ];
  return problems.filter((problem) => problem !== false);
}

/**
 * The mail that a decision would send to the requester. Nothing is written.
 * @throws {ApiError} what the decision itself would meet
 */
export async function previewDecision(
  services: Services,
  number: string,
  { event, particulars }: { event: ApplicationEvent; particulars: Particulars },
): Promise<DataOf<typeof endpoints.deskPreview>> {
  const { store, config } = services;
  const row = await store.db
    .selectFrom('application')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirst();
  if (!row) throw new ApiError(codes.notFound);
  const { next, effects } = await store.transact((trx) =>
    applications.preview({ services, trx }, row, event),
  );
  const application = { ...row, ...particulars.columns, ...columnsOf(next) };
  const { email, language } = await requesterOf(store.db, row);
  const mail = requesterMail(config, language, { application, event, text: particulars.text });
  const { AUTHORITY_MAILBOX } = await effectiveConfig(services);
  const notifiesAuthority =
    AUTHORITY_MAILBOX !== undefined &&
    effects.includes('notifyAuthority') &&
    noticeCauseOf(event) !== null;
  return { recipient: email, language, ...mail, notifiesAuthority };
}
