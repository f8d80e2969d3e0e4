import { execFile } from 'node:child_process';
import { bareEnvironment } from '#tests/compile-cache.ts';
import { runPortal } from '#tools/portal.ts';
import type { Portal } from './fixture.ts';

export interface Done {
  status: number;
  stdout: string;
  stderr: string;
}

type Tool = 'audit' | 'event-log' | 'staff' | 'verify';

/** Runs `portal <words>` in this process and captures its output. */
export async function portalHere(words: readonly string[], env: NodeJS.ProcessEnv): Promise<Done> {
  const output = { stdout: '', stderr: '' };
  const status = await runPortal(words, env, {
    stdout: { write: (text) => (output.stdout += text) },
    stderr: { write: (text) => (output.stderr += text) },
  });
  return { status, ...output };
}

/** Runs a tool in the environment of a portal, in this process. */
export const runHere = (portal: Portal, tool: Tool, args: readonly string[] = []): Promise<Done> =>
  portalHere([tool, ...args], settingsOf(portal));

/** Runs `portal <tool>` on the database and folder of a portal, while that one runs. */
export function runTool(
  portal: Portal,
  tool: Tool | 'backup',
  args: readonly string[] = [],
): Promise<Done> {
  const env = { ...bareEnvironment(), ...keysOfBucket(), ...settingsOf(portal) };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['src/tools/portal.ts', tool, ...args],
      { env },
      (error, stdout, stderr) => {
        resolve({ status: error ? Number(error.code) : 0, stdout, stderr });
      },
    );
  });
}

/** Credentials of the bucket, for the SDK. */
const keysOfBucket = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('AWS_')));

/** Environment of a tool on the data of a portal. */
export function settingsOf({ services: { config } }: Portal) {
  const { DATA_DIR, STORAGE_URL = '', DATABASE_URL = '', AUDIT_KEY = '' } = config;
  return { DATA_DIR, STORAGE_URL, DATABASE_URL, AUDIT_KEY };
}
