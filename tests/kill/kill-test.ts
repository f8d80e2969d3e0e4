import { parseArgs } from 'node:util';
import { runMailKills } from './mail-kills.ts';
import { runKillTest } from './rounds.ts';

const help = `Kills the server repeatedly while clients file applications, decide, withhold and suspend data and
upload files, and while drives are imported and histories replayed. Every few rounds the clock is
advanced, so that deadlines pass and old data are erased.

  npm run kill-test -- --rounds 50
  DATABASE_URL=postgres://user:password@host/database npm run kill-test
  npm run kill-test -- --bucket
  npm run kill-test -- --mails 10000

  --rounds N   number of kills (default: 50)
  --bucket     store files in a bucket of Debian's swift, which the test starts
  --mails N    instead, kill the server while it sends mails until N have arrived, and count lost
               and duplicate mails
  --seed N     random seed of the clients' choices and the times of the kills (default: 1)

After each restart, checks that every acknowledged write exists. Prints the figures at the end, or
the first error with exit status 1.
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
    throw new TypeError('--rounds, --mails and --seed must be whole numbers');
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
