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
    .toLowerCase()
    .replace(/['’‘ʼʻ`´＇]/g, '')
    .replace(/[ßæœøłđðþħı]/g, (letter) => typed[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();

/** Sorts applications on behalf of a user by the third party's name, as queue and letters name it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ number: string; form: string }>`
    select number, form_json as form from application
    where kind = 'personal' and form_json like '%"onBehalfOf"%'`.execute(db);
  for (const { number, form } of rows) {
    const { thirdParty, onBehalfOf } = JSON.parse(form);
    if (thirdParty === undefined || onBehalfOf === undefined) continue;
    await sql`update application set requester_name = ${folded(thirdParty.name ?? '')}
      where number = ${number}`.execute(db);
  }
}
