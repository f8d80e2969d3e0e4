import { type ChildProcess, fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { WorkQueue } from '#server/platform/http/work-queue.ts';
import { PARTIAL } from '#server/platform/storage/local-files.ts';
import { type Findings, kindOf, UNREADABLE } from './findings.ts';
import type { Answer, Inspection } from './worker.ts';

const FILE_TIMEOUT_MS = 20_000;
/**
 * Memory limit of the process in MiB, and CPU time limit per file in ms, which is independent of
 * other load. The largest scans, documents and archives take 220 MiB and 1.3 s.
 */
export const inspectionLimits = { megabytes: 400, work: 5_000 } as const;

const productFolder = resolve(import.meta.dirname, '../../../..');

/**
 * Options of the process. A file that exploits a parser can only read uploads that are being
 * received, whose names it cannot list, and sources and packages of the portal; it cannot write,
 * start programs or load addons. Node's permission model does not restrict the network.
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

const queue = new WorkQueue(1);
/** The process that inspected the last file, and the folder with the drafts that it may read. */
let idle: { inspector: ChildProcess; folder: string } | null = null;

/**
 * Inspects a file in a separate process, one file at a time, because a crafted file may hang or
 * exhaust memory.
 * @param path of a draft: its name begins with `PARTIAL`
 * @param name file name whose extension matches the content
 */
export async function inspectFile(path: string, name: string): Promise<Findings> {
  if (kindOf(name) === undefined) return { rejected: null, marks: [] };
  return queue.run(async () => {
    const file = { path: resolve(path), name };
    const folder = dirname(file.path);
    if (idle && idle.folder !== folder) {
      idle.inspector.kill('SIGKILL');
      idle = null;
    }
    const reused = idle?.inspector;
    const found = await inspectIn(file, reused ?? startInspector(folder));
    if (found || !reused) return found ?? UNREADABLE;
    // The idle process may have exited before it received the file.
    return (await inspectIn(file, startInspector(folder))) ?? UNREADABLE;
  });
}

function inspectIn(file: Inspection, inspector: ChildProcess): Promise<Findings | null> {
  idle = null;
  // Keeps the portal alive only until the result arrives.
  inspector.ref();
  inspector.channel?.ref();
  return new Promise((resolve) => {
    const end = (findings: Findings | null, isUsable: boolean) => {
      clearTimeout(timer);
      inspector.off('message', onMessage).off('error', onExit).off('exit', onExit);
      inspector.unref();
      inspector.channel?.unref();
      if (isUsable) idle = { inspector, folder: dirname(file.path) };
      else inspector.kill('SIGKILL');
      resolve(findings);
    };
    const onMessage = (message: unknown) => {
      const { findings, isSpent } = message as Answer;
      end(findings, !isSpent);
    };
    const onExit = () => end(null, false);
    const timer = setTimeout(() => end(UNREADABLE, false), FILE_TIMEOUT_MS);
    inspector.once('message', onMessage).once('error', onExit).once('exit', onExit);
    inspector.send(file, (error) => error && onExit());
  });
}

export type Limits = Record<keyof typeof inspectionLimits, number>;

/** @param folder with the drafts */
export function startInspector(
  folder: string,
  { megabytes, work }: Limits = inspectionLimits,
): ChildProcess {
  const program = new URL('./inspector-process.ts', import.meta.url);
  const inspector = fork(program, [String(megabytes), String(work)], {
    execArgv: [...options, `--allow-fs-read=${join(folder, PARTIAL)}*`],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Avoids unhandled error events of an idle process.
  return inspector.on('error', () => {});
}
