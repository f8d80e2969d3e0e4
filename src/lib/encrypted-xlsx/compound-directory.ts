/** A storage («folder») or a stream («file») of a compound file, with where its bytes begin. */
export type Node =
  | { name: string; children: Node[] }
  | { name: string; start: number; size: number };

const ENTRY = 128;
const NO_STREAM = 0xffffffff;
const RED = 0;
const BLACK = 1;
const STORAGE = 1;
const STREAM = 2;
const ROOT = 5;
/** An entry that is not in use: zeros, but for its three links. */
const UNUSED = Buffer.alloc(ENTRY).fill(0xff, 68, 80);

interface Entry {
  node: Node;
  left: number;
  right: number;
  child: number;
  color: number;
}

/**
 * The directory of a compound file ([MS-CFB] 2.6), filled up to whole sectors: siblings form a
 * red-black tree ordered by length of name, then by upper-case name.
 * @param mini where the mini stream begins, and its size
 */
export function directoryBytes(
  children: Node[],
  mini: { start: number; size: number },
  sectorSize: number,
): Buffer {
  const root = blank({ name: 'Root Entry', ...mini });
  const entries = [root];
  root.child = addSiblings(entries, children);
  const used = entries.map((entry, index) => entryBytes(entry, index === 0));
  while ((used.length * ENTRY) % sectorSize !== 0) used.push(UNUSED);
  return Buffer.concat(used);
}

function addSiblings(entries: Entry[], nodes: Node[]): number {
  const sorted = [...nodes].sort(compareNames);
  // A balanced tree whose last, unfilled level is red satisfies every rule of a red-black tree.
  const blackLevels = Math.floor(Math.log2(sorted.length + 1));
  return addTree(entries, sorted, blackLevels);
}

function addTree(entries: Entry[], sorted: Node[], blackLevels: number): number {
  if (sorted.length === 0) return NO_STREAM;
  const middle = sorted.length >> 1;
  const entry = blank(sorted[middle] as Node);
  const index = entries.push(entry) - 1;
  entry.color = blackLevels > 0 ? BLACK : RED;
  entry.left = addTree(entries, sorted.slice(0, middle), blackLevels - 1);
  entry.right = addTree(entries, sorted.slice(middle + 1), blackLevels - 1);
  if ('children' in entry.node) entry.child = addSiblings(entries, entry.node.children);
  return index;
}

function compareNames(a: Node, b: Node): number {
  const [first, second] = [a.name.toUpperCase(), b.name.toUpperCase()];
  return first.length - second.length || (first < second ? -1 : 1);
}

const blank = (node: Node): Entry => ({
  node,
  left: NO_STREAM,
  right: NO_STREAM,
  child: NO_STREAM,
  color: BLACK,
});

function entryBytes({ node, left, right, child, color }: Entry, isRoot: boolean): Buffer {
  const bytes = Buffer.alloc(ENTRY);
  bytes.write(node.name, 'utf16le');
  bytes.writeUInt16LE((node.name.length + 1) * 2, 64);
  bytes.writeUInt8(isRoot ? ROOT : 'children' in node ? STORAGE : STREAM, 66);
  bytes.writeUInt8(color, 67);
  bytes.writeUInt32LE(left, 68);
  bytes.writeUInt32LE(right, 72);
  bytes.writeUInt32LE(child, 76);
  if ('size' in node) {
    bytes.writeUInt32LE(node.start, 116);
    bytes.writeBigUInt64LE(BigInt(node.size), 120);
  }
  return bytes;
}
