import type { Edit, Operator } from './operator.ts';
import { type Node, nameOf, nodesIn } from './syntax.ts';

/** Comparisons and orders as SQL has them, each with the one that takes its place. */
const turned: readonly (readonly [RegExp, string])[] = [
  [/(?<= )<(?= )/g, '<='],
  [/(?<= )<=(?= )/g, '<'],
  [/(?<= )>(?= )/g, '>='],
  [/(?<= )>=(?= )/g, '>'],
  [/(?<= )=(?= )/g, '<>'],
  [/(?<= )<>(?= )/g, '='],
  [/\bis null\b/gi, 'is not null'],
  [/\bis not null\b/gi, 'is null'],
  [/\basc\b/gi, 'desc'],
  [/\bdesc\b/gi, 'asc'],
];

/** What begins or ends a condition; in `between a and b` and of `when` there is none to leave out. */
const words =
  /[()]|\b(where|and|or|on|between|case|when|then|else|end|group|order|limit|offset|union|returning|set|from|select)\b/gi;

/** In a template of raw SQL: turns a comparison or an order, or leaves a condition out. */
export const rawSql: Operator = ({ node, textOf }) => {
  if (node.type !== 'TaggedTemplateExpression' || nameOf(node.tag) !== 'sql') return [];
  const quasi = node.quasi as Node;
  let text = textOf(quasi);
  // What is put in is no SQL of this template.
  for (const { start, end } of nodesIn(quasi.expressions)) {
    const [from, to] = [start - quasi.start, end - quasi.start];
    text = text.slice(0, from) + '?'.repeat(to - from) + text.slice(to);
  }
  const edit = (from: number, to: number, by: string): Edit => ({
    node: { ...quasi, start: quasi.start + from, end: quasi.start + to },
    text: by,
  });
  const comparisons = turned.flatMap(([pattern, by]) =>
    [...text.matchAll(pattern)]
      .filter(({ index }) => !isGiven(text, index))
      .map(({ index, 0: { length } }) => edit(index, index + length, by)),
  );
  return [...comparisons, ...conditionsIn(text).map(([from, to]) => edit(from, to, ''))];
};

/** Tests that what stands there gives a value, and compares nothing. */
const isGiven = (text: string, at: number) => /\b(set|pragma) [\w\s]*$/i.test(text.slice(0, at));

/** Each member of a conjunction with the `and` beside it, as offsets. */
function conditionsIn(text: string): [from: number, to: number][] {
  const found: [number, number][] = [];
  const marks = [...text.matchAll(words)].map(({ index, 0: word }) => ({
    word: word.toLowerCase(),
    begin: index,
    end: index + word.length,
  }));
  for (const [at, mark] of marks.entries()) {
    if (mark.word !== 'and' || isOfRange(marks, at)) continue;
    // Conditions that are joined by it are places of their own.
    if (/^` and `$/.test(text)) continue;
    const before = neighbour(marks, at, -1);
    if (before && /^(where|on|\()$/.test(before.word))
      found.push([text.indexOf(text.slice(before.end).trimStart(), before.end), mark.end + 1]);
    const after = neighbour(marks, at, 1);
    const until = text.slice(0, after?.begin ?? text.lastIndexOf('`')).trimEnd().length;
    if (after?.word !== 'between') found.push([text.slice(0, mark.begin).trimEnd().length, until]);
  }
  return found;
}

type Mark = { word: string; begin: number; end: number };

/** Tests that an `and` stands between the ends of a range. */
const isOfRange = (marks: readonly Mark[], at: number) =>
  neighbour(marks, at, -1)?.word === 'between';

/** The next mark before or after one that stands at its own depth, or encloses it. */
function neighbour(marks: readonly Mark[], at: number, step: 1 | -1): Mark | undefined {
  const [inward, outward] = step === 1 ? ['(', ')'] : [')', '('];
  let depth = 0;
  for (let other = at + step; marks[other]; other += step) {
    const mark = marks[other] as Mark;
    if (mark.word === inward) depth++;
    else if (depth === 0) return mark;
    else if (mark.word === outward) depth--;
  }
  return undefined;
}
