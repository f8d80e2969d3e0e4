import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { sep } from 'node:path';

// Preloaded into a server whose clock is ahead by CLOCK_AHEAD ms: changes the time, and the times
// of files, which would otherwise be old. The server itself sets the times of files in the trash.

const ahead = Number(process.env.CLOCK_AHEAD ?? 0);
const { now } = Date;
const { stat } = fs;

Date.now = () => now() + ahead;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [Date.now()], newTarget),
});
fs.stat = (async (...args: Parameters<typeof stat>) => {
  const facts = await stat(...args);
  const isInTrash = String(args[0]).includes(`${sep}trash${sep}`);
  if (typeof facts.mtimeMs === 'number' && !isInTrash) facts.mtimeMs += ahead;
  return facts;
}) as typeof stat;
syncBuiltinESMExports();
