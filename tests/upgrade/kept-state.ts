import assert from 'node:assert/strict';
import { draftPurpose } from '#server/accounts/drafts/drafts.ts';
import { unseal } from '#server/accounts/sign-in/secrets.ts';
import { verifyChains } from '#server/desk/audit/verify.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Store } from '#server/platform/database/database.ts';
import { authenticator } from '../browser/authenticator.ts';
import { file, type Load, type Person, recordOf, send, stepsIn } from '../kill/clients.ts';
import { type Filing, Ledger } from '../kill/ledger.ts';
import { callOverHttp as call } from '../server/over-http.ts';

/** Applications that begin before an upgrade and end after it, with events on both sides. */
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

type KeptBack = keyof typeof courses;

/** Applications with withheld or suspended data, which no other client changes. */
export interface Held {
  ledger: Ledger;
  filings: { state: KeptBack; filing: Filing }[];
}

/** Files an application for each state. */
export async function keepBack(load: Load): Promise<Held> {
  const ledger = new Ledger();
  const filings: Held['filings'] = [];
  for (const state of Object.keys(courses) as KeptBack[]) {
    const filing = await file({ ...load, ledger });
    await walk({ ...load, ledger }, filing, courses[state].before);
    filings.push({ state, filing });
  }
  return { ledger, filings };
}

/**
 * Checks that each is still in its state, and approves it; adds it to the ledger. Returns the
 * states.
 */
export async function goOn(load: Load, { ledger, filings }: Held): Promise<string[]> {
  for (const { state, filing } of filings) {
    assert.equal(await stateOf(load, filing), state, `${filing.number} waits as before`);
    await walk({ ...load, ledger }, filing, courses[state].after);
    assert.equal(await stateOf(load, filing), 'approved', `${filing.number} goes on`);
  }
  load.ledger.add(ledger);
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

const CONTENT = '{"values":{"purpose":"a draft that outlives every change of keys"}}';
const draft = { name: 'public-request' };

/**
 * Sets up an authenticator app for the reviewer, and saves a draft of an owner; both are sealed.
 */
export async function keepSealed({ url, owners, reviewer }: Load): Promise<void> {
  const [owner] = owners;
  const pendingFactor = await call(url, 'secondFactorBegin', {}, reviewer.token);
  const code = authenticator((pendingFactor.data as { secret: string }).secret.toUpperCase())(
    Date.now(),
  );
  const confirmed = await call(url, 'secondFactorConfirm', { code }, reviewer.token);
  assert.equal(confirmed.code, 200, confirmed.message);
  const saving = { ...draft, revision: 0, content: CONTENT };
  const saved = await call(url, 'draftSave', saving, owner?.token);
  assert.equal(saved.code, 200, saved.message);
}

/** Checks that two processes read the draft as it was saved. */
export async function requireSealed({ url, owners }: Load): Promise<void> {
  for (const _ of Array(2)) {
    const { data } = await call(url, 'draftRead', draft, owners[0]?.token);
    assert.equal((data as { content: string } | null)?.content, CONTENT, 'the draft is readable');
  }
}

/** Checks that sealed data open with the first secret only, and that all chains verify. */
export async function requireSealedAnew(
  store: Store,
  environment: Record<string, string>,
): Promise<void> {
  const config = readConfig(environment);
  const first = { ...config, SECRET: [config.SECRET[0]] as [string] };
  const factors = await store.db.selectFrom('second_factor').select('secret').execute();
  const drafts = await store.db.selectFrom('draft').selectAll().execute();
  assert(factors.length > 0 && drafts.length > 0, 'a factor and a draft are there');
  for (const { secret } of factors) assert(secret && unseal(first, secret), 'the app is readable');
  for (const { account_id, name, content } of drafts)
    assert(unseal(first, content, draftPurpose(account_id, name)), 'the draft is sealed anew');
  const { broken } = await verifyChains({ store, config });
  // The test added the owners' vehicles and their links without the portal.
  assert.deepEqual(
    broken.filter((place) => !/^vehicle(_link)? /.test(place)),
    [],
    'the chain of seals holds',
  );
}
