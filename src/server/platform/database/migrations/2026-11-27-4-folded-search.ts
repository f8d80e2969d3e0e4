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
    .replace(/\p{Mark}/gu, '');

const BATCH = 1000;

/** Removes accents and apostrophes from the text that the desk searches. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ number: string; text: string }>`
      select application_number as number, text from application_search
      where application_number > ${after} order by application_number limit ${BATCH}`.execute(db);
    for (const { number, text } of rows)
      if (folded(text) !== text)
        await sql`update application_search set text = ${folded(text)}
          where application_number = ${number}`.execute(db);
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.number ?? after;
  }
}
