import { expect, test } from 'vitest';
import { cyclicArrows } from '#build/modules/layering.ts';

const arrow = (from: string, to: string, isDynamic = false) => ({ from, to, isDynamic });

test('arrows of a cycle are reported, unless a dynamic import closes it', () => {
  const chain = [arrow('c', 'b'), arrow('b', 'a'), arrow('c', 'a'), arrow('a', 'c', true)];
  expect(cyclicArrows(chain)).toEqual([]);
  const cycle = [arrow('a', 'b'), arrow('b', 'a')];
  expect(cyclicArrows([...cycle, arrow('b', 'c')])).toEqual(cycle);
});
