import { codes } from '#contract/codes.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { Actor, ApplicationEvent } from '#machines/application.machine.ts';
import { refusalGrounds } from '#machines/refusal-grounds.ts';
import { nextDay, startOf } from '#server/platform/calendar/calendar.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import type { Config } from '#server/platform/settings/config.ts';
import type { Particulars } from '#server/workflow/application/apply-event.ts';

type Asked = InputOf<typeof endpoints.deskPreview>;
export type Decision = Asked['decision'];

interface Made {
  event: ApplicationEvent;
  particulars: Particulars;
}

type Make = (services: Services, by: Actor, input: Omit<Asked, 'decision'>) => Made;

/** The event of each decision, and what goes with it. */
const makers: Record<Decision, Make> = {
  start: (_, by, { revision }) => ({
    event: { type: 'review.start', by, revision },
    particulars: {},
  }),
  pass: ({ config, now }, by, { revision, text }) => ({
    event: {
      type: 'qualification.pass',
      by,
      revision,
      answerDueAt: now() + config.ANSWER_DAYS,
    },
    particulars: spoken(text),
  }),
  request: ({ config, now }, by, { revision, text, dueOn, items }) => {
    const answerDueAt = endOfDay(needed('dueOn', dueOn), config);
    // The last day that there is has no end.
    if (!(answerDueAt > now()))
      throw new ApiError(codes.invalid, { fields: [{ field: 'dueOn', problem: 'range' }] });
    const asked = needed('text', text);
    const columns = {
      information_request: asked,
      information_items: items?.length ? JSON.stringify(items) : null,
    };
    return {
      event: { type: 'information.request', by, revision, answerDueAt },
      particulars: { text: asked, columns },
    };
  },
  approve: (_, by, { revision, text }) => ({
    event: { type: 'data.approve', by, revision },
    particulars: spoken(text),
  }),
  refuse: (_, by, { revision, text, ground }) => {
    const lawful = needed('ground', ground);
    const said = needed('text', text);
    return {
      event: { type: 'application.refuse', by, revision, ground: lawful },
      particulars: {
        text: said,
        recorded: `${refusalGrounds[lawful].article}: ${said}`,
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
  return makers[decision](services, { role: 'reviewer', id: reviewer }, input);
}

function needed<T>(field: string, value: T | undefined): T {
  if (value === undefined)
    throw new ApiError(codes.invalid, { fields: [{ field, problem: 'required' }] });
  return value;
}

function spoken(text: string | undefined): Particulars {
  return text ? { text } : {};
}

/** The last millisecond of a date at the desk, which is where it was chosen. */
function endOfDay(date: string, { TIME_ZONE }: Config): number {
  return startOf(nextDay(date), TIME_ZONE) - 1;
}
