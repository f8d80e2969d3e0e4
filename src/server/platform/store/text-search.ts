import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Letters that follow each other in an index of texts. */
const GRAM = 3;

/** Condition that the column `text` holds all words, as they are written. */
export function holdsAll(words: readonly string[]): RawBuilder<SqlBool> {
  return sql.join<SqlBool>(
    words.map((word) => sql`text like ${`%${literally(word)}%`} escape '\\'`),
    sql` and `,
  );
}

function literally(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&');
}

/**
 * Query of FTS5 for rows that have all trigrams of the words, in whatever place; null where the
 * words are shorter than that.
 */
export function trigramQuery(words: readonly string[]): string | null {
  const grams = words.flatMap((word) => {
    const letters = [...word];
    return letters.slice(GRAM - 1).map((_, from) => letters.slice(from, from + GRAM).join(''));
  });
  const quoted = [...new Set(grams)].map((gram) => `"${gram.replaceAll('"', '""')}"`);
  return quoted.length === 0 ? null : quoted.join(' AND ');
}
