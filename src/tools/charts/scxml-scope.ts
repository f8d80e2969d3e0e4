import type { MachineName } from '#charts/words/chart-words.ts';
import {
  CODE_LIFETIME,
  LOCK_DURATION,
  MAX_ATTEMPTS,
  MAX_WRONG_TRIES,
  RESEND_INTERVAL,
} from '#machines/limits.ts';
import { problemOf } from '#machines/login.machine.ts';
import { isLawfulGround, refusalGrounds } from '#machines/refusal-grounds.ts';

/** Values that guards and assignments reach outside themselves, by the names they use. */
export const scxmlScope: Partial<Record<MachineName, Record<string, unknown>>> = {
  application: { refusalGrounds, isLawfulGround },
  challenge: { CODE_LIFETIME, LOCK_DURATION, MAX_WRONG_TRIES, RESEND_INTERVAL },
  'second-factor': { LOCK_DURATION, MAX_WRONG_TRIES },
  report: { MAX_ATTEMPTS },
  login: { problemOf, RESEND_INTERVAL },
};
