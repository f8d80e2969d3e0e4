import Fastify from 'fastify';
import { accountOf } from '#server/accounts/accounts.ts';
import { findAccount, openSession } from '#server/accounts/sessions/sessions.ts';
import { actorOf } from '#server/accounts/sign-in/access-log.ts';
import { requestCode, submitCode } from '#server/accounts/sign-in/codes.ts';
import { ownApplications } from '#server/applications/own-applications.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase, openStore } from '#server/platform/database/open-database.ts';
import { RateLimiter } from '#server/platform/http/rate-limiter.ts';

// Fastify without plugins, hooks and schemas: its handlers execute only the statements of the
// portal's calls. It lists from the portal's database, and signs in to its own.

const config = readConfig(process.env);
const portal = {
  config,
  store: openStore({
    dataDir: config.DATA_DIR,
    databaseUrl: config.DATABASE_URL,
    auditKey: config.AUDIT_KEY,
  }),
  now: Date.now,
};
const { OWN_DATA_DIR, OWN_DATABASE_URL, ...rest } = process.env;
const ownConfig = readConfig({ ...rest, DATA_DIR: OWN_DATA_DIR, DATABASE_URL: OWN_DATABASE_URL });
const own = { config: ownConfig, store: await openDatabase(ownConfig), now: Date.now };
const rateLimiter = new RateLimiter(own);
const sendingTo = (email: string) => {
  const sender = { email, network: '10.0.0.1', visit: null, knownBrowser: null };
  return { sender, language: 'en', rateLimiter } as const;
};
const app = Fastify();

app.post('/code', async ({ body }) => {
  const { email } = body as { email: string };
  await requestCode(own, sendingTo(email));
  const mail = await own.store.db
    .selectFrom('mail')
    .select('body')
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow();
  return { code: /\b\d{6}\b/.exec(mail.body)?.[0] };
});

app.post('/login', async ({ body }) => {
  const { email, code } = body as Record<'email' | 'code', string>;
  const token = await submitCode(own, sendingTo(email), code, async (trx, at) => {
    const account = await accountOf(trx, { email, language: 'en', at });
    const by = actorOf(account);
    await appendAuditEvent(own, trx, { by, action: 'signIn.succeed' });
    return openSession(trx, account.id, { config: own.config, at });
  });
  return { token };
});

app.post('/list', async ({ body }) => {
  const { token } = body as { token: string };
  const account = await findAccount(portal, token, { isUnattended: false });
  if (!account) throw new Error('Unknown login token');
  return ownApplications(portal, account, { list: undefined, page: 1, pageSize: 20 });
});

process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
process.once('disconnect', () => process.exit());
