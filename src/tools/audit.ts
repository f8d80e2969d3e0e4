import { readFile } from 'node:fs/promises';
import { damagedContents } from '#server/applications/files/stored-contents.ts';
import { compareHeads, missingKeys, readHeads, verifyAll } from '#server/desk/audit/verify.ts';
import { SettingError } from '#server/platform/database/store-error.ts';
import { withServices } from './installation.ts';
import { type Command, parsed } from './usage.ts';

export const help = `Verifies the audit log and all audited data (applications, histories, files, reports, accounts,
settings) with the hash chain, and compares tables, indexes and triggers with the migrations.

  portal audit
  portal audit --against heads.jsonl    also compares with exported chain heads: detects a
                                            truncated chain, and one rewritten with the key

The portal may be running. DATA_DIR and DATABASE_URL name the installation; AUDIT_KEY, or the file
audit.key, is the key.
Exit status: 0 nothing was changed; 1 something was changed; 2 invalid option.
`;

export const run: Command = async (args, env, { stdout }) => {
  const { against: file } = parsed({ args, options: { against: { type: 'string' } } }).values;
  const heads = file ? await headsIn(file) : [];
  return withServices(env, async (services) => {
    for (const line of await missingKeys(services)) stdout.write(`${line}\n`);
    const { entries, histories, broken } = await verifyAll(services);
    stdout.write(`${entries} entries of the log, ${histories} histories checked\n`);
    const outside = await compareHeads(services, heads);
    if (file) stdout.write(`${outside.compared} heads compared\n`);
    const damaged = await damagedContents(services);
    const changes = [
      ...damaged.map(({ name }) => `damaged or missing file: ${name}`),
      ...[...broken, ...outside.broken].map(differenceAt),
    ];
    for (const change of changes) stdout.write(`${change}\n`);
    stdout.write(changes.length ? 'Something was changed.\n' : 'Nothing was changed.\n');
    return changes.length ? 1 : 0;
  });
};

export function differenceAt(place: string): string {
  const [, name] = /^schema (.*)$/s.exec(place) ?? [];
  return name ? `differs from the migrations: ${name}` : `does not match the chain: ${place}`;
}

async function headsIn(file: string) {
  const text = await readFile(file, 'utf8');
  try {
    return readHeads(text);
  } catch (error) {
    throw new SettingError(`${file} is not a list of chain heads (one line of JSON each)`, {
      cause: error,
    });
  }
}
