import { isSigned, type SignedHead, signedHead } from '#server/platform/audit/heads.ts';
import type { ChainServices } from './verify.ts';

/** Heads that were compared, and those that the chain does not have. */
export interface ComparedHeads {
  compared: number;
  broken: string[];
}

/** Reads the heads among the lines of a file; the rest, such as a mail's text, is passed over. */
export function readHeads(text: string): SignedHead[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => signedHead.parse(JSON.parse(line)));
}

/**
 * Compares heads that left the machine with the chain as it is. One that is missing tells of an end
 * that was cut off, one that differs of a chain that was made anew, even with the key.
 */
export async function compareHeads(
  { store, config }: ChainServices,
  heads: readonly SignedHead[],
): Promise<ComparedHeads> {
  const broken: string[] = [];
  for (const head of heads) {
    const at = new Date(head.at).toISOString();
    const seal = await store.db
      .selectFrom('seal')
      .select('hash')
      .where('seq', '=', head.seq)
      .executeTakeFirst();
    if (!isSigned(config, head))
      broken.push(`head ${head.seq} of ${at}: nobody with a key signed it`);
    else if (!seal) broken.push(`head ${head.seq} of ${at}: the chain ends before it`);
    else if (seal.hash !== head.hash)
      broken.push(`head ${head.seq} of ${at}: the chain is another`);
  }
  return { compared: heads.length, broken };
}
