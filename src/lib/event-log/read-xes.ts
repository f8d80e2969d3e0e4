import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import {
  type Attribute,
  type AttributeType,
  attributeTypes,
  EventLogError,
  type LoggedCase,
} from './event-log.ts';

/** Most characters of one case: a file without an end of it does not fill the memory. */
const MOST_OF_A_CASE = 64 * 1024 * 1024;

/**
 * Reads a log in XES as it comes, case by case. Attributes of the log, of lists and inside other
 * attributes are left out.
 * @throws {EventLogError} that names the line of what is no XES
 */
export async function* readXes(text: AsyncIterable<string>): AsyncGenerator<LoggedCase> {
  const reader = new XesReader();
  for await (const chunk of text) yield* reader.read(chunk);
  yield* reader.end();
}

class XesReader {
  readonly #parser = new SaxesParser({ xmlns: true });
  #open: string[] = [];
  #case: { attributes: Attribute[]; events: Attribute[][] } | null = null;
  #event: Attribute[] | null = null;
  #done: LoggedCase[] = [];
  #since = 0;

  constructor() {
    this.#parser.on('opentag', (tag) => this.#begin(tag));
    this.#parser.on('closetag', ({ local }) => this.#finish(local));
    this.#parser.on('error', ({ message }) => {
      const what = message.replace(/^\d+:\d+: /, '');
      const { line } = this.#parser;
      throw new EventLogError(`no XES: line ${line}: ${what}`, { problem: 'xes', line, what });
    });
  }

  read(chunk: string): LoggedCase[] {
    this.#since += chunk.length;
    this.#parser.write(chunk);
    if (this.#done.length > 0) this.#since = 0;
    else if (this.#since > MOST_OF_A_CASE) this.#fail('a trace has no end');
    return this.#taken();
  }

  end(): LoggedCase[] {
    this.#parser.close();
    return this.#taken();
  }

  #taken(): LoggedCase[] {
    const done = this.#done;
    this.#done = [];
    return done;
  }

  #begin({ local, attributes }: SaxesTagNS): void {
    const [parent] = this.#open;
    if (!parent && local !== 'log') this.#fail(`<${local}> stands where <log> is to`);
    if (local === 'trace' && parent === 'log') this.#case = { attributes: [], events: [] };
    else if (local === 'event' && parent === 'trace') this.#event = [];
    else if (isType(local) && (parent === 'trace' || parent === 'event'))
      (this.#event ?? this.#case?.attributes)?.push(this.#attribute(local, attributes));
    this.#open.unshift(local);
  }

  #finish(local: string): void {
    this.#open.shift();
    const [parent] = this.#open;
    if (local === 'event' && parent === 'trace' && this.#event) {
      this.#case?.events.push(this.#event);
      this.#event = null;
    }
    if (local === 'trace' && parent === 'log' && this.#case) {
      this.#done.push(this.#case);
      this.#case = null;
    }
  }

  #attribute(type: AttributeType, given: Record<string, SaxesAttributeNS>): Attribute {
    const [key, value] = [given.key?.value, given.value?.value];
    if (key === undefined || value === undefined)
      return this.#fail(`<${type}> needs a key and a value`);
    return { type, key, value };
  }

  #fail(problem: string): never {
    const { line } = this.#parser;
    const of = { problem: 'xes', line, what: problem } as const;
    throw new EventLogError(`no XES: line ${line}: ${problem}`, of);
  }
}

const isType = (name: string): name is AttributeType =>
  attributeTypes.some((type) => type === name);
