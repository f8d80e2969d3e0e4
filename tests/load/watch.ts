import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { memoryOf } from '../bench/measure.ts';
import type { ServerProcess } from '../server-process.ts';

const EVERY = 500;
/** ms per tick of processor time (proc_pid_stat(5)). */
const TICK = 10;

/** Memory in MB, and event loop delay in ms of a process under load. */
export interface Watched {
  /** Maximum memory. */
  memory: number;
  /** Worst delay and worst p99 of all half seconds. */
  delay: Record<'max' | 'p99', number>;
  /** ms of processor time: of the main thread, and of all threads. */
  processor: Record<'calls' | 'all', number>;
}

/** Watches a process; `metricsToken` is its METRICS_TOKEN. Memory is known on Linux only. */
export function watch({ url, pid }: ServerProcess, metricsToken: string) {
  const delay = { max: 0, p99: 0 };
  const ending = new AbortController();
  const begin = processorOf(pid);
  const watching = (async () => {
    while (!ending.signal.aborted) {
      const headers = { authorization: `Bearer ${metricsToken}` };
      const text = await (await fetch(`${url}/metrics`, { headers })).text();
      const figure = (name: string) =>
        Number(new RegExp(`^${name}(?:{.*})? (\\S+)$`, 'm').exec(text)?.[1]);
      for (const name of ['max', 'p99'] as const)
        delay[name] = Math.max(delay[name], figure(`nodejs_eventloop_lag_${name}_seconds`) * 1000);
      await pause(EVERY);
    }
  })();
  // The server may be gone already; its last output is read before.
  watching.catch(() => {});
  return {
    async end(): Promise<Watched> {
      ending.abort();
      await watching;
      const [before, after] = await Promise.all([begin, processorOf(pid)]);
      const processor = { calls: after.calls - before.calls, all: after.all - before.all };
      return { memory: memoryOf(pid, 'VmHWM'), delay, processor };
    },
  };
}

async function processorOf(pid: number): Promise<Watched['processor']> {
  const spent = async (stat: string) => {
    const text = await readFile(stat, 'utf8').catch(() => '');
    const fields = text.slice(text.lastIndexOf(') ') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK;
  };
  const [calls, all] = await Promise.all([
    spent(`/proc/${pid}/task/${pid}/stat`),
    spent(`/proc/${pid}/stat`),
  ]);
  return { calls, all };
}
