import { type ChildProcess, fork } from 'node:child_process';
import { createReadStream, type ReadStream, realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { WorkQueue } from '#server/platform/http/work-queue.ts';
import { type Findings, kindOf, UNREADABLE } from './findings.ts';
import type { Answer } from './worker.ts';

const FILE_TIMEOUT_MS = 20_000;
/**
 * Memory limit of the process in MiB, and CPU time limit per file in ms, which is independent of
 * other load. The largest scans, documents and archives take 220 MiB and 1.3 s.
 */
export const inspectionLimits = { megabytes: 400, work: 5_000 } as const;

const productFolder = resolve(import.meta.dirname, '../../../..');

const CHUNK = 1024 * 1024;

export interface FileHeader {
  number: number;
  name: string;
  size: number;
}

/**
 * Options of the process. A file that exploits a parser can only read sources and packages of the
 * portal; it cannot write, start programs or load addons. Node's permission model does not restrict
 * the network.
 */
const options = [
  '--permission',
  '--allow-worker',
  ...readableFolders().map((path) => `--allow-fs-read=${path}`),
  // A release contains JavaScript only; the TypeScript stripper takes 15 MB per thread.
  '-r',
  join(productFolder, 'src/server/require-node.cjs'),
  '--max-semi-space-size=8',
];

/** Readable paths, without the product's root folder, which contains `DATA_DIR` by default. */
function readableFolders(): string[] {
  const packages = join(productFolder, 'node_modules');
  const folders = new Set([packages, realpathSync(packages)]);
  for (const name of ['machines', 'src']) folders.add(join(productFolder, name));
  return [join(productFolder, 'package.json'), ...[...folders].map((path) => path + sep)];
}

/** The process receives the next files while it inspects the first one. */
const files = new WorkQueue(3);
/** A file whose process ended before it answered is inspected again in a new process. */
const secondAttempts = new WorkQueue(1);
let shared: Inspector | null = null;

/**
 * Inspects a file in a separate process, one file at a time, because a crafted file may hang or
 * exhaust memory.
 * @param name file name whose extension matches the content
 */
export async function inspectFile(path: string, name: string): Promise<Findings> {
  if (kindOf(name) === undefined) return { rejected: null, marks: [] };
  return files.run(async () => {
    shared ??= new Inspector();
    return (
      (await shared.inspect(path, name)) ??
      (await secondAttempts.run(() => inspectAlone(path, name))) ??
      UNREADABLE
    );
  });
}

async function inspectAlone(path: string, name: string): Promise<Findings | null> {
  const inspector = new Inspector();
  const findings = await inspector.inspect(path, name);
  inspector.end();
  return findings;
}

type Resolve = (findings: Findings | null) => void;

/** A process that inspects files in the order in which they are sent. */
class Inspector {
  readonly #process = startInspector();
  /** Files without an answer, by number. The process inspects the first one. */
  readonly #waiting = new Map<number, Resolve>();
  #sent: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #count = 0;

  constructor() {
    const end = () => this.end();
    this.#process.once('error', end).once('exit', end);
    this.#process.on('message', (answer) => this.#answered(answer as Answer));
  }

  /** Returns null if the process ends before it answers. */
  inspect(path: string, name: string): Promise<Findings | null> {
    const file = readAhead(path);
    this.#count++;
    const number = this.#count;
    if (this.#waiting.size === 0) this.#start();
    const { promise, resolve } = Promise.withResolvers<Findings | null>();
    this.#waiting.set(number, resolve);
    const send = () => sendFile(this.#process, { number, name, file });
    this.#sent = this.#sent.then(send).catch(() => this.end());
    return promise;
  }

  end(): void {
    this.#stop();
    if (shared === this) shared = null;
    this.#process.kill('SIGKILL');
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
  }

  #answered({ number, findings, isSpent }: Answer): void {
    this.#resolve(number, findings);
    if (isSpent) this.end();
    else if (this.#waiting.size === 0) this.#stop();
    else this.#timer?.refresh();
  }

  #resolve(number: number, findings: Findings): void {
    this.#waiting.get(number)?.(findings);
    this.#waiting.delete(number);
  }

  /** Keeps the portal alive until the last answer. */
  #start(): void {
    this.#process.ref();
    this.#process.channel?.ref();
    this.#timer = setTimeout(() => {
      const [first = 0] = this.#waiting.keys();
      this.#resolve(first, UNREADABLE);
      this.end();
    }, FILE_TIMEOUT_MS);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#process.unref();
    this.#process.channel?.unref();
  }
}

interface OpenFile {
  size: Promise<number>;
  content: ReadStream;
}

export function readAhead(path: string): OpenFile {
  const size = stat(path).then((facts) => facts.size);
  size.catch(() => {});
  const content = createReadStream(path, { highWaterMark: CHUNK }).on('error', () => {});
  content.read(0);
  return { size, content };
}

/**
 * Writes a file to the standard input of the process, which cannot open files. Messages of the IPC
 * channel take seven times as long for 20 MB.
 */
export async function sendFile(
  inspector: ChildProcess,
  { number, name, file: { size, content } }: { number: number; name: string; file: OpenFile },
): Promise<void> {
  const input = inspector.stdin as Writable;
  const write = promisify<Uint8Array | string, void>((part, done) => input.write(part, done));
  try {
    await write(`${JSON.stringify({ number, name, size: await size } satisfies FileHeader)}\n`);
    for await (const chunk of content) await write(chunk);
  } finally {
    content.destroy();
  }
}

export type Limits = Record<keyof typeof inspectionLimits, number>;

export function startInspector({ megabytes, work }: Limits = inspectionLimits): ChildProcess {
  const program = new URL('./inspector-process.ts', import.meta.url);
  const inspector = fork(program, [String(megabytes), String(work)], {
    execArgv: options,
    env: {},
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  // Avoids unhandled error events of an idle process.
  inspector.stdin?.on('error', () => {});
  return inspector.on('error', () => {});
}
