import { expect, test } from 'vitest';
import { machineGraph } from '#lib/statechart/graph/graph.ts';
import { applicationMachine } from '#machines/application.machine.ts';
import { catalogue } from '#machines/catalogue.ts';
import { refusalGrounds } from '#machines/refusal-grounds.ts';
import type { Traced } from '#machines/requirements.ts';
import clauses from '../specification.json' with { type: 'json' };

const requirementsOf = ({ meta }: { meta: unknown }) => (meta as Traced | null)?.requirements ?? [];

test('every machine names a requirement, and every clause of the specification exists', () => {
  for (const [name, { machine }] of Object.entries(catalogue)) {
    const { states, transitions } = machineGraph(machine);
    const named = [...states, ...transitions].flatMap(requirementsOf);
    expect(named, name).not.toEqual([]);
    expect(named.filter((id) => !id.startsWith('Art.') && !(id in clauses))).toEqual([]);
  }
});

test('a refusal names the provisions of all grounds', () => {
  const refusals = machineGraph(applicationMachine).transitions.filter(
    ({ event }) => event === 'application.refuse',
  );
  expect(refusals).toHaveLength(7);
  const provisions = Object.values(refusalGrounds).flatMap((ground) =>
    ground.provisions.map(({ article, paragraph }) => `Art. ${article}(${paragraph})`),
  );
  for (const refusal of refusals)
    expect([...requirementsOf(refusal)].sort()).toEqual([...new Set(provisions)].sort());
});
