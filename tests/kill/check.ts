import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { initialTransition, transition } from 'xstate';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { storedApplication } from '#contract/stored-application.ts';
import type { ApplicationEvent } from '#machines/application.events.ts';
import { applicationMachine } from '#machines/application.machine.ts';
import type { Store } from '#server/platform/database/database.ts';
import { type Person, recordOf, submit } from './clients.ts';
import { type Filing, Ledger, type Upload } from './ledger.ts';
import { noteErased } from './retention.ts';

/**
 * Checks after a restart that everything acknowledged is stored once, and that all histories are
 * legal. Applications that ended long before `at`, the server's time, may be erased completely.
 */
export async function checkAcknowledged(
  url: string,
  ledger: Ledger,
  owners: readonly Person[],
  at = Date.now(),
) {
  const ownerOf = (id: string) => owners.find((owner) => owner.id === id) as Person;
  let unheard = 0;
  for (const filing of ledger.filings.values()) {
    const owner = ownerOf(filing.owner);
    // An interrupted filing is repeated, as a browser does, and must not be filed twice.
    if (filing.number === null) await submit(url, ledger, filing, owner);
    const record = await recordOf(url, filing, owner, at);
    if (!record) {
      noteErased(ledger, filing);
      continue;
    }
    unheard += checkHistory(record, filing);
    const last = record.history.at(-1);
    if (last?.event === PASSED) ledger.lapsed.add(record.number);
    if (last) filing.seen = { state: record.state, at: last.at };
  }
  assert(unheard <= ledger.cutOff, `${unheard} events nobody sent, ${ledger.cutOff} were cut off`);
  const uploads = [...ledger.uploads];
  for (const [id, upload] of uploads) await checkFile(url, id, upload, ownerOf(upload.owner));
}

/** Event of the clock. */
const PASSED = 'deadline.passed';

/** Replays a history through the machine; returns the number of events without acknowledgement. */
function checkHistory(record: ApplicationRecord, { number, events }: Filing): number {
  const requester = record.requester;
  const { kind, isForThirdParty } = record;
  let [snapshot] = initialTransition(applicationMachine, { kind, isForThirdParty, requester });
  const [filed, ...later] = record.history;
  assert.equal(filed?.event, 'application.file', `${number} begins with its filing`);
  let unheard = -events.size;
  for (const [index, entry] of later.entries()) {
    assert.equal(entry.revision, index + 1, `${number} counts its revisions`);
    const event = {
      type: entry.event,
      by: { role: entry.role, id: entry.role === 'requester' ? requester : entry.role },
      revision: index,
      // A deadline has passed only where the record says so.
      answerDueAt: later[index + 1]?.event === PASSED ? 0 : Number.MAX_SAFE_INTEGER,
      ground: 'tradeSecrets',
      at: entry.at,
    } as unknown as ApplicationEvent;
    assert(snapshot.can(event), `${number} may take ${entry.event} in ${entry.from}`);
    [snapshot] = transition(applicationMachine, snapshot, event);
    assert.equal(storedApplication(snapshot).state, entry.to, `${number} goes its machine's way`);
    if (entry.event !== PASSED) unheard++;
  }
  assert.equal(record.state, storedApplication(snapshot).state);
  assert.equal(record.revision, later.length);
  for (const [revision, event] of events)
    assert.equal(later[revision - 1]?.event, event, `${number} has its revision ${revision}`);
  return unheard;
}

async function checkFile(url: string, id: string, { sha256 }: Upload, { token }: Person) {
  const response = await fetch(`${url}${endpoints.file.path}?fileId=${id}`, {
    headers: { [LOGIN_HEADER]: token },
  });
  assert.equal(response.status, 200, `file ${id} is there`);
  const content = Buffer.from(await response.arrayBuffer());
  assert.equal(createHash('sha256').update(content).digest('hex'), sha256, `file ${id} is whole`);
}

/** Checks that each submission is filed once, and that no history has a gap. */
export async function checkStore({ db }: Store, ledger: Ledger): Promise<void> {
  const applications = await db
    .selectFrom('application')
    .select(['number', 'submission_id'])
    .execute();
  assert.equal(applications.length, ledger.filings.size, 'each submission is filed once');
  for (const { number } of applications) {
    const entries = await db
      .selectFrom('history_entry')
      .selectAll()
      .where('application_number', '=', number)
      .orderBy('revision')
      .execute();
    for (const [index, { revision }] of entries.entries())
      assert.equal(Number(revision), index, `the history of ${number} has no gap`);
  }
}

/**
 * Events without a mail to the requester: their own answers and the start of the review. An approval
 * is mailed only if it says more than the mail about the finished report, so it is not checked here.
 */
const unmailed = ['information.supply', 'data.request', 'review.start', 'data.approve'];

/**
 * Checks that each expected mail was sent, once by Message-ID. Returns the number of repeated
 * messages.
 */
export async function checkMails(
  { db }: Store,
  receivedIds: readonly string[],
  { mails: written }: Ledger = new Ledger(),
): Promise<number> {
  const mails = await db
    .selectFrom('mail')
    .select(['message_id', 'sent_at', 'valid_until'])
    .execute();
  const received = new Set(receivedIds);
  for (const { message_id: id, sent_at: sentAt, valid_until: validUntil } of mails) {
    // Expired codes are not sent.
    if (sentAt === null && validUntil !== null) continue;
    assert(sentAt !== null, `mail ${id} was sent`);
    assert(received.has(id), `mail ${id} arrived`);
  }
  const known = new Set([...written, ...mails.map(({ message_id }) => message_id)]);
  const unknown = [...received].filter((id) => !known.has(id));
  assert.deepEqual(unknown, [], 'no mail arrived that nobody wrote');
  const noticed = await db
    .selectFrom('history_entry')
    .select('application_number as number')
    .where('event', 'not in', unmailed)
    .execute();
  const delivered = await db
    .selectFrom('report')
    .select('application_number as number')
    .where('state', 'in', ['delivered', 'empty', 'failed', 'expired'])
    .execute();
  const posted = await db
    .selectFrom('mail')
    .innerJoin('application', 'application.number', 'mail.application_number')
    .innerJoin('account', 'account.id', 'application.requester_id')
    .select(['application.number', 'mail.subject'])
    .whereRef('mail.recipient', '=', 'account.email')
    .where('mail.subject', 'not like', 'Application % approved')
    .execute();
  const expected = [...noticed, ...delivered];
  for (const number of new Set(expected.map((item) => item.number))) {
    const subjects = posted.filter((mail) => mail.number === number).map((mail) => mail.subject);
    const causes = expected.filter((item) => item.number === number);
    assert.equal(subjects.length, causes.length, `one mail an event: ${subjects.join(' | ')}`);
  }
  return receivedIds.length - received.size;
}

/** Records the mails that were written so far, because erasing an application erases its mails. */
export async function noteMails({ db }: Store, { mails }: Ledger): Promise<void> {
  for (const { message_id: id } of await db.selectFrom('mail').select('message_id').execute())
    mails.add(id);
}
