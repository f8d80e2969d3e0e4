import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** `npm run --prefix` starts in the project's folder; relative paths are those of its caller. */
export function enterCallerFolder(): void {
  const { INIT_CWD } = process.env;
  if (INIT_CWD && process.cwd() === root) process.chdir(INIT_CWD);
}
