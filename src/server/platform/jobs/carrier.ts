import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { certificates, childEnvironment } from '#server/platform/store/child-environment.ts';
import type { Config } from '#server/platform/store/config.ts';
import type { Schema } from '#server/platform/store/schema.ts';

type Mail = Schema['mail'];

/** Hands one mail to whoever delivers it; throws when they do not take it. */
export type Send = (mail: Mail) => Promise<void>;

/** Settings of the process that talks with the mail server: the first message to it. */
export interface CarrierSettings {
  url: string;
  from: string;
  connections: number;
  /** Folder in which it marks what was taken. */
  dataDir: string;
}

/** Longest that it outlives the portal, in ms: less than what is left of the leases of its mails. */
export const LONGEST_END = 5_000;

/** Longest that a try takes, in ms: longer than all the waits of a conversation together. */
const PATIENCE = 15 * 60_000;

/** A mail to be sent, and the number of this try. */
export interface Errand {
  number: number;
  mail: Mail;
}

/** Outcome of a try: the mail server has taken the mail, or else the reason. */
export interface ErrandDone {
  number: number;
  error: string | null;
}

/**
 * It strips no types of a release, and holds a small mail for each connection at a time: some 45 MB
 * beside what it shares with us.
 */
const options = [
  '-r',
  fileURLToPath(new URL('../../require-node.cjs', import.meta.url)),
  '--max-semi-space-size=1',
  '--heap-growing-percent=20',
  '--max-old-space-size=64',
];

/**
 * Sends by a process of its own, which ends by itself after this one, however this one ends: what a
 * mail server is about to take when the portal is killed is taken, and marked as taken. Started with
 * the first mail, and anew after it died, or stood still for `patience` ms and was killed.
 */
export function openCarrier(
  config: Config,
  url: string,
  patience = PATIENCE,
): { send: Send; close(): void } {
  const waiting = new Map<number, PromiseWithResolvers<void>>();
  let carrier: ChildProcess | null = null;
  let count = 0;

  function start(): ChildProcess {
    const started = fork(new URL('./carrier-process.ts', import.meta.url), {
      execArgv: options,
      // The address of the mail server comes as a message.
      env: childEnvironment(certificates),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    started.on('message', (message) => {
      const { number, error } = message as ErrandDone;
      if (error === null) waiting.get(number)?.resolve();
      else waiting.get(number)?.reject(new Error(error));
      waiting.delete(number);
    });
    const ended = () => {
      if (carrier !== started) return;
      carrier = null;
      for (const { reject } of waiting.values()) reject(new Error('The mail process has ended'));
      waiting.clear();
    };
    started.once('exit', ended).on('error', ended);
    started.send({
      url,
      from: config.MAIL_FROM,
      connections: config.SMTP_CONNECTIONS,
      dataDir: config.DATA_DIR,
    } satisfies CarrierSettings);
    return started;
  }

  return {
    send(mail) {
      carrier ??= start();
      const asked = carrier;
      count += 1;
      const outcome = Promise.withResolvers<void>();
      waiting.set(count, outcome);
      // That the line is broken is heard by its end.
      asked.send({ number: count, mail } satisfies Errand, () => {});
      const timer = setTimeout(() => asked.kill('SIGKILL'), patience).unref();
      return outcome.promise.finally(() => clearTimeout(timer));
    },
    close() {
      // What nobody waits for any more was given back, for another process to send.
      if (waiting.size > 0) carrier?.kill('SIGKILL');
      else if (carrier?.connected) carrier.disconnect();
    },
  };
}
