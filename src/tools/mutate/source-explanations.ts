import type { Fault } from './faults.ts';

/** A line of a file that can be faulty without anybody ever seeing it. */
interface Unseen {
  file: string;
  line: string;
  /** The one kind of fault of which that is true; any when it is left out. */
  operator?: string;
  reason: string;
}

const unseen: readonly Unseen[] = [
  {
    file: 'src/server/accounts/company-sessions.ts',
    line: 'this.#asking.set(digest, asked);',
    reason: 'who asks at the same time waits by the row in the database instead',
  },
  {
    file: 'src/server/platform/calendar/calendar.ts',
    line: 'starts.set(key, start);',
    reason: 'the start of a day that is not kept is worked out again',
  },
  {
    file: 'src/server/platform/calendar/holidays.ts',
    line: 'years.set(year, found);',
    reason: 'the holidays of a year that are not kept are gathered again',
  },
  {
    file: 'src/server/workflow/clock/application-clock.ts',
    line: 'calendars.set(key, calendar);',
    reason: 'a calendar that is not kept is made again',
  },
  {
    file: 'src/server/platform/words/words.ts',
    line: 'loaded.set(language, i18n.t);',
    reason: 'a catalogue that is not kept is read and compiled again',
  },
  {
    file: 'src/server/site/refusals.ts',
    line: 'if (waits.size >= MAX_WAITS) waits.clear();',
    reason: 'the text of a wait that is not kept is worked out again',
  },
  {
    file: 'src/server/site/page-routes.ts',
    line: 'const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };',
    reason: 'the same text comes out of it, in a few bytes more or less',
  },
  {
    file: 'src/server/platform/inspection/pdf-document.ts',
    line: 'useSystemFonts: false,',
    reason: 'nothing of the document is drawn',
  },
  {
    file: 'src/ui/language/language.ts',
    line: 'if (areas.has(area)) return;',
    reason: 'the words of an area that are loaded once more are the same',
  },
  {
    file: 'src/server/operator-row.ts',
    line: "return db.updateTable('operator_mail').set(columns).where('id', '=', ID).execute();",
    operator: 'dropped-where',
    reason: 'the table has this row and no other',
  },
  {
    file: 'src/server/platform/store/seals.ts',
    line: "return trx.updateTable('audit_head').set(changed).where('id', '=', 1).execute();",
    operator: 'dropped-where',
    reason: 'the table has this row and no other',
  },
  {
    file: 'src/server/platform/jobs/lease.ts',
    line: ".where('kind', '=', 'mail')",
    operator: 'dropped-where',
    reason: 'every other lease has just been freed',
  },
  {
    file: 'src/server/platform/jobs/copy-heads.ts',
    line: ".where('attempts', '=', last.attempts)",
    operator: 'dropped-where',
    reason: 'whoever counted an attempt has moved the time as well',
  },
  {
    file: 'src/server/platform/jobs/copy-heads.ts',
    line: ".where('next_at', '=', last.next_at)",
    operator: 'dropped-where',
    reason: 'an end that another process has copied meanwhile may be copied twice',
  },
  {
    file: 'src/server/accounts/reseal.ts',
    line: ".where('account_id', '=', account_id)",
    operator: 'dropped-where',
    reason: 'no two accounts have the same sealed text',
  },
  ...[".where('own.email', '=', email)", ".where('challenge.email', '=', email)"].map((line) => ({
    file: 'src/server/workflow/sign-in/codes.ts',
    line,
    operator: 'dropped-where',
    reason: 'the key or the visit beside it is made of the address, too',
  })),
  ...[".where('draft.account_id', '=', account_id)", ".where('draft.name', '=', name)"].map(
    (line) => ({
      file: 'src/server/accounts/drafts.ts',
      line,
      operator: 'dropped-where',
      reason: 'no two drafts have the same sealed text, and none but its own opens one',
    }),
  ),
  ...[
    ".where(store.inList('file_name', batch))",
    ".where(store.inList('package_name', batch)),",
    ".unionAll(db.selectFrom('held_report').select('name').where(store.inList('name', batch)))",
    ".unionAll(db.selectFrom('recipient_file').select('name').where(store.inList('name', batch)))",
  ].map((line) => ({
    file: 'src/server/workflow/report/clean-up-reports.ts',
    line,
    operator: 'dropped-where',
    reason: 'more names than were asked for keep no more files than these',
  })),
  {
    file: 'src/server/workflow/application/clean-up-files.ts',
    line: ".where(store.inList('id', ids))",
    operator: 'dropped-where',
    reason: 'more names than were asked for keep no more files than these',
  },
  ...[
    ".where((is) => is.or([is('first_at', 'is', null), is('first_at', '<', range.to)]))",
    ".where((is) => is.or([is('last_at', 'is', null), is('last_at', '>=', range.from)]))",
  ].map((line) => ({
    file: 'src/server/vehicles/signal-notes.ts',
    line,
    operator: 'dropped-where',
    reason: 'what comes of it is judged again by its edges',
  })),
  ...['mention', 'opinion'].map((table) => ({
    file: 'src/server/desk/notes.ts',
    line: `.where('${table}.application_number', '=', application.number)`,
    operator: 'dropped-where',
    reason: 'those of other notes are found by none of these',
  })),
  {
    file: 'src/server/accounts/lapsed-sessions.ts',
    line: ".where('expires_at', '>', at)",
    operator: 'dropped-where',
    reason: 'what is over already is not ended once more',
  },
  {
    file: 'src/server/workflow/report/damage.ts',
    line: ".where('application_number', '=', number)",
    operator: 'dropped-where',
    reason: 'no two reports have a file of one name',
  },
  {
    file: 'src/server/workflow/report/expire-reports.ts',
    line: ".where('kept_until', '<=', at)",
    operator: 'dropped-where',
    reason: 'the chart lets none expire before its time, and the index has the earliest first',
  },
  {
    file: 'src/server/workflow/application/deadlines.ts',
    line: ".where('answer_due_at', '<=', at)",
    operator: 'dropped-where',
    reason: 'the chart lets no deadline pass before its time; more are asked in vain',
  },
  {
    file: 'src/server/workflow/sign-in/require-possible.ts',
    line: ".where('email', '=', sender.email)",
    operator: 'dropped-where',
    reason: 'the sender’s key is made of the address, too',
  },
  {
    file: 'src/server/platform/jobs/lease.ts',
    line: ".where('leased_until', '>', 0)",
    operator: 'dropped-where',
    reason: 'the least of them leaves out what is null; it is there for the index',
  },
  ...[".where('waited', '>=', least)", ".where('waited', '<=', most)"].map((line) => ({
    file: 'src/server/insight/figures.ts',
    line,
    operator: 'dropped-where',
    reason: 'the length beside it says the same; it is there for the index',
  })),
  {
    file: 'src/server/insight/office-figures.ts',
    line: ".where(instant, '>=', weeks[0]?.start ?? 0)",
    operator: 'dropped-where',
    reason: 'what is older falls into no week; it is there for the index',
  },
  {
    file: 'src/server/insight/rebuild-projection.ts',
    line: ".where('application.number', '>', last)",
    operator: 'dropped-where',
    reason: 'what has been rebuilt is not outdated any more',
  },
  {
    file: 'src/server/workflow/sign-in/codes.ts',
    line: ".where('state', '=', 'codeSent')",
    operator: 'dropped-where',
    reason: 'with its code a sender loses its visit, too',
  },
  ...[
    ['workflow/application/sealed-applications.ts', ".where('application_number', 'in', numbers)"],
    ['workflow/report/sealed-deliveries.ts', ".where('application_number', 'in', keys)"],
    ['workflow/sign-in/sealed-factors.ts', ".where('account_id', 'in', accounts)"],
    ['insight/event-log.ts', ".where('application_number', 'in', numbers)"],
    ['desk/audit/verify.ts', ".where('kind', '=', kind)"],
    ['platform/store/last-seals.ts', ".where('subject', 'in', subjects)"],
  ].map(([file, line = '']) => ({
    file: `src/server/${file}`,
    line,
    operator: 'dropped-where',
    reason: 'what is read of others is given to none of these',
  })),
  {
    file: 'src/server/platform/store/seals.ts',
    line: "const query = trx.selectFrom('audit_head').selectAll().where('id', '=', 1);",
    operator: 'dropped-where',
    reason: 'the table has this row and no other',
  },
  {
    file: 'src/server/operator-row.ts',
    line: "return db.selectFrom('operator_mail').selectAll().where('id', '=', ID).executeTakeFirstOrThrow();",
    operator: 'dropped-where',
    reason: 'the table has this row and no other',
  },
  {
    file: 'src/desk/handbook/steps.ts',
    line: "const filed = { kind, isForThirdParty: false, requester: '', revision: 0, answerDueAt: null };",
    reason: 'no step of the handbook looks at a revision',
  },
];

/** The reason why a fault that nothing notices is none; null where there is no such reason. */
export function explanationOf({
  file,
  diff,
  operator,
}: Pick<Fault, 'file' | 'diff' | 'operator'>): string | null {
  const [changed = '', ...others] = diff.split('\n').filter((line) => line.startsWith('  - '));
  if (others.length > 0) return null;
  const line = changed.slice('  - '.length).trim();
  const known = unseen.find(
    (one) => one.file === file && one.line === line && (one.operator ?? operator) === operator,
  );
  return known?.reason ?? null;
}
