import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bareEnvironment } from '#tests/compile-cache.ts';
import manifest from '../package.json' with { type: 'json' };
import { generousEnvironment, generousLimits, splitSettings } from './generous-limits.ts';

/** Options with which `npm start` runs the program. */
export const startOptions = manifest.scripts.start.split(' ').slice(1, -1);

/** Server in a separate process, as `npm start` runs it. */
export interface ServerProcess {
  url: string;
  pid: number;
  hasEnded(): boolean;
  /** Everything it has written so far, to either stream. */
  output(): string;
  /** Ends the process and waits; returns its exit code, null after a signal. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/**
 * Starts the server with only these environment variables and limits.
 * @param folder of the product
 * @throws with the server's output when it stops before it listens
 */
export async function startServer(
  env: Record<string, string>,
  folder = '.',
): Promise<ServerProcess> {
  const { environment, limits } = splitSettings(env);
  const allowed = { ...generousLimits, ...limits };
  const program = [join(import.meta.dirname, 'start-with-limits.ts'), JSON.stringify(allowed)];
  const server = spawn(process.execPath, [...startOptions, ...program], {
    cwd: folder,
    env: {
      ...bareEnvironment(),
      PORT: '0',
      ...generousEnvironment,
      ...environment,
    },
  });
  let output = '';
  let isEnding = false;
  // If the server exits during a test, its output explains the failure.
  server.once('exit', (code, signal) => {
    if (!isEnding)
      console.error(`The server stopped with ${code ?? signal}:\n${output.slice(-4000)}`);
  });
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk;
      const address = /portal: (http:\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    };
    server.stdout.on('data', listen);
    server.stderr.on('data', listen);
    server.once('exit', () => reject(new Error(`The server stopped:\n${output}`)));
  });
  const hasEnded = () => server.exitCode !== null || server.signalCode !== null;
  return {
    url,
    pid: server.pid as number,
    hasEnded,
    output: () => output,
    async end(signal) {
      isEnding = true;
      if (!hasEnded()) {
        server.kill(signal);
        await once(server, 'exit');
      }
      return server.exitCode;
    },
  };
}
