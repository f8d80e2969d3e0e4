import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import { isForThirdParty } from '#contract/stored-forms.ts';
import { storedJson } from '#contract/stored-json.ts';
import {
  type Attribute,
  type EventLog,
  keys,
  type LoggedCase,
  writeCsvLog,
  writeXes,
} from '#lib/event-log/event-log.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import type { FileAnswer } from '#server/platform/http/file-answers.ts';
import type { Account } from '#server/platform/http/route.ts';
import { type Filter, isCountedApplication } from './filter.ts';

const PAGE = 200;

export const logColumns = {
  case: [keys.name, 'kind', 'requester', 'state', 'thirdParty'],
  event: [
    ...[keys.name, keys.time, keys.resource, keys.role, keys.lifecycle],
    ...['revision', 'from', 'to', 'ground', 'answerDueAt'],
  ],
} as const;

/** Facts of an event that a log contains; free texts are excluded. */
const loggedFacts = storedJson(
  z.looseObject({ ground: z.optional(z.string()), answerDueAt: z.optional(z.number()) }),
);

/**
 * Reads the applications that match a filter, with their histories, as an event log ordered by
 * number. Unless `named` is set, numbers and people are replaced by pseudonyms, which are the same
 * in every log of this installation.
 */
export async function* applicationLog(
  services: Services,
  { named, filter = {} }: { named: boolean; filter?: Filter },
): AsyncGenerator<LoggedCase> {
  const { db } = services.store;
  const nameOf = named ? (name: string) => name : pseudonyms(services);
  for (let last = ''; ; ) {
    const applications = await db
      .selectFrom('application')
      .select(['number', 'kind', 'requester_id', 'form_json'])
      .where('number', '>', last)
      .where(isCountedApplication(filter))
      .orderBy('number')
      .limit(PAGE)
      .execute();
    const numbers = applications.map(({ number }) => number);
    if (numbers.length === 0) return;
    last = numbers.at(-1) ?? '';
    const entries = await db
      .selectFrom('history_entry')
      .select(['application_number', 'revision', 'at', 'actor_id', 'role', 'event'])
      .select(['from_state', 'to_state', 'facts_json'])
      .where('application_number', 'in', numbers)
      .orderBy('application_number')
      .orderBy('revision')
      .execute();
    const histories = Map.groupBy(entries, ({ application_number }) => application_number);
    for (const { number, kind, requester_id, form_json } of applications) {
      const history = histories.get(number) ?? [];
      const isForOther = isForThirdParty({ kind, form_json });
      yield {
        attributes: [
          string(keys.name, nameOf(number)),
          string('kind', kind),
          string('requester', nameOf(requester_id)),
          // From the history, because the application may have changed between the two reads.
          string('state', history.at(-1)?.to_state ?? ''),
          { type: 'boolean', key: 'thirdParty', value: String(isForOther) },
        ],
        events: history.map((entry) => eventOf(entry, nameOf)),
      };
    }
    await yieldToEventLoop();
  }
}

type Entry = Omit<Selectable<Schema['history_entry']>, 'application_number' | 'text' | 'hash'>;

function eventOf(entry: Entry, nameOf: (name: string) => string): Attribute[] {
  const { event, at, actor_id, role, revision, from_state, to_state, facts_json } = entry;
  const { ground, answerDueAt } = loggedFacts.read(facts_json ?? '{}');
  return [
    string(keys.name, event),
    date(keys.time, at),
    string(keys.resource, role === 'clock' ? 'clock' : nameOf(actor_id)),
    string(keys.role, role),
    string(keys.lifecycle, 'complete'),
    { type: 'int', key: 'revision', value: String(revision) },
    ...(from_state === null ? [] : [string('from', from_state)]),
    string('to', to_state),
    ...(ground === undefined ? [] : [string('ground', ground)]),
    ...(answerDueAt === undefined ? [] : [date('answerDueAt', answerDueAt)]),
  ];
}

const string = (key: string, value: string): Attribute => ({ type: 'string', key, value });

const date = (key: string, at: number): Attribute => ({
  type: 'date',
  key,
  value: new Date(at).toISOString(),
});

function pseudonyms({ config }: Services): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const hash = () =>
      `P-${createHmac('sha256', config.SECRET[0]).update(`event log ${name}`).digest('hex').slice(0, 16)}`;
    const pseudonym = known.get(name) ?? hash();
    if (known.size < 100_000) known.set(name, pseudonym);
    return pseudonym;
  };
}

const formats = {
  xes: { mediaType: 'application/xml; charset=utf-8', write: writeXes },
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    write: (log: EventLog) => writeCsvLog(log, logColumns),
  },
} as const;

export async function logFile(
  services: Services,
  reader: Account,
  format: keyof typeof formats,
  filter: Filter,
): Promise<FileAnswer> {
  const { mediaType, write } = formats[format];
  const criteria = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => a.localeCompare(b));
  const detail = [format, ...criteria.map(([name, value]) => `${name}=${value}`)].join(' ');
  await services.store.transact((trx) =>
    appendAuditEvent(services, trx, { by: reader, action: 'log.export', detail }),
  );
  const content = Readable.from(write(applicationLog(services, { named: false, filter })));
  return { name: `event-log.${format}`, mediaType, content };
}
