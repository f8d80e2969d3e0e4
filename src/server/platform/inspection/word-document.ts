import { type CFB$Container, find, read } from 'cfb';
import { UnsafeContent } from './findings.ts';

/** `wIdent`, the first two bytes of the stream `WordDocument` ([MS-DOC] §2.5.2). */
const WORD_IDENTIFIER = 0xa5ec;

/**
 * Checks a compound file ([MS-CFB]), the format of Office up to 2003.
 * @param isWord whether it must be a Word document
 * @throws {UnsafeContent} `notWord`, or `macros` when it contains a VBA project
 */
export function checkCompoundFile(bytes: Uint8Array, isWord: boolean): void {
  const container = open(bytes);
  if (isWord && !holdsWordDocument(container)) throw new UnsafeContent('notWord');
  // A VBA project is a storage `VBA` with a stream `dir` ([MS-OVBA] §2.2.1).
  if (container.FullPaths.some((path) => /\/VBA\/dir$/i.test(path)))
    throw new UnsafeContent('macros');
}

function open(bytes: Uint8Array): CFB$Container {
  try {
    return read(Buffer.from(bytes), { type: 'buffer' });
  } catch {
    throw new UnsafeContent('notWord');
  }
}

function holdsWordDocument(container: CFB$Container): boolean {
  const stream = find(container, '/WordDocument');
  if (!stream || stream.size < 32) return false;
  return Buffer.from(stream.content).readUInt16LE(0) === WORD_IDENTIFIER;
}
