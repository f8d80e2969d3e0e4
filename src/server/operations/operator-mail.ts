import type { Services } from '#server/platform/database/services.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { lockOperatorRow, setOperatorRow } from './operator-row.ts';
import { operatorAlerts } from './operator-troubles.ts';
import { verifyDaily } from './verify-daily.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/**
 * Mails `OPERATOR_MAILBOX` what needs an operator: all of it in one mail, when it has changed and at
 * most once an hour, once a day while it lasts, and when it is over. Of all processes one does.
 */
export async function sendOperatorAlerts(
  services: Services,
  troublesOf: typeof operatorAlerts = operatorAlerts,
): Promise<void> {
  const { store, config, now } = services;
  if (!config.OPERATOR_MAILBOX) return;
  const chains = await verifyDaily(services);
  const body = (await troublesOf(services, chains)).map((line) => `- ${line}\n`).join('');
  await store.transact(async (trx) => {
    const last = await lockOperatorRow({ services, trx });
    const since = now() - last.mailed_at;
    const isDue = body === last.body ? body !== '' && since >= DAY : since >= HOUR;
    if (!isDue) return;
    await setOperatorRow(trx, { body, mailed_at: now() });
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
    body: `${body}\nWhat it means and what to do is in src/docs/operate.md; failed work is listed at\n${url}/desk/operation\n\nThis e-mail comes when something changed, at most once an hour, and once a day while it lasts.\n`,
  };
}
