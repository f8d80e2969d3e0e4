import { executorsFile, variable } from './executors.ts';
import { tagOf } from './gherkin.ts';
import type { FullReport } from './path-report.ts';

/**
 * The steps of a feature that `gherkin` wrote, for `@cucumber/cucumber`: each calls the executors of
 * the machine that the feature is tagged with.
 */
export function cucumberSteps(reports: readonly FullReport[]): string {
  const imports = reports.map(
    ({ machine }) => `import * as ${variable(machine)} from './${executorsFile(machine)}';`,
  );
  const machines = reports.map(
    ({ machine }) => `  ${JSON.stringify(`@${tagOf(machine)}`)}: ${variable(machine)},`,
  );
  return `import { Before, type DataTable, Given, Then, When } from '@cucumber/cucumber';
${imports.join('\n')}

type Executor = (...given: never[]) => Promise<unknown>;
type Executors = Record<'starts' | 'events' | 'states' | 'effects', Record<string, Executor>>;
interface Scenario {
  executors: Executors;
  system: unknown;
}

const machines: Record<string, Executors> = {
${machines.join('\n')}
};

Before(function (this: Scenario, { pickle }) {
  const found = pickle.tags.map(({ name }) => machines[name]).find((each) => each !== undefined);
  if (!found) throw new Error(\`\${pickle.name} has no machine's tag\`);
  this.executors = found;
});

/** The executor of a name; \`kind\` is said when there is none. */
function call(scenario: Scenario, kind: keyof Executors, name: string, ...given: unknown[]) {
  const executor = scenario.executors[kind][name];
  if (!executor) throw new Error(\`\${kind} have no executor «\${name}»\`);
  return executor(...(given as never[]));
}

/** A state as the feature names it, without its code. */
const withoutCode = (state: string) => state.replace(/ \\(-?\\d+\\)$/, '');

async function send(scenario: Scenario, at: string, payload: string, refused: boolean) {
  const event = JSON.parse(payload) as { type: string };
  const sent = { event, at: Date.parse(at), refused };
  await call(scenario, 'events', event.type, scenario.system, sent);
}

Given('the start {string}', async function (this: Scenario, name: string, input: string) {
  this.system = await call(this, 'starts', name, JSON.parse(input));
});

When(
  '{string} is sent at {string}',
  async function (this: Scenario, _name: string, at: string, payload: string) {
    await send(this, at, payload, false);
  },
);

Then('the state is {string}', async function (this: Scenario, state: string) {
  await call(this, 'states', withoutCode(state), this.system);
});

Then(
  'each of these is refused, and the state stays {string}',
  async function (this: Scenario, state: string, events: DataTable) {
    for (const { at = '', payload = '' } of events.hashes()) {
      await send(this, at, payload, true);
      await call(this, 'states', withoutCode(state), this.system);
    }
  },
);

Then('{string} is due', async function (this: Scenario, effect: string) {
  await call(this, 'effects', effect, this.system);
});
`;
}
