import type { AnyStateMachine } from 'xstate';
import { declaredTransitions, nodesBelow } from '../graph/graph.ts';

/** Values with which guards and actions compare a field, by the path to the field. */
type Fields = Map<string, unknown[]>;

const PLACEHOLDER = 'fill in';

/**
 * Writes a scenario for a tester to complete. It has the machine's events and results of actors,
 * with the fields that guards and actions read, and the values that they compare the fields with.
 * @param reference expression for the machine in the written module
 */
export function scenarioStub(machine: AnyStateMachine, reference: string): string {
  const events = new Map<string, Fields>();
  const outcomes = new Map<string, Map<string, Fields>>();
  for (const { event, kind, definition } of [...nodesBelow(machine.root)].flatMap(
    declaredTransitions,
  )) {
    const sources = [definition.guard, definition.actions, definition.target?.map((t) => t.entry)];
    const texts = [...functionTexts(machine, sources)];
    if (kind === 'event') {
      const type = event.replace(/\*$/, 'anyOther');
      events.set(type, readFields(texts, 'event', events.get(type)));
    }
    if (kind !== 'done' && kind !== 'error') continue;
    const actor = event.replace(/^xstate\.(done|error)\.actor\./, '');
    const known = outcomes.get(actor) ?? new Map<string, Fields>();
    known.set(kind, readFields(texts, 'event.output', known.get(kind)));
    outcomes.set(actor, known);
  }
  const inputs = readFields([...functionTexts(machine, machine.config.context)], 'input');
  const [input] = inputs.size > 0 ? variants(inputs) : [];
  const samples = [...events].flatMap(([type, fields]) =>
    variants(fields).map(({ value, difference }) => ({
      name: [type, ...difference].join(', '),
      event: { type, ...(value as object) },
    })),
  );
  const lines = [...outcomes].map(([actor, kinds]) => {
    const results = [...kinds].flatMap(([kind, fields]) =>
      kind === 'error'
        ? ["{ name: 'fails', error: new Error('failed') }"]
        : variants(fields).map(({ value, difference }) => {
            const name = ['is done', ...difference].join(', ');
            return literal({ name, output: value });
          }),
    );
    return `    ${key(actor)}: [\n${results.map((each) => `      ${each},\n`).join('')}    ],\n`;
  });
  return `{
  machine: ${reference},
  starts: [{ name: 'the start', input: ${literal(input?.value)} }],
  epoch: Date.UTC(2026, 0, 1),
  samples: () => [
${samples.map((sample) => `    ${literal(sample)},\n`).join('')}  ],
${lines.length ? `  outcomes: {\n${lines.join('')}  },\n` : ''}  abstract: ({ context }: { context: unknown }) => context,
}`;
}

function* functionTexts(
  { implementations }: AnyStateMachine,
  ...values: unknown[]
): Generator<string> {
  const seen = new Set<unknown>();
  for (let value = values.pop(); values.length > 0 || value !== undefined; value = values.pop()) {
    if (seen.has(value)) continue;
    seen.add(value);
    if (typeof value === 'string')
      values.push(implementations.guards[value], implementations.actions[value]);
    if (typeof value === 'function' && !('check' in value || 'resolve' in value))
      yield value.toString();
    if (typeof value === 'function' || (typeof value === 'object' && value !== null))
      values.push(...Object.values(value));
  }
}

const NAME = '[A-Za-z_$][\\w$]*';
const LITERAL = `'[^']*'|"[^"]*"|-?\\d+(?:\\.\\d+)?|true|false`;

function readFields(texts: readonly string[], object: string, known: Fields = new Map()): Fields {
  const name = object.replace('.', '\\??\\.');
  const used = new RegExp(
    `\\b${name}((?:\\??\\.${NAME})+)(\\()?\\s*(?:[=!]==?|[<>]=?)?\\s*(${LITERAL})?`,
    'g',
  );
  const taken = new RegExp(
    `\\b${name}:\\s*\\{([^}]*)\\}|\\{([^{}]*)\\}\\s*=\\s*(?:${NAME}\\.)?${name}\\b`,
    'g',
  );
  const add = (path: string[], value?: unknown) => {
    const field = path.join('.');
    if (path[0] === undefined || path[0] === 'type' || path[0] === 'output') return;
    const values = known.get(field) ?? [];
    if (value !== undefined && !values.includes(value)) values.push(value);
    known.set(field, values);
  };
  for (const text of texts) {
    for (const [, dotted = '', isCall, compared] of text.matchAll(used)) {
      const path = dotted.replaceAll('?', '').split('.').slice(1);
      if (isCall || path.at(-1) === 'length') path.pop();
      add(path, compared && JSON.parse(compared.replaceAll("'", '"')));
    }
    for (const [, inner, outer] of text.matchAll(taken))
      for (const part of (inner ?? outer ?? '').split(',')) {
        const field = new RegExp(`^\\s*(${NAME})`).exec(part)?.[1];
        if (field) add([field]);
      }
  }
  return known;
}

function variants(fields: Fields): { value: unknown; difference: string[] }[] {
  const values = [...fields]
    .filter(([path]) => ![...fields.keys()].some((other) => other.startsWith(`${path}.`)))
    .map(([path, compared]) => ({ path, all: boundaryValues(compared) }));
  const first = values.map(({ path, all }) => ({ path, value: all[0] }));
  const others = values.flatMap(({ path, all }, index) =>
    all.slice(1).map((value) => ({
      value: objectOf(first.with(index, { path, value })),
      difference: [`${path} ${String(value)}`],
    })),
  );
  return [{ value: objectOf(first), difference: [] }, ...others];
}

function boundaryValues(compared: readonly unknown[]): unknown[] {
  if (compared.length === 0) return [PLACEHOLDER];
  const around = compared.flatMap((value) => {
    if (typeof value === 'number') return [value, value - 1, value + 1];
    return typeof value === 'boolean' ? [value, !value] : [value, PLACEHOLDER];
  });
  return [...new Set(around)];
}

function objectOf(fields: readonly { path: string; value: unknown }[]): object {
  const object: Record<string, unknown> = {};
  for (const { path, value } of fields) {
    const keys = path.split('.');
    const last = keys.pop() as string;
    let at = object;
    for (const part of keys) {
      at[part] ??= {};
      at = at[part] as Record<string, unknown>;
    }
    at[last] = value;
  }
  return object;
}

const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : text(name));
const text = (value: string) =>
  `'${JSON.stringify(value).slice(1, -1).replaceAll("'", "\\'").replaceAll('\\"', '"')}'`;

function literal(value: unknown): string {
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = Object.entries(value).map(([name, inner]) => `${key(name)}: ${literal(inner)}`);
  return fields.length ? `{ ${fields.join(', ')} }` : '{}';
}
