import { verifyChains } from '#server/desk/audit/verify.ts';
import type { Services } from '#server/platform/database/services.ts';
import { lockOperatorRow, operatorRow, setOperatorRow } from './operator-row.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** While it verifies, a process says so this often; an hour of silence means that it is gone. */
const RENEWAL = 10 * MINUTE;
/** More verifications in a row that were begun and not ended need an operator. */
const MOST_TRIES = 3;

/** Outcome of the verifications of the chains. */
export interface ChainsVerified {
  /** Places at which the chains were found broken. */
  broken: number;
  /** Tells that several verifications in a row were begun and not ended. */
  isUnfinished: boolean;
}

/**
 * Verifies the chains once a day, in one process of all. One that does not come to its end, since it
 * fails or its process is killed, is begun again after an hour, then two, four, up to a day: a
 * verification that ends its process does not do so at each start.
 */
export async function verifyDaily(
  services: Services,
  verify: typeof verifyChains = verifyChains,
): Promise<ChainsVerified> {
  const { db } = services.store;
  const begun = await begin(services);
  if (begun !== null) {
    const renew = () => setOperatorRow(db, { verify_seen_at: services.now() });
    const renewal = setInterval(() => void renew().catch(() => {}), RENEWAL).unref();
    try {
      const { broken } = await verify(services);
      await setOperatorRow(db, { verified_at: begun, verify_tries: 0, broken: broken.length });
    } finally {
      clearInterval(renewal);
    }
  }
  const { broken, verify_tries } = await operatorRow(db);
  return { broken, isUnfinished: verify_tries > MOST_TRIES };
}

/** Takes the day's verification; answers when it was begun, null where it is not due or another's. */
function begin(services: Services): Promise<number | null> {
  const { store, now } = services;
  return store.transact(async (trx) => {
    const { verified_at, verify_seen_at, verify_tries } = await lockOperatorRow({ services, trx });
    const at = now();
    const silence = verify_tries === 0 ? 0 : Math.min(DAY, HOUR * 2 ** (verify_tries - 1));
    if (at < verified_at + DAY || at < verify_seen_at + silence) return null;
    await setOperatorRow(trx, { verify_seen_at: at, verify_tries: verify_tries + 1 });
    return at;
  });
}
