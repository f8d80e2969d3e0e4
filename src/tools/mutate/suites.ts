import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { RunOutcome, RunRequest } from './suite-runner.ts';

/** The suites of Vitest in a folder, kept loaded in a process of their own. */
export interface Suites {
  names: readonly string[];
  /** Runs suites. `hung`: not within `timeout` ms; `gone`: their process ended. */
  run(request: RunRequest, timeout: number): Promise<RunOutcome | 'hung' | 'gone'>;
  /** Ends the process; the next run begins another, which has nothing of this one in memory. */
  end(): Promise<void>;
}

/**
 * Loads the suites of the tree at `root`, to run on so many processes at a time. `pageWait`: ms that
 * a page may take to show what a test waits for, when not as long as ever.
 */
export async function openSuites(
  root: string,
  workers: number,
  pageWait?: number,
): Promise<Suites> {
  const { runner: first, names } = await start(root, workers, pageWait);
  let runner: ChildProcess | null = first;
  async function end() {
    if (runner) await stop(runner);
    runner = null;
  }
  return {
    names,
    async run(request, timeout) {
      runner ??= (await start(root, workers, pageWait)).runner;
      const answer = await answerOf(runner, request, timeout);
      if (typeof answer === 'string') await end();
      return answer;
    },
    end,
  };
}

async function answerOf(runner: ChildProcess, request: RunRequest, timeout: number) {
  const ended = new AbortController();
  const answered = once(runner, 'message', { signal: ended.signal });
  const gone = once(runner, 'exit', { signal: ended.signal }).then(() => 'gone' as const);
  const late = new Promise<'hung'>((resolve) => {
    const timer = setTimeout(resolve, timeout, 'hung');
    ended.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  runner.send(request);
  const answer = await Promise.race([answered, gone, late]);
  ended.abort();
  await Promise.allSettled([answered, gone]);
  return typeof answer === 'string' ? answer : (answer[0] as RunOutcome);
}

async function start(root: string, workers: number, pageWait?: number) {
  const script = path.join(import.meta.dirname, 'suite-runner.ts');
  // A group of its own, so that what a suite started goes with it.
  const runner = fork(script, {
    cwd: root,
    env: {
      ...process.env,
      VITEST_MAX_WORKERS: String(workers),
      ...(pageWait !== undefined && { PAGE_WAIT_MS: String(pageWait) }),
    },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // Before the folder goes in which it writes.
  const end = () => kill(runner);
  process.prependOnceListener('exit', end);
  runner.once('exit', () => process.removeListener('exit', end));
  let complaint = '';
  runner.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk).slice(-4000);
  });
  const failed = once(runner, 'exit').then(() => {
    throw new Error(`Vitest did not start:\n${complaint}`);
  });
  failed.catch(() => {});
  const [names] = (await Promise.race([once(runner, 'message'), failed])) as [string[]];
  return { runner, names };
}

async function stop(runner: ChildProcess): Promise<void> {
  const gone = once(runner, 'exit');
  if (kill(runner)) await gone;
}

function kill({ pid, exitCode, signalCode }: ChildProcess): boolean {
  if (exitCode !== null || signalCode !== null || !pid) return false;
  process.kill(-pid, 'SIGKILL');
  return true;
}
