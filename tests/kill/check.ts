import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { initialTransition, transition } from 'xstate';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { endpoints } from '#contract/endpoints.ts';
import { LOGIN_HEADER } from '#contract/limits.ts';
import { storedApplication } from '#contract/stored-application.ts';
import type { ApplicationEvent } from '#machines/application.events.ts';
import { applicationMachine } from '#machines/application.machine.ts';
import type { Store } from '#server/platform/store/database.ts';
import { entryHash } from '#server/workflow/application/history.ts';
import { type Person, recordOf, submit } from './clients.ts';
import type { Filing, Ledger, Upload } from './ledger.ts';

/** After a restart: everything that was acknowledged is there, once, and nothing is illegal. */
export async function checkAcknowledged(url: string, ledger: Ledger, owners: readonly Person[]) {
  const ownerOf = (id: string) => owners.find((owner) => owner.id === id) as Person;
  let unheard = 0;
  for (const filing of ledger.filings.values()) {
    const owner = ownerOf(filing.owner);
    // What was cut off is sent again, as a browser would, and must not be filed twice.
    if (filing.number === null) await submit(url, ledger, filing, owner);
    unheard += checkHistory(await recordOf(url, filing, owner), filing);
  }
  assert(unheard <= ledger.cutOff, `${unheard} events nobody sent, ${ledger.cutOff} were cut off`);
  const uploads = [...ledger.uploads];
  for (const [id, upload] of uploads) await checkFile(url, id, upload, ownerOf(upload.owner));
}

/** Replays a history through the machine; returns the number of events nobody was told of. */
function checkHistory(record: ApplicationRecord, { number, events }: Filing): number {
  const requester = record.requester;
  const { kind, isForThirdParty } = record;
  let [snapshot] = initialTransition(applicationMachine, { kind, isForThirdParty, requester });
  const [filed, ...later] = record.history;
  assert.equal(filed?.event, 'application.file', `${number} begins with its filing`);
  for (const [index, entry] of later.entries()) {
    assert.equal(entry.revision, index + 1, `${number} counts its revisions`);
    const event = {
      type: entry.event,
      by: { role: entry.role, id: entry.role === 'requester' ? requester : 'reviewer' },
      revision: index,
      // The dates are the record's own affair: no kill is so long that one passes.
      answerDueAt: Number.MAX_SAFE_INTEGER,
      ground: 'tradeSecrets',
      at: entry.at,
    } as unknown as ApplicationEvent;
    assert(snapshot.can(event), `${number} may take ${entry.event} in ${entry.from}`);
    [snapshot] = transition(applicationMachine, snapshot, event);
    assert.equal(storedApplication(snapshot).state, entry.to, `${number} goes its machine's way`);
  }
  assert.equal(record.state, storedApplication(snapshot).state);
  assert.equal(record.revision, later.length);
  for (const [revision, event] of events)
    assert.equal(later[revision - 1]?.event, event, `${number} has its revision ${revision}`);
  return later.length - events.size;
}

async function checkFile(url: string, id: string, { sha256 }: Upload, { token }: Person) {
  const response = await fetch(`${url}${endpoints.file.path}?fileId=${id}`, {
    headers: { [LOGIN_HEADER]: token },
  });
  assert.equal(response.status, 200, `file ${id} is there`);
  const content = Buffer.from(await response.arrayBuffer());
  assert.equal(createHash('sha256').update(content).digest('hex'), sha256, `file ${id} is whole`);
}

/** Checks what only the database shows: nothing is there twice, and every chain of hashes holds. */
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
    let previous = '';
    for (const { hash, ...entry } of entries) {
      // PostgreSQL gives big integers as text.
      const plain = { ...entry, revision: Number(entry.revision), at: Number(entry.at) };
      assert.equal(hash, entryHash(previous, plain), `the chain of ${number} holds`);
      previous = hash;
    }
  }
}

/** The requester's answers, which the desk alone is mailed about. */
const answers = ['information.supply', 'data.request'];

/**
 * Each mail that is expected left, once to whoever tells them by their ids. Answers how many messages
 * came more than once.
 */
export async function checkMails({ db }: Store, receivedIds: readonly string[]): Promise<number> {
  const mails = await db.selectFrom('mail').select(['message_id', 'sent_at']).execute();
  const received = new Set(receivedIds);
  for (const { message_id: id, sent_at: sentAt } of mails) {
    assert(sentAt !== null, `mail ${id} was sent`);
    assert(received.has(id), `mail ${id} arrived`);
  }
  assert.equal(received.size, mails.length, 'no mail arrived that nobody wrote');
  const told = await db
    .selectFrom('history_entry')
    .select('application_number as number')
    .where('event', 'not in', answers)
    .execute();
  const delivered = await db
    .selectFrom('report')
    .select('application_number as number')
    .where('state', 'in', ['ready', 'empty', 'failed'])
    .execute();
  const written = await db
    .selectFrom('mail')
    .innerJoin('application', 'application.number', 'mail.application_number')
    .innerJoin('account', 'account.id', 'application.requester_id')
    .select(['application.number', 'mail.subject'])
    .whereRef('mail.recipient', '=', 'account.email')
    .execute();
  const expected = [...told, ...delivered];
  for (const number of new Set(expected.map((item) => item.number))) {
    const subjects = written.filter((mail) => mail.number === number).map((mail) => mail.subject);
    const causes = expected.filter((item) => item.number === number);
    assert.equal(subjects.length, causes.length, `one mail an event: ${subjects.join(' | ')}`);
  }
  return receivedIds.length - received.size;
}
