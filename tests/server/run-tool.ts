import { execFile } from 'node:child_process';
import type { Portal } from './fixture.ts';

/** What a command line said, and the number it ended with. */
export interface Done {
  status: number;
  stdout: string;
  stderr: string;
}

/** Runs `npm run <tool>` on the database and folder of a portal, while that one runs. */
export function runTool(
  { services: { config } }: Portal,
  tool: 'audit' | 'staff',
  args: readonly string[] = [],
): Promise<Done> {
  const { DATA_DIR, DATABASE_URL = '' } = config;
  const env = { PATH: process.env.PATH ?? '', DATA_DIR, DATABASE_URL };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [`src/tools/${tool}.ts`, ...args],
      { env },
      (error, stdout, stderr) => {
        resolve({ status: error ? Number(error.code) : 0, stdout, stderr });
      },
    );
  });
}
