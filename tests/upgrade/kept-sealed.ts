import assert from 'node:assert/strict';
import { draftPurpose } from '#server/accounts/drafts/drafts.ts';
import { unseal } from '#server/accounts/sign-in/secrets.ts';
import { verifyChains } from '#server/desk/audit/verify.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Store } from '#server/platform/database/database.ts';
import { authenticator } from '../browser/authenticator.ts';
import type { Load } from '../kill/clients.ts';
import { callOverHttp as call } from '../server/over-http.ts';

const CONTENT = '{"values":{"purpose":"a draft that outlives every change of keys"}}';
const draft = { name: 'public-request' };

/** Has the reviewer set up an authenticator app, and an owner save a draft; both are sealed. */
export async function keepSealed({ url, owners, reviewer }: Load): Promise<void> {
  const [owner] = owners;
  const begun = await call(url, 'secondFactorBegin', {}, reviewer.token);
  const code = authenticator((begun.data as { secret: string }).secret.toUpperCase())(Date.now());
  const confirmed = await call(url, 'secondFactorConfirm', { code }, reviewer.token);
  assert.equal(confirmed.code, 200, confirmed.message);
  const saving = { ...draft, revision: 0, content: CONTENT };
  const saved = await call(url, 'draftSave', saving, owner?.token);
  assert.equal(saved.code, 200, saved.message);
}

/** The draft is read as it was saved, by two calls, which two processes take. */
export async function requireSealed({ url, owners }: Load): Promise<void> {
  for (const _ of Array(2)) {
    const { data } = await call(url, 'draftRead', draft, owners[0]?.token);
    assert.equal((data as { content: string } | null)?.content, CONTENT, 'the draft is readable');
  }
}

/** What was sealed is open to the first secret alone, and every chain of seals holds. */
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
  // The test gave the owners their vehicles past the portal.
  assert.deepEqual(
    broken.filter((place) => !place.startsWith('vehicle_link ')),
    [],
    'the chain of seals holds',
  );
}
