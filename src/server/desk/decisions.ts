import { codes } from '#contract/codes.ts';
import { type Decision, decisions } from '#contract/decision.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { type FourEyes, secondOf } from '#contract/four-eyes.ts';
import type { ApplicationEvent } from '#machines/application.events.ts';
import type { Particulars } from '#server/applications/application-row.ts';
import type { EffectiveConfig } from '#server/platform/config/config.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { endOf, endOfDayOf } from '#server/platform/words/calendar.ts';

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
