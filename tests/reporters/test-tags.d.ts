import type clauses from '../specification.json';
import 'vitest';

declare module 'vitest' {
  interface TestTags {
    clause: keyof typeof clauses;
  }
}
