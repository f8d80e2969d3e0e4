/** Files that may be removed without confirmation, whatever their share. */
const FEW = 10;

/** More than 1 % of the files would be removed: an operator has to confirm it. */
export class TooManyRemovals extends Error {}

/** @throws {TooManyRemovals} */
export function rejectMassRemoval(removed: number, all: number, folder: string): void {
  if (removed <= Math.max(FEW, all / 100)) return;
  throw new TooManyRemovals(
    `${removed} of ${all} files in ${folder} are named by no row. None was removed: if the database is the right one, run npm run sweep -- --remove`,
  );
}
