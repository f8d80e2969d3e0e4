import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Letters that follow each other in an index of texts. */
const GRAM = 3;

/**
 * What stands between words. A word of two letters has no trigram of its own, but has one with what
 * stands before or behind it: it is looked for where words begin and end, as Chinese names do.
 */
const BETWEEN = ['\n', ' ', '-', '.', '@'];

/** Condition that the column `text` holds all words, as they are written; those of two letters at an edge. */
export function holdsAll(words: readonly string[]): RawBuilder<SqlBool> {
  return sql.join<SqlBool>(words.map(holds), sql` and `);
}

function holds(word: string): RawBuilder<SqlBool> {
  const texts = lettersOf(word).length === GRAM - 1 ? atEdges(word) : [word];
  const each = texts.map((text) => sql`text like ${`%${literally(text)}%`} escape '\\'`);
  return sql`(${sql.join(each, sql` or `)})`;
}

const lettersOf = (word: string) => [...word];

const atEdges = (word: string) => BETWEEN.flatMap((other) => [other + word, word + other]);

function literally(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&');
}

/**
 * Query of FTS5 for rows that have all trigrams of the words, in whatever place, and words of two
 * letters at an edge; null where all words are shorter than that.
 */
export function trigramQuery(words: readonly string[]): string | null {
  const grams = new Set(
    words.flatMap((word) => {
      const letters = lettersOf(word);
      if (letters.length === GRAM - 1) return `(${atEdges(word).map(quoted).join(' OR ')})`;
      const starts = letters.slice(GRAM - 1);
      return starts.map((_, from) => quoted(letters.slice(from, from + GRAM).join('')));
    }),
  );
  return grams.size === 0 ? null : [...grams].join(' AND ');
}

const quoted = (gram: string) => `"${gram.replaceAll('"', '""')}"`;
