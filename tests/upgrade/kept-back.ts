import assert from 'node:assert/strict';
import { file, type Load, type Person, recordOf, send, stepsIn } from '../kill/clients.ts';
import { type Filing, Ledger } from '../kill/ledger.ts';

/** Applications that begin before an upgrade and end after it: the events on both sides. */
const courses = {
  'dataRequest.withheld': {
    before: ['review.start', 'qualification.pass', 'data.request', 'sharing.withhold'],
    after: ['sharing.resume', 'data.approve'],
  },
  suspended: {
    before: [
      'review.start',
      'qualification.pass',
      'data.request',
      'data.approve',
      'sharing.suspend',
    ],
    after: ['sharing.resume'],
  },
} as const;

type Withholding = keyof typeof courses;

/** Applications whose data are withheld or suspended, which nobody else works on. */
export interface Held {
  ledger: Ledger;
  filings: { state: Withholding; filing: Filing }[];
}

/** Files an application for each state and brings it there. */
export async function keepBack(load: Load): Promise<Held> {
  const ledger = new Ledger();
  const filings: Held['filings'] = [];
  for (const state of Object.keys(courses) as Withholding[]) {
    const filing = await file({ ...load, ledger });
    await walk({ ...load, ledger }, filing, courses[state].before);
    filings.push({ state, filing });
  }
  return { ledger, filings };
}

/**
 * Each is in its state still, goes on to its approval, and is added to the ledger of the others.
 * Answers the states that they went on from.
 */
export async function goOn(load: Load, { ledger, filings }: Held): Promise<string[]> {
  for (const { state, filing } of filings) {
    assert.equal(await stateOf(load, filing), state, `${filing.number} waits as before`);
    await walk({ ...load, ledger }, filing, courses[state].after);
    assert.equal(await stateOf(load, filing), 'approved', `${filing.number} goes on`);
  }
  for (const [id, filing] of ledger.filings) load.ledger.filings.set(id, filing);
  for (const [id, upload] of ledger.uploads) load.ledger.uploads.set(id, upload);
  load.ledger.acknowledged += ledger.acknowledged;
  return filings.map(({ state }) => state);
}

async function walk(load: Load, filing: Filing, events: readonly string[]): Promise<void> {
  const owner = ownerOf(load, filing);
  for (const event of events) {
    const record = await recordOf(load.url, filing, owner, Date.now());
    const step = record && stepsIn(record.state).find(([, sent]) => sent === event);
    assert(record && step, `${filing.number} takes ${event} in ${record?.state}`);
    await send(load, { filing, owner, revision: record.revision }, step);
    assert.equal(filing.events.get(record.revision + 1), event, `${event} was taken`);
  }
}

async function stateOf(load: Load, filing: Filing): Promise<string | undefined> {
  return (await recordOf(load.url, filing, ownerOf(load, filing), Date.now()))?.state;
}

const ownerOf = ({ owners }: Load, filing: Filing) =>
  owners.find(({ id }) => id === filing.owner) as Person;
