import { createInterface } from 'node:readline';
import { Recorder } from '#lib/statechart/paths/recorder.ts';
import { canonicalJson, stateText } from '#lib/statechart/paths/state-value.ts';
import {
  candidateEvents,
  startFrom,
  stepFrom,
  type TimedEvent,
  type TimedSnapshot,
} from '#lib/statechart/paths/timed-snapshot.ts';
import { parsed, UsageError } from '#tools/usage.ts';
import {
  explainErrors,
  type NamedMachine,
  namedMachines,
  runMachineTool,
  unexploredLines,
} from './machines/named-machines.ts';

const help = `Steps through one machine with a virtual clock. Actors and effects are not run.

  npm run simulate -- <machine>
  npm run simulate -- ./my.machine.ts [--scenario ./my.scenario.ts]
  printf 'coin of 50\\npush\\n' | npm run --silent simulate -- ./my.machine.ts

Each input line is the name or number of an event in the list shown, or an event as JSON:
{"type":"coin","cents":50}.

  --machine NAME   this machine of a file that exports several
  --start N        the scenario's N-th start (default: 1)
  --scenario FILE  module that exports scenarios of the file's machines

Exit status: 0; 1 a line named an event that is not offered; 2 invalid machine, option or value.
`;

await runMachineTool(help, async () => {
  const { values, positionals } = parsed({
    allowPositionals: true,
    options: {
      machine: { type: 'string' },
      scenario: { type: 'string' },
      start: { type: 'string' },
    },
  });
  const machines = await namedMachines(positionals, values.scenario, values.machine);
  const [machine, other] = machines;
  if (!machine || other)
    throw new UsageError(
      `only one machine can be simulated at a time: --machine ${machines.map(({ name }) => name).join(' or ')}`,
    );
  await simulate(machine, Number(values.start ?? '1') - 1);
});

async function simulate(named: NamedMachine, start: number): Promise<void> {
  const { name, scenario } = named;
  const chosenStart = scenario.starts[start];
  if (!chosenStart) throw new UsageError(`--start: ${name} has ${scenario.starts.length} starts`);
  const { recorder, started } = explainErrors(named, () => {
    const recorder = new Recorder(scenario.machine);
    return { recorder, started: startFrom(recorder, scenario, chosenStart.input).result };
  });
  let current = started;
  process.stderr.write(unexploredLines(named));
  process.stdout.write(`${chosenStart.name}\n`);
  let offered = showState(recorder, named, current);
  for await (const line of createInterface({ input: process.stdin })) {
    const text = line.trim();
    if (!text) continue;
    const sent = findEvent(text, offered, current);
    if (!sent) {
      process.stderr.write(`«${text}» is not offered\n`);
      process.exitCode = 1;
      continue;
    }
    const next = takeStep(recorder, current, sent);
    if (next) current = next;
    offered = showState(recorder, named, current);
  }
}

function takeStep(recorder: Recorder, from: TimedSnapshot, sent: TimedEvent): TimedSnapshot | null {
  try {
    const { macrostep, result } = stepFrom(recorder, from, sent);
    const effects = macrostep.effects.map(({ name }) => name).join(', ');
    const how = macrostep.transitions.join(', ') || 'not accepted';
    process.stdout.write(`> ${sent.name}: ${how}${effects && ` / ${effects}`}\n`);
    return result;
  } catch (error) {
    process.stdout.write(`> ${sent.name}: the machine throws: ${(error as Error).message}\n`);
    return null;
  }
}

function showState(
  recorder: Recorder,
  { scenario }: NamedMachine,
  current: TimedSnapshot,
): TimedEvent[] {
  const offered = candidateEvents(scenario, current).filter((sent) =>
    isAccepted(recorder, current, sent),
  );
  const context = canonicalJson(current.snapshot.context);
  process.stdout.write(
    [
      `${stateText(current.snapshot.value)}${current.snapshot.status === 'done' ? ' (done)' : ''}`,
      `  ${new Date(current.now).toISOString()} ${context}`,
      ...offered.map(({ name }, index) => `  ${index + 1} ${name}`),
      '',
    ].join('\n'),
  );
  return offered;
}

function isAccepted(recorder: Recorder, from: TimedSnapshot, sent: TimedEvent): boolean {
  try {
    return stepFrom(recorder, from, sent).macrostep.transitions.length > 0;
  } catch {
    // Offers the event anyway: selecting it shows the error.
    return true;
  }
}

function findEvent(text: string, offered: TimedEvent[], { now }: TimedSnapshot): TimedEvent | null {
  if (!text.startsWith('{'))
    return offered.find(({ name }) => name === text) ?? offered[Number(text) - 1] ?? null;
  try {
    const event = JSON.parse(text) as TimedEvent['event'];
    return typeof event.type === 'string' ? { name: text, event, kind: 'event', at: now } : null;
  } catch {
    return null;
  }
}
