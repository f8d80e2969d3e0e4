/** Later ones are drawn where several meet in one line. */
const tones = ['good', 'bad', 'passed', 'here'] as const;

export type Tone = (typeof tones)[number] | 'faint';

/** Emphasis of one state or transition beyond its lines. */
export interface Mark {
  tone?: Tone;
  /** Width of an arrow's line, px. */
  weight?: number;
  /** In place of the notes that the layout has kept room for. */
  notes?: readonly string[];
  isChosen?: boolean;
}

/** Emphasis of a line that stands for several transitions; faint only where all of them are. */
export function combined(marks: readonly Mark[]): Mark {
  if (marks.length === 1) return marks[0] ?? {};
  const isFaint = marks.length > 0 && marks.every(({ tone }) => tone === 'faint');
  const tone = isFaint ? 'faint' : tones.findLast((one) => marks.some((mark) => mark.tone === one));
  const weight = Math.max(0, ...marks.map(({ weight = 0 }) => weight));
  const hasNotes = marks.some(({ notes }) => notes);
  return {
    ...(tone && { tone }),
    ...(weight && { weight }),
    ...(hasNotes && { notes: marks.flatMap(({ notes = [] }) => notes) }),
    ...(marks.some(({ isChosen }) => isChosen) && { isChosen: true }),
  };
}
