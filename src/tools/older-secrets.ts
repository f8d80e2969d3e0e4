import { sessionMacs } from '#server/accounts/sessions/sessions.ts';
import { linksUnderOlderSecrets } from '#server/applications/recipients/deliveries.ts';
import { tokenMacs } from '#server/live/token-format.ts';
import type { Config } from '#server/platform/config/config.ts';
import { countRows } from '#server/platform/database/count-rows.ts';
import type { Store } from '#server/platform/database/database.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Returns a line on what would end if `SECRET` lost all keys but the first, or null. */
export async function olderSecretsText(store: Store, config: Config): Promise<string | null> {
  if (config.SECRET.length === 1) return null;
  const at = Date.now();
  const tokens = await store.db
    .selectFrom('live_token')
    .select(['id', 'grant_id', 'digest', 'mac', 'data_types_json', 'ends_at'])
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', at)
    .execute();
  const sessions = await store.db
    .selectFrom('session')
    .select(['token_digest', 'account_id', 'second_factor_at', 'mac'])
    .where('expires_at', '>', at)
    .where('ended_because', 'is', null)
    .execute();
  const isOlder = (mac: string | null, [, ...older]: readonly string[]) =>
    mac !== null && older.includes(mac);
  const counts = {
    "recipients' links": await linksUnderOlderSecrets(store, config, at),
    'tokens of live access': tokens.filter((one) => isOlder(one.mac, tokenMacs(config, one)))
      .length,
    sessions: sessions.filter((one) => isOlder(one.mac, sessionMacs(config, one))).length,
    // Their digests do not show which key they need, so all are counted.
    'links that lift a block, of the last 24 hours': await countRows(
      store.db
        .selectFrom('address_limit')
        .where('link_digest', 'is not', null)
        .where('link_mailed_at', '>', at - DAY),
    ),
  };
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  if (some.length === 0) return null;
  const list = some.map(([name, count]) => `${name}: ${count}`).join(', ');
  return `SECRET: without its older keys, these would end: ${list}`;
}
