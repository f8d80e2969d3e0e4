import { expect, test } from 'vitest';
import { needsPostgres } from '#tests/needs.ts';
import { rollOver } from '../upgrade/rolling.ts';

test(
  'processes are restarted one after the other, and no call fails',
  needsPostgres(),
  async () => {
    const release = { name: 'this release', folder: '.' };
    const figures = await rollOver({
      former: release,
      next: release,
      processes: 2,
      clients: 6,
      between: 6,
    });
    expect(figures.failed).toBe(0);
    expect(figures.applications).toBeGreaterThan(0);
    expect(figures.wentOnFrom).toEqual(['dataRequest.withheld', 'suspended']);
  },
);
