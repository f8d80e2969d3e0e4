/** Result of a step for all states that agree in what it reads. */
export interface Answer {
  column: -1;
  /** Column and number, alternating: what the step changes. */
  writes: Int32Array;
  /** Ids of the graph, as taken; empty when the event was refused. */
  transitions: readonly string[];
}

/** A column that is read next, and by its number what is known from there. */
interface Question {
  column: number;
  next: (Question | Answer | undefined)[];
}

/** Answers by what they depend on, as trees: each state value and event has one of its own. */
export class Answers {
  readonly #trees: (Question | Answer | undefined)[] = [];

  /** The answer for a row, if one was given to a row that agrees with it in all that was read. */
  find(tree: number, row: Int32Array): Answer | undefined {
    let known = this.#trees[tree];
    while (known !== undefined && known.column !== -1)
      known = (known as Question).next[row[known.column] as number];
    return known as Answer | undefined;
  }

  /** @throws when an answer before was found by reading something else first */
  keep(tree: number, row: Int32Array, reads: readonly number[], answer: Answer): void {
    let list = this.#trees;
    let at = tree;
    for (const column of reads) {
      list[at] ??= { column, next: [] };
      const known = list[at] as Question;
      if (known.column !== column) throw new Error('it does not answer by its context alone');
      list = known.next;
      at = row[column] as number;
    }
    list[at] = answer;
  }
}
