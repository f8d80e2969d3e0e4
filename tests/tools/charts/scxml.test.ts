import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { concreteWalks } from '#lib/statechart/paths/concrete-walks.ts';
import { explore } from '#lib/statechart/paths/explore.ts';
import { plan } from '#lib/statechart/paths/plan.ts';
import { Recorder } from '#lib/statechart/paths/recorder.ts';
import { scenarios } from '#machines/catalogue.ts';
import { startScxml } from './scxml-engine.ts';

const script = join(import.meta.dirname, '../../../src/tools/charts.ts');

const folder = mkdtempSync(join(tmpdir(), 'scxml-'));
afterAll(() => rmSync(folder, { recursive: true }));

// Written by the command line, because functions have their own source only there.
const args = [script, 'all', '--format', 'scxml', '--out', folder];
const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
if (status !== 0) throw new Error(stderr);

function exported(machine: string): string {
  return readFileSync(join(folder, `${machine}.en.scxml`), 'utf8');
}

/** The document begun with another input. */
function withInput(document: string, input: unknown): string {
  const expression = JSON.stringify(input ?? {}).replaceAll('"', '&quot;');
  return document.replace(/(<data id="input" expr=")[^"]*/, (_, before) => before + expression);
}

/** The innermost states of a state value, as ids in alphabetical order: regions have none. */
function leaves(value: unknown, above = ''): string[] {
  if (typeof value === 'string') return [above + value];
  const inside = Object.entries(value as object).flatMap(([key, inner]) =>
    leaves(inner, `${above}${key}.`),
  );
  return inside.sort();
}

// The machines whose life is decided by events alone: what invoked actors and timers do elsewhere
// reaches a document under SCXML's own names.
describe.each(['application', 'challenge', 'second-factor', 'report'])('%s in SCION', (name) => {
  const scenario = scenarios[name];
  if (!scenario) throw new Error(`${name} has no scenario`);
  const document = exported(name);
  const found = explore(scenario);
  const options = { plan: 'tour', seed: 1, limit: 20_000, switches: 1, length: 30 } as const;

  // Samples send everything everywhere, so that what must be refused is refused there too.
  test.each(['transitions', 'samples'] as const)(
    'the tour of %s goes the same way',
    async (criterion) => {
      const { walks, uncovered } = plan(found, { ...options, criterion });
      expect(uncovered).toEqual([]);
      const events = { taken: 0, refused: 0 };
      for (const { walk, steps, start } of concreteWalks(found, walks)) {
        const run = await startScxml(withInput(document, found.starts[walk.start]?.input));
        expect(run.states()).toEqual(leaves(start.snapshot.value));
        for (const { edge, sent, macrostep } of steps) {
          const effects = run.send(sent.event);
          expect({ after: edge.name, states: run.states() }).toEqual({
            after: edge.name,
            states: leaves(macrostep.snapshot.value),
          });
          expect(effects).toEqual(macrostep.effects.map((effect) => effect.name));
          events[macrostep.transitions.length ? 'taken' : 'refused'] += 1;
        }
      }
      expect(events.taken).toBeGreaterThan(5);
      if (criterion === 'samples') expect(events.refused).toBeGreaterThan(5);
    },
  );
});

test.each(Object.entries(scenarios))(
  '%s is a document that SCION takes and begins as XState does',
  async (name, scenario) => {
    const input = scenario.starts[0]?.input;
    const run = await startScxml(withInput(exported(name), input));
    const { snapshot } = new Recorder(scenario.machine, input).start(input);
    expect(run.states()).toEqual(leaves(snapshot.value));
  },
);
