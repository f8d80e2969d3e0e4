import { type RawBuilder, type SqlBool, sql } from 'kysely';

const GRAM = 3;

export function containsAll(words: readonly string[]): RawBuilder<SqlBool> {
  return sql.join<SqlBool>(
    words.map((word) => sql`text like ${`%${literally(word)}%`} escape '\\'`),
    sql` and `,
  );
}

function literally(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&');
}

/** Returns an FTS5 query for all trigrams of the words; null if all words are too short. */
export function trigramQuery(words: readonly string[]): string | null {
  const grams = words.flatMap((word) => {
    const letters = [...word];
    return letters.slice(GRAM - 1).map((_, from) => letters.slice(from, from + GRAM).join(''));
  });
  const quoted = [...new Set(grams)].map((gram) => `"${gram.replaceAll('"', '""')}"`);
  return quoted.length === 0 ? null : quoted.join(' AND ');
}
