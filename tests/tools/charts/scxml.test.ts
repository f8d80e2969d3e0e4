import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { EventObject } from 'xstate';
import { concreteWalks } from '#lib/statechart/paths/concrete-walks.ts';
import { explore } from '#lib/statechart/paths/explore.ts';
import { plan } from '#lib/statechart/paths/plan.ts';
import { scenarios } from '#machines/scenarios.ts';
import { needsPython, PYTHON } from '#tests/needs.ts';
import { startScxml } from './scxml-engine.ts';

const script = join(import.meta.dirname, '../../../src/tools/charts.ts');

const qt = needsPython('PySide2.QtScxml', 'python3-pyside2.qtscxml');
const folder = mkdtempSync(join(tmpdir(), 'scxml-'));
afterAll(() => rmSync(folder, { recursive: true }));

// Written by the command line, because functions have their own source only there.
const args = [script, 'all', '--format', 'scxml', '--out', folder];
const { stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
/** The one machine that starts actors itself. */
const notWritten = 'upload-queue';
const names = Object.keys(scenarios).filter((name) => name !== notWritten);

/** What is seen of a machine at its start or after a step. */
interface Look {
  /** The innermost states, as ids in alphabetical order. */
  states: string[];
  effects: string[];
}

/** A walk as both engines take it, with what XState did. */
interface ScxmlWalk {
  document: string;
  steps: { name: string; data: object }[];
  names: string[];
  looks: Look[];
}

/** The walks of a machine's tour. Samples send everything everywhere: what is refused, too. */
function walksOf(name: string, criterion: 'transitions' | 'samples'): ScxmlWalk[] {
  const scenario = scenarios[name];
  if (!scenario) throw new Error(`${name} has no scenario`);
  const document = readFileSync(join(folder, `${name}.en.scxml`), 'utf8');
  const found = explore(scenario);
  const { walks, uncovered } = plan(found, { criterion });
  expect(uncovered).toEqual([]);
  return concreteWalks(found, walks).map(({ walk, start, macrostep, steps }) => ({
    document: withInput(document, found.starts[walk.start]?.input),
    steps: steps.map(({ sent }) => inScxml(sent.event)),
    names: ['the start', ...steps.map(({ sent }) => sent.name)],
    looks: [macrostep, ...steps.map((step) => step.macrostep)].map(({ snapshot, effects }, at) => ({
      states: leaves((at === 0 ? start.snapshot : snapshot).value),
      // The effects of a start are the initial transition's, which a document has none of.
      effects: at === 0 ? [] : effects.map((effect) => actionOf(effect.name)),
    })),
  }));
}

/** The document begun with another input. */
function withInput(document: string, input: unknown): string {
  const expression = JSON.stringify(input ?? {}).replaceAll('"', '&quot;');
  return document.replace(/(<data id="input" expr=")[^"]*/, (_, before) => before + expression);
}

/** An event by the name that SCXML has for it. */
function inScxml({ type, ...data }: EventObject): { name: string; data: object } {
  const after = /^xstate\.after\.([^.]+)/.exec(type);
  const name = after
    ? `after.${after[1]}`
    : type.replace(/^xstate\.(done|error)\.actor\./, '$1.invoke.');
  return { name, data };
}

/** What is sent to another actor stands in a document under the action's name. */
const actionOf = (effect: string) => (effect === 'send upload.changed' ? 'tellQueue' : effect);

/** The innermost states of a state value, as ids in alphabetical order: regions have none. */
function leaves(value: unknown, above = ''): string[] {
  if (typeof value === 'string') return [above + value];
  const inside = Object.entries(value as object).flatMap(([key, inner]) =>
    leaves(inner, `${above}${key}.`),
  );
  return inside.sort();
}

/** Both as text, a line a step, so that a difference names the step. */
function asText({ names }: ScxmlWalk, looks: readonly Look[]): string[] {
  return looks.map(({ states, effects }, at) =>
    at === 0
      ? `${names[at]}: ${states.join(' + ')}`
      : `${names[at]}: ${states.join(' + ')}; ${effects.join(', ')}`,
  );
}

describe.each(names)('%s goes the same way', (name) => {
  test.each(['transitions', 'samples'] as const)(
    'in SCION, on the tour of %s',
    async (criterion) => {
      for (const walk of walksOf(name, criterion)) {
        const run = await startScxml(walk.document);
        const looks: Look[] = [{ states: run.states(), effects: [] }];
        for (const step of walk.steps) {
          const effects = run.send(step);
          looks.push({ states: run.states(), effects });
        }
        expect(asText(walk, looks)).toEqual(asText(walk, walk.looks));
      }
    },
  );

  test.each(['transitions', 'samples'] as const)('in Qt, on the tour of %s', qt, (criterion) => {
    const walks = walksOf(name, criterion);
    const input = JSON.stringify(walks.map(({ document, steps }) => ({ document, steps })));
    const walked = spawnSync(PYTHON, [join(import.meta.dirname, 'qt_walks.py')], {
      input,
      encoding: 'utf8',
      maxBuffer: 1e8,
      // Words that a document logs are what is compared; Qt writes them to the console, too.
      env: { ...process.env, QT_LOGGING_RULES: 'scxml.statemachine=false' },
    });
    expect(walked.stderr).toBe('');
    const looks = JSON.parse(walked.stdout) as Look[][];
    walks.forEach((walk, index) => {
      expect(asText(walk, looks[index] ?? [])).toEqual(asText(walk, walk.looks));
    });
  });
});

test('a machine that starts actors itself is refused by name, and the others are written', () => {
  const refusal =
    'uploadQueue starts or ends actors in its first context, takeFiles, removeFile, startNext: SCXML has no words for that';
  expect(stderr).toContain(`not written: ${refusal}`);
  expect(readdirSync(folder).sort()).toEqual(names.map((name) => `${name}.en.scxml`).sort());
  const alone = spawnSync(process.execPath, [script, notWritten, '--format', 'scxml'], {
    encoding: 'utf8',
  });
  expect(alone).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(refusal) });
});

test('codes, lists and tags are data of the document', () => {
  const document = readFileSync(join(folder, 'application.en.scxml'), 'utf8');
  const [, data = ''] = /<data id="states" expr="([^"]*)"/.exec(document) ?? [];
  const states = JSON.parse(data.replaceAll('&quot;', '"'));
  expect(states['qualification.submitted']).toEqual({
    meta: { code: 0, list: 'qualificationReview' },
    tags: ['holdersTurn'],
  });
  expect(states['terminated.byHolder']).toMatchObject({ meta: { code: 11, list: 'termination' } });
});
