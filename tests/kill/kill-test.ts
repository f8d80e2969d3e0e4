import { parseArgs } from 'node:util';
import { runMailKills } from './mail-kills.ts';
import { runKillTest } from './rounds.ts';

const help = `Kills the server again and again under a stream of applications, decisions, withheld and
suspended data, uploads, imports and replays; every few rounds the clock is put forward, so that dates
pass and what is old is erased.

  npm run kill-test -- --rounds 50
  DATABASE_URL=postgres://user:password@host/database npm run kill-test
  npm run kill-test -- --bucket
  npm run kill-test -- --mails 10000

  --rounds N   how often it is killed (default: 50)
  --bucket     files in a bucket of Debian's swift, which is started for it
  --mails N    instead, it is killed while it sends mails, until so many have arrived, and those
               lost and those that came twice are counted
  --seed N     of the clients' choices and of the instants (default: 1)

After each restart every acknowledged write is looked for. Ends with the figures, or with the
first thing that is wrong and exit code 1.
`;

const options = {
  rounds: { type: 'string' },
  seed: { type: 'string' },
  bucket: { type: 'boolean' },
  mails: { type: 'string' },
  help: { type: 'boolean' },
};

try {
  const { values } = parseArgs({ options: options as never });
  const { rounds = '50', seed = '1', mails = '0' } = values as Record<string, string>;
  if ('help' in values) process.stdout.write(help);
  else if (!/^[1-9]\d*$/.test(rounds) || ![seed, mails].every((number) => /^\d+$/.test(number)))
    throw new TypeError('--rounds, --mails and --seed are whole numbers');
  else if ('mails' in values) {
    const run = { mails: Number(mails), seed: Number(seed) };
    console.log(JSON.stringify(await runMailKills(run, console.log)));
  } else {
    const run = { rounds: Number(rounds), seed: Number(seed), inBucket: 'bucket' in values };
    console.log(JSON.stringify(await runKillTest(run, console.log)));
  }
} catch (error) {
  if (!(error instanceof TypeError)) console.error(error);
  else process.stderr.write(`${error.message}\nSee --help.\n`);
  process.exitCode = error instanceof TypeError ? 2 : 1;
}
