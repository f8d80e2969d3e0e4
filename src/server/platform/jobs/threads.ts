import { once } from 'node:events';
import type { Transferable, Worker, WorkerOptions } from 'node:worker_threads';
import { startThread } from '#server/platform/http/log.ts';

const IDLE_TIMEOUT_MS = 30_000;

/**
 * Runs jobs in worker threads, so that the event loop is not blocked. The program replies to each
 * job with one message, and ends with an unexpected error. Idle threads are reused: starting one
 * takes three times as long as a small report.
 */
export class Threads<Job, Result> {
  readonly #program: URL;
  readonly #options: WorkerOptions;
  readonly #isReusable: (result: Result) => boolean;
  readonly #idle = new Map<Worker, NodeJS.Timeout>();

  constructor(
    program: URL,
    options: WorkerOptions,
    isReusable: (result: Result) => boolean = () => true,
  ) {
    this.#program = program;
    this.#options = options;
    this.#isReusable = isReusable;
  }

  /** @param signal terminates the thread and rejects with the signal's reason */
  async run(
    job: Job,
    signal?: AbortSignal,
    transferred: readonly Transferable[] = [],
  ): Promise<Result> {
    signal?.throwIfAborted();
    const worker = this.#take();
    const settled = new AbortController();
    const until = { signal: AbortSignal.any([settled.signal, ...(signal ? [signal] : [])]) };
    let isReusable = false;
    try {
      worker.postMessage(job, transferred);
      const exit = once(worker, 'exit', until).then(([code]) => {
        throw new Error(`A worker thread exited with code ${code} before it returned a result`);
      });
      const [result] = await Promise.race([once(worker, 'message', until), exit]);
      isReusable = this.#isReusable(result);
      return result;
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      settled.abort();
      if (isReusable) this.#rest(worker);
      else void worker.terminate();
    }
  }

  #take(): Worker {
    const [rested] = this.#idle.keys();
    const worker = rested ?? startThread(this.#program, this.#options);
    const forget = () => this.#forget(worker);
    if (rested) forget();
    else worker.on('error', forget).on('exit', forget);
    worker.ref();
    return worker;
  }

  #rest(worker: Worker): void {
    worker.unref();
    const end = () => {
      this.#forget(worker);
      void worker.terminate();
    };
    this.#idle.set(worker, setTimeout(end, IDLE_TIMEOUT_MS).unref());
  }

  #forget(worker: Worker): void {
    clearTimeout(this.#idle.get(worker));
    this.#idle.delete(worker);
  }
}
