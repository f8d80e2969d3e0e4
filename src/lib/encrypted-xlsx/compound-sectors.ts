/** Marks in the allocation tables of a compound file ([MS-CFB] 2.1). */
export const END_OF_CHAIN = 0xfffffffe;
export const FREE = 0xffffffff;
const FAT_SECTOR = 0xfffffffd;
const DIFAT_SECTOR = 0xfffffffc;

/** Consecutive sectors of one use. Nothing is ever fragmented: every chain is one run. */
export interface Run {
  use: 'chain' | 'free' | 'fat' | 'difat';
  start: number;
  count: number;
}

/** Counts of FAT and DIFAT sectors that a file with that many other sectors needs. */
export function tableSizes(sectors: number, entriesPerSector: number, inHeader: number) {
  let fat = 0;
  let difat = 0;
  for (;;) {
    const neededFat = Math.ceil((sectors + fat + difat) / entriesPerSector);
    const neededDifat = Math.max(0, Math.ceil((neededFat - inHeader) / (entriesPerSector - 1)));
    if (neededFat === fat && neededDifat === difat) return { fat, difat };
    fat = neededFat;
    difat = neededDifat;
  }
}

/** The allocation table for runs that follow one another from sector 0, in pieces of one sector. */
export function* fatSectors(runs: readonly Run[], entriesPerSector: number): Generator<Buffer> {
  let sector = Buffer.alloc(entriesPerSector * 4, 0xff);
  let filled = 0;
  for (const { use, start, count } of runs) {
    for (let index = 0; index < count; index++) {
      sector.writeUInt32LE(mark(use, start + index, index === count - 1), filled * 4);
      if (++filled < entriesPerSector) continue;
      yield sector;
      sector = Buffer.alloc(entriesPerSector * 4, 0xff);
      filled = 0;
    }
  }
  if (filled > 0) yield sector;
}

function mark(use: Run['use'], sector: number, isLast: boolean): number {
  switch (use) {
    case 'chain':
      return isLast ? END_OF_CHAIN : sector + 1;
    case 'free':
      return FREE;
    case 'fat':
      return FAT_SECTOR;
    case 'difat':
      return DIFAT_SECTOR;
  }
}

/** The DIFAT sectors: where the FAT sectors are that the header has no room for, each with a link. */
export function difatSectors(
  fat: Run,
  difat: Run,
  entriesPerSector: number,
  inHeader: number,
): Buffer {
  const bytes = Buffer.alloc(difat.count * entriesPerSector * 4, 0xff);
  for (let index = inHeader; index < fat.count; index++) {
    const place = index - inHeader;
    const links = Math.floor(place / (entriesPerSector - 1));
    bytes.writeUInt32LE(fat.start + index, (place + links) * 4);
  }
  for (let index = 0; index < difat.count; index++) {
    const next = index === difat.count - 1 ? END_OF_CHAIN : difat.start + index + 1;
    bytes.writeUInt32LE(next, ((index + 1) * entriesPerSector - 1) * 4);
  }
  return bytes;
}
