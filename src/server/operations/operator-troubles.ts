import { statfs } from 'node:fs/promises';
import { countDamaged } from '#server/applications/files/damage.ts';
import type { Services } from '#server/platform/database/services.ts';
import { queueByKind } from '#server/platform/jobs/waiting-jobs.ts';
import type { ChainsVerified } from './verify-daily.ts';

/** Share of a disk, and bytes, below which an operator has time left to make room. */
const SCARCE_SHARE = 0.05;
const SCARCE_BYTES = 1024 ** 3;

/** Bytes of a disk. */
interface Space {
  free: number;
  size: number;
}

/** Tests that an operator has to make room soon, while everything still works. */
export function isScarce({ free, size }: Space): boolean {
  return free < Math.min(SCARCE_BYTES, size / 2) || free < size * SCARCE_SHARE;
}

/**
 * Lines about what needs an operator at present, in an order that stays, without figures that
 * change from minute to minute.
 */
export async function operatorAlerts(
  services: Services,
  { broken, isUnfinished }: ChainsVerified,
  space: (folder: string) => Promise<Space> = spaceOf,
): Promise<string[]> {
  const { store, config, now } = services;
  const dead = (await queueByKind(store, now())).filter((queue) => queue.dead > 0);
  const damaged = await countDamaged(store);
  return [
    ...dead.map(
      ({ kind, dead }) => `Dead work: ${dead} of kind «${kind}», which nobody tries any more.`,
    ),
    ...(damaged > 0 ? [`Damaged or missing files: ${damaged}. npm run verify names them.`] : []),
    ...(broken > 0
      ? [`The audit chains are broken: ${broken} places. npm run audit names them.`]
      : []),
    ...(isUnfinished
      ? [
          'The audit chains could not be verified: each time it was begun and did not end. See the log.',
        ]
      : []),
    ...(await troublesOfDisk(config.DATA_DIR, space)),
  ];
}

/** One that cannot be asked keeps nothing else from being told. */
async function troublesOfDisk(folder: string, space: typeof spaceOf): Promise<string[]> {
  try {
    return isScarce(await space(folder)) ? [`The disk of ${folder} is nearly full.`] : [];
  } catch {
    return [`The folder ${folder} cannot be reached.`];
  }
}

async function spaceOf(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}
