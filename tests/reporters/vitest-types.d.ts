import type { SkipReason } from '#tests/needs.ts';
import type clauses from '../specification.json';
import 'vitest';

declare module 'vitest' {
  interface TestTags {
    clause: keyof typeof clauses;
  }
  interface TaskMeta {
    /** Set by `needs()`. */
    skipped?: SkipReason;
  }
}
