import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { startPortal } from '../fixture.ts';

const portal = portalOfFile(startPortal);
const LATER = 31_000;

/** Kinds of the statements that a request for a code makes, in their order. */
async function statementsFor(email: string): Promise<{ kinds: string[]; answer: object }> {
  const kinds: string[] = [];
  const noting: KyselyPlugin = {
    transformQuery({ node }) {
      kinds.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const { services } = portal;
  const { db, transact } = services.store;
  Object.assign(services.store, {
    db: db.withPlugin(noting),
    transact: ((work) => transact((trx) => work(trx.withPlugin(noting)))) as typeof transact,
  });
  try {
    const answer = await portal.call('sendCaptcha', { email, privacyAccepted: true });
    expectCode(answer, codes.ok);
    const { status, code, message, data } = answer;
    return { kinds, answer: { status, code, message, data } };
  } finally {
    Object.assign(services.store, { db, transact });
  }
}

test('a request for a code executes the same statements for a known, unknown or pending address', async () => {
  await portal.signIn('known@example.eu');
  await portal.call('sendCaptcha', { email: 'pending@example.eu', privacyAccepted: true });
  portal.clock.advance(LATER);
  const unknown = await statementsFor('unknown@example.eu');
  expect(unknown.kinds.length).toBeGreaterThan(10);
  expect(await statementsFor('known@example.eu')).toEqual(unknown);
  expect(await statementsFor('pending@example.eu')).toEqual(unknown);
});
