import { describe, expect, it } from 'vitest';
import { diagram, layeringOf } from '#build/modules/layering.ts';
import { moduleOf, readImports } from '#build/modules/read-imports.ts';

const arrow = (from: string, to: string, isDynamic = false, imports = 1) => ({
  from,
  to,
  isDynamic,
  imports,
});

describe('modules', () => {
  it('are determined by the folders of the files', () => {
    expect(moduleOf('machines/application.machine.ts')).toBe('machines');
    expect(moduleOf('src/lib/statechart/graph/graph.ts')).toBe('lib/statechart');
    expect(moduleOf('src/server/platform/http/route.ts')).toBe('server/platform');
    expect(moduleOf('src/server/build.ts')).toBe('server');
    expect(moduleOf('src/portal/apply/apply-page.tsx')).toBe('portal');
    expect(moduleOf('src/main.tsx')).toBe('pages');
  });

  it('have as many layers as the longest chain of imports', () => {
    const arrows = [arrow('c', 'b'), arrow('b', 'a'), arrow('c', 'a'), arrow('a', 'c', true)];
    expect(layeringOf(arrows)).toEqual({ levels: 3, back: [] });
  });

  it('report the arrow of a cycle with the fewest imports', () => {
    const [there, back] = [arrow('a', 'b', false, 2), arrow('b', 'a')];
    expect(layeringOf([back, there, arrow('b', 'c')])).toEqual({ levels: 3, back: [back] });
  });

  it('are drawn without transitive dependencies', () => {
    const drawn = diagram([
      arrow('c', 'b'),
      arrow('b', 'a'),
      arrow('c', 'a'),
      arrow('a', 'c', true),
    ]);
    expect(drawn).toContain('c --> b\n');
    expect(drawn).not.toContain('c --> a\n');
    expect(drawn).toContain('a -.-> c\n');
  });
});

describe('the imports of the source', () => {
  const imports = readImports();

  it('include package, relative, type and dynamic imports', () => {
    const of = (from: string) => imports.filter((each) => each.from === from);
    expect(of('src/build/dev.ts').map(({ to }) => to)).toContain('src/server/main.ts');
    expect(of('src/server/main.ts')).toContainEqual({
      from: 'src/server/main.ts',
      to: 'src/demo/demonstration.ts',
      isDynamic: true,
    });
    expect(of('src/contract/endpoints.ts').map(({ to }) => to)).toContain('src/contract/audit.ts');
  });
});
