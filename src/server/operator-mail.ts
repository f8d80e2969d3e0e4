import { verifyChains } from '#server/desk/audit/verify.ts';
import { postMail } from '#server/platform/jobs/outbox.ts';
import type { Scope, Services } from '#server/platform/store/services.ts';
import { operatorTroubles } from './operator-troubles.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
/** The one row. */
const ROW = 'last';

/**
 * Mails `OPERATOR_MAILBOX` what needs an operator: all of it in one mail, when it has changed and at
 * most once an hour, once a day while it lasts, and when it is over. Of all processes one does.
 */
export async function mailOperator(
  services: Services,
  troublesOf: typeof operatorTroubles = operatorTroubles,
): Promise<void> {
  const { store, config, now } = services;
  if (!config.OPERATOR_MAILBOX) return;
  await verifyDaily(services);
  const { broken } = await lastMail(services);
  const body = (await troublesOf(services, broken)).map((line) => `- ${line}\n`).join('');
  await store.transact(async (trx) => {
    const last = await lockLast({ services, trx });
    const since = now() - last.mailed_at;
    const isDue = body === last.body ? body !== '' && since >= DAY : since >= HOUR;
    if (!isDue) return;
    await trx
      .updateTable('operator_mail')
      .set({ body, mailed_at: now() })
      .where('id', '=', ROW)
      .execute();
    await postMail(trx, {
      ...textOf(body, config.PUBLIC_URL ?? ''),
      recipient: config.OPERATOR_MAILBOX as string,
      language: 'en',
      at: now(),
      // One that did not leave yet says less.
      topic: 'operator',
    });
  });
}

/** In English, as all that operators read. */
function textOf(body: string, url: string) {
  if (body === '')
    return {
      subject: 'Portal: nothing needs an operator any more',
      body: `What the last e-mail named is mended.\n\n${url}\n`,
    };
  const count = body.split('\n').length - 1;
  return {
    subject: `Portal: ${count === 1 ? 'something needs' : `${count} things need`} an operator`,
    body: `${body}\nWhat it means and what to do is in src/decisions/operating.md; failed work is listed at\n${url}/desk/operation\n\nThis e-mail comes when something changed, at most once an hour, and once a day while it lasts.\n`,
  };
}

/** Verifies the chains once a day; the process that is first says so, and does. */
async function verifyDaily(services: Services): Promise<void> {
  const { store, now } = services;
  const isOurs = await store.transact(async (trx) => {
    const { verified_at } = await lockLast({ services, trx });
    if (now() - verified_at < DAY) return false;
    await trx
      .updateTable('operator_mail')
      .set({ verified_at: now() })
      .where('id', '=', ROW)
      .execute();
    return true;
  });
  if (!isOurs) return;
  const { broken } = await verifyChains(services);
  await store.db
    .updateTable('operator_mail')
    .set({ broken: broken.length })
    .where('id', '=', ROW)
    .execute();
}

async function lockLast({ services: { store }, trx }: Scope) {
  await trx
    .insertInto('operator_mail')
    .values({ id: ROW, body: '', mailed_at: 0, verified_at: 0, broken: 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const select = trx.selectFrom('operator_mail').selectAll().where('id', '=', ROW);
  return store.forUpdate(select).executeTakeFirstOrThrow();
}

function lastMail({ store: { db } }: Services) {
  return db
    .selectFrom('operator_mail')
    .select('broken')
    .where('id', '=', ROW)
    .executeTakeFirstOrThrow();
}
