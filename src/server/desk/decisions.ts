import { codes } from '#contract/codes.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { ApplicationEvent } from '#machines/application.events.ts';
import { endOf, endOfDayOf } from '#server/platform/calendar/calendar.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/store/services.ts';
import type { Particulars } from '#server/workflow/application/application-row.ts';

type Asked = InputOf<typeof endpoints.deskPreview>;
export type Decision = Asked['decision'];

interface Made {
  event: ApplicationEvent;
  particulars: Particulars;
}

type Sent = Pick<ApplicationEvent, 'by' | 'at' | 'revision'>;
type Make = (services: Services, sent: Sent, input: Omit<Asked, 'decision'>) => Made;

/** The event of each decision, and what goes with it. */
const makers: Record<Decision, Make> = {
  start: (_, sent) => ({ event: { type: 'review.start', ...sent }, particulars: {} }),
  pass: ({ config }, sent, { text }) => ({
    event: {
      type: 'qualification.pass',
      ...sent,
      answerDueAt: endOfDayOf(sent.at + config.ANSWER_DAYS, config.TIME_ZONE),
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
  approve: (_, sent, { text }) => ({
    event: { type: 'data.approve', ...sent },
    particulars: spoken(text),
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
  services: Services,
  reviewer: string,
  { decision, ...input }: Asked,
): Made {
  const by = { role: 'reviewer', id: reviewer } as const;
  return makers[decision](services, { by, at: services.now(), revision: input.revision }, input);
}

function needed<T>(field: string, value: T | undefined): T {
  if (value === undefined)
    throw new ApiError(codes.invalid, { fields: [{ field, problem: 'required' }] });
  return value;
}

function spoken(text: string | undefined): Particulars {
  return text ? { text } : {};
}
