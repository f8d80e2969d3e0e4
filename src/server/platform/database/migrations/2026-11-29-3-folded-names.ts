import { type Kysely, sql } from 'kysely';

const typed: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
};

const folded = (text: string): string =>
  text
    .replace(/['’‘ʼʻ`´＇]/g, '')
    .replace(/[ßæœøłđðþħı]/g, (letter) => typed[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();

const BATCH = 1000;

/** Folds the keys of names as searches are folded, and removes punctuation from them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ number: string; name: string }>`
      select number, requester_name as name from application
      where number > ${after} order by number limit ${BATCH}`.execute(db);
    for (const { number, name } of rows)
      if (folded(name) !== name)
        await sql`update application set requester_name = ${folded(name)}
          where number = ${number}`.execute(db);
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.number ?? after;
  }
}
