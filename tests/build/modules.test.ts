import { describe, expect, it } from 'vitest';
import { layeringOf } from '#build/modules/layering.ts';

const arrow = (from: string, to: string, isDynamic = false, imports = 1) => ({
  from,
  to,
  isDynamic,
  imports,
});

describe('modules', () => {
  it('have as many layers as the longest chain of imports', () => {
    const arrows = [arrow('c', 'b'), arrow('b', 'a'), arrow('c', 'a'), arrow('a', 'c', true)];
    expect(layeringOf(arrows)).toEqual({ levels: 3, back: [] });
  });

  it('report the arrow of a cycle with the fewest imports', () => {
    const [there, back] = [arrow('a', 'b', false, 2), arrow('b', 'a')];
    expect(layeringOf([back, there, arrow('b', 'c')])).toEqual({ levels: 3, back: [back] });
  });
});
