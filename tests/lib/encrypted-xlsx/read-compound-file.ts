const END = 0xfffffffe;

/** Reads a compound file strictly by its tables ([MS-CFB]): every chain is followed and checked. */
export function readCompoundFile(file: Buffer) {
  const version = file.readUInt16LE(26);
  const sectorSize = 1 << file.readUInt16LE(30);
  const perSector = sectorSize / 4;
  const sector = (number: number) => {
    const start = (number + 1) * sectorSize;
    if (start + sectorSize > file.length) throw new Error(`Sector ${number} is beyond the end`);
    return file.subarray(start, start + sectorSize);
  };
  const fatSectors: number[] = [];
  for (let index = 0; index < 109; index++) fatSectors.push(file.readUInt32LE(76 + index * 4));
  let difat = file.readUInt32LE(68);
  let difatCount = 0;
  for (; difat !== END; difatCount++) {
    const entries = sector(difat);
    for (let index = 0; index < perSector - 1; index++) {
      fatSectors.push(entries.readUInt32LE(index * 4));
    }
    difat = entries.readUInt32LE(sectorSize - 4);
  }
  if (difatCount !== file.readUInt32LE(72)) throw new Error('DIFAT count is wrong');
  const used = fatSectors.filter((number) => number !== 0xffffffff);
  if (used.length !== file.readUInt32LE(44)) throw new Error('FAT count is wrong');
  const fat = Buffer.concat(used.map(sector));
  const chain = (start: number): Buffer => {
    const pieces: Buffer[] = [];
    for (let next = start; next !== END; next = fat.readUInt32LE(next * 4)) {
      if (pieces.push(sector(next)) > file.length / sectorSize) throw new Error('A chain loops');
    }
    return Buffer.concat(pieces);
  };
  for (const number of used) {
    if (fat.readUInt32LE(number * 4) !== 0xfffffffd) throw new Error('A FAT sector is unmarked');
  }
  const directory = chain(file.readUInt32LE(48));
  const entry = (id: number) => directory.subarray(id * 128, id * 128 + 128);
  const root = entry(0);
  const miniStream = chain(root.readUInt32LE(116)).subarray(0, Number(root.readBigUInt64LE(120)));
  const miniFat = chain(file.readUInt32LE(60));
  const miniChain = (start: number): Buffer => {
    const pieces: Buffer[] = [];
    for (let next = start; next !== END; next = miniFat.readUInt32LE(next * 4)) {
      pieces.push(miniStream.subarray(next * 64, next * 64 + 64));
    }
    return Buffer.concat(pieces);
  };
  const streams = new Map<string, Buffer>();
  const order = (name: string) => `${String(name.length).padStart(2, '0')}${name.toUpperCase()}`;
  const walk = (id: number, prefix: string): { names: string[]; blacks: number } => {
    if (id === 0xffffffff) return { names: [], blacks: 0 };
    const bytes = entry(id);
    const name = bytes.toString('utf16le', 0, bytes.readUInt16LE(64) - 2);
    const isBlack = bytes[67] === 1;
    for (const child of [bytes.readUInt32LE(68), bytes.readUInt32LE(72)]) {
      const isRed = child !== 0xffffffff && entry(child)[67] === 0;
      if (!isBlack && isRed) throw new Error('Two red entries in a row');
    }
    const left = walk(bytes.readUInt32LE(68), prefix);
    const right = walk(bytes.readUInt32LE(72), prefix);
    if (left.blacks !== right.blacks) throw new Error('The tree of entries is not balanced');
    const size = Number(bytes.readBigUInt64LE(120));
    const start = bytes.readUInt32LE(116);
    if (bytes[66] === 2) {
      const whole = size < 4096 ? miniChain(start) : chain(start);
      if (whole.length < size) throw new Error(`Stream ${name} is cut off`);
      streams.set(prefix + name, whole.subarray(0, size));
    } else walk(bytes.readUInt32LE(76), `${prefix}${name}/`);
    const names = [...left.names, name, ...right.names];
    if (names.map(order).join() !== names.map(order).sort().join()) {
      throw new Error('Entries are not in order');
    }
    return { names, blacks: left.blacks + (isBlack ? 1 : 0) };
  };
  walk(root.readUInt32LE(76), '');
  return { version, streams };
}
