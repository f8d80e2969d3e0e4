import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '#tests/temporary-folder.ts';

export const root = join(import.meta.dirname, '../..');

/** A folder outside the project with its packages, removed after the tests of the file. */
export function toolFolder(prefix: string) {
  const folder = temporaryFolder(prefix);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    /** Writes a file and returns its path. */
    file(name: string, text: string): string {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    },
    /** Runs a program of the project in the folder. */
    run(program: string, args: readonly string[], input = '') {
      const command = [join(root, program), ...args];
      return spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8', input });
    },
  };
}

/** A module with a machine without payloads. */
export const lampModule = `import { createMachine } from 'xstate';
  export const lamp = createMachine({
    id: 'lamp',
    initial: 'dark',
    states: { dark: { on: { press: 'lit' } }, lit: { on: { press: 'dark', smash: 'broken' } }, broken: {} },
  });`;
