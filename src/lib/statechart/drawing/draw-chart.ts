import type {
  Area,
  Arrow,
  ChartLayout,
  InitialMark,
  Point,
  Rail,
  StateBox,
} from './chart-layout.ts';
import type { NonconformingLine } from './nonconforming.ts';
import { type SvgNode, svg } from './svg-node.ts';
import { fontSize, LABEL_PADDING_PX, LINE_HEIGHT, lineWidth, type TextLine } from './text-lines.ts';

export interface Drawing {
  marks?: Readonly<Record<string, Mark>>;
  nonconforming?: readonly NonconformingLine[];
  /** Returns the link target of a state or transition; without it there are no links. */
  address?: (kind: 'state' | 'transition', id: string) => string;
}

const PADDING = { x: 12, y: 10 };
const HEAD = 8;
const HEADING_CLEARANCE = 8;
const RAIL_KINDS = 3;
const DISC_HEIGHT = 18;
/** Position on the line, 0 to 1. Below half, so that discs of opposite lines do not overlap. */
const DISC_AT = 0.4;

export function drawChart(layout: ChartLayout, drawing: Drawing = {}): SvgNode {
  return svg(
    'g',
    { class: 'chart' },
    ...layout.states.map((box) => state(layout, box, drawing)),
    ...layout.initials.map(initial),
    ...layout.rails.map((each) => rail(layout, each, drawing)),
    ...layout.arrows.map((each) => arrow(layout, each, drawing)),
    ...(drawing.nonconforming ?? []).map(nonconformingLine),
    ...layout.arrows.flatMap((each) => stepNumbers(each, drawing) ?? []),
  );
}

function state(layout: ChartLayout, box: StateBox, { marks, address }: Drawing): SvgNode {
  const { id, x, y, width, height, type, parent } = box;
  const mark = marks?.[id] ?? {};
  const isRegion = layout.states.some((each) => each.id === parent && each.type === 'parallel');
  const isOuter = type === 'compound' || type === 'parallel';
  const kinds = ['state', isOuter && 'outer', isRegion && 'region', type === 'final' && 'final'];
  const shown = { x, y, width, height, rx: type === 'history' ? height / 2 : isOuter ? 10 : 7 };
  const lines = shownLines(box.lines, mark);
  const inner = { x: x + 3, y: y + 3, width: width - 6, height: height - 6, rx: 5 };
  return svg(
    'g',
    { class: kinds.filter(Boolean).join(' '), 'data-state': id, ...marked(mark) },
    svg('rect', shown),
    type === 'final' ? svg('rect', inner) : null,
    ...measures(box, mark),
    linked(
      address?.('state', id),
      {},
      text(lines, { x: isOuter ? headingX(layout, box) : x + PADDING.x, y: y + PADDING.y }),
    ),
  );
}

/** Returns the x of a box's heading: right of the lines that enter the box from above. */
function headingX(
  { arrows, rails, initials }: ChartLayout,
  { x, y, width, lines }: StateBox,
): number {
  const begin = x + PADDING.x;
  const bottom = y + PADDING.y + lines.length * LINE_HEIGHT;
  const length = Math.max(...lines.map(lineWidth));
  const crossing = [...arrows, ...rails, ...initials].flatMap(({ points }) =>
    points.slice(1).flatMap((to, index) => {
      const from = points[index] as Point;
      const isInside = Math.min(from.y, to.y) < bottom && Math.max(from.y, to.y) > y;
      return from.x === to.x && isInside ? from.x : [];
    }),
  );
  const free = crossing
    .sort((a, b) => a - b)
    .reduce(
      (at, line) =>
        line > at - HEADING_CLEARANCE && line < at + length ? line + HEADING_CLEARANCE : at,
      begin,
    );
  return free + length < x + width ? free : begin;
}

function measures({ x, y, width, height }: StateBox, { edge, bar }: Mark): SvgNode[] {
  const full = width - 2 * PADDING.x;
  const line = (length: number) => `M${x + PADDING.x} ${y + height - 6}h${Math.round(length)}`;
  return [
    ...(edge
      ? [
          svg('path', {
            class: `edge ${edge}`,
            d: `M${x + 1} ${y + 8}q0-7 7-7v${height - 2}q-7 0-7-7z`,
          }),
        ]
      : []),
    ...(bar
      ? [
          svg('path', { class: 'bar', d: line(full) }),
          svg('path', { class: `bar ${bar.colour}`, d: line(full * bar.share) }),
        ]
      : []),
  ];
}

function arrow({ rails }: ChartLayout, each: Arrow, { marks, address }: Drawing): SvgNode {
  const mark = combined(each.transitions.map((id) => marks?.[id] ?? {}));
  const { label, points, rail } = each;
  const lines = shownLines(label.lines, mark);
  const isNamed = rail !== undefined || lines.length > 0;
  const gathered = rails.find(({ id }) => id === rail)?.lines ?? [];
  const way = `${each.source} → ${each.target}`;
  return svg(
    'g',
    {
      class: rail ? `arrow gathered ${railKind(rails, rail)}` : 'arrow',
      'data-transition': each.id,
      ...marked(mark),
    },
    band(points, mark),
    svg('path', {
      // Draws the line from its end, so that the dashes of lines that join there coincide.
      d: rounded(rail ? points.toReversed() : points),
      ...(mark.weight && { style: `stroke-width:${mark.weight}` }),
    }),
    rail ? null : head(points),
    label.lines.length > 0 ? svg('rect', { class: 'back', ...area(label), rx: 3 }) : null,
    linked(
      isNamed ? address?.('transition', each.id) : undefined,
      rail
        ? { 'aria-label': `${spoken([...gathered, ...lines])}: ${way}` }
        : { 'aria-description': way },
      [
        ...(rail ? beginning(points, address !== undefined) : []),
        ...text(lines, { x: label.x + LABEL_PADDING_PX, y: label.y }),
      ],
    ),
  );
}

function band(points: readonly Point[], { tone }: Mark): SvgNode | null {
  return tone === 'last' ? svg('path', { class: 'band', d: rounded(points) }) : null;
}

function stepNumbers({ points, transitions }: Arrow, { marks }: Drawing): SvgNode | null {
  const numbers = transitions.flatMap((id) => marks?.[id]?.steps ?? []).sort((a, b) => a - b);
  const { x, y } = pointAlong(points, DISC_AT);
  if (numbers.length === 0) return null;
  const words = numbers.join(' · ');
  const width = Math.max(DISC_HEIGHT, lineWidth({ kind: 'note', text: words }) + DISC_HEIGHT / 2);
  const disc = {
    x: x - width / 2,
    y: y - DISC_HEIGHT / 2,
    width,
    height: DISC_HEIGHT,
    rx: DISC_HEIGHT / 2,
  };
  return svg(
    'g',
    { class: 'steps', 'aria-hidden': 'true' },
    svg('rect', disc),
    svg(
      'text',
      { class: 'note', x, y: y + fontSize('note') * 0.36, 'text-anchor': 'middle' },
      words,
    ),
  );
}

function pointAlong(points: readonly Point[], share: number): Point {
  const pieces = points.slice(1).map((to, index) => {
    const from = points[index] as Point;
    return { from, to, length: Math.hypot(to.x - from.x, to.y - from.y) };
  });
  let left = share * pieces.reduce((sum, { length }) => sum + length, 0);
  for (const { from, to, length } of pieces) {
    if (left <= length) {
      const part = left / (length || 1);
      return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
    }
    left -= length;
  }
  return points[0] ?? { x: 0, y: 0 };
}

function beginning([begin]: readonly Point[], isLink: boolean): SvgNode[] {
  if (!begin) return [];
  const at = { cx: begin.x, cy: begin.y };
  const dot = svg('circle', { class: 'begin', ...at, r: 3.5 });
  return isLink ? [svg('circle', { class: 'room', ...at, r: 12 }), dot] : [dot];
}

function rail({ arrows, rails }: ChartLayout, each: Rail, { marks, address }: Drawing): SvgNode {
  const gathered = arrows.filter((arrow) => arrow.rail === each.id);
  const mark = combined(
    gathered.flatMap(({ transitions }) => transitions.map((id) => marks?.[id] ?? {})),
  );
  const { weight } = mark;
  return svg(
    'g',
    { class: `arrow rail ${railKind(rails, each.id)}`, ...marked(mark) },
    band(each.points, mark),
    svg('path', { d: rounded(each.points), ...(weight && { style: `stroke-width:${weight}` }) }),
    head(each.points),
    svg('rect', { ...area(each), rx: 5 }),
    linked(
      address?.('transition', each.id),
      { 'aria-description': `→ ${each.target}` },
      text(each.lines, { x: each.x + 10, y: each.y + 5 }),
    ),
  );
}

const railKind = (rails: readonly Rail[], id: string) =>
  `kind-${rails.findIndex((rail) => rail.id === id) % RAIL_KINDS}`;

function area({ x, y, width, height }: Area) {
  return { x, y, width, height };
}

function initial({ x, y, points }: InitialMark): SvgNode {
  return svg(
    'g',
    { class: 'arrow initial' },
    svg('circle', { cx: x, cy: y, r: 5, class: 'begin' }),
    svg('path', { d: rounded(points) }),
    head(points),
  );
}

function nonconformingLine({ points, label }: NonconformingLine): SvgNode {
  const { text: words, ...place } = label;
  return svg(
    'g',
    { class: 'arrow nonconforming', 'data-tone': 'bad' },
    svg('path', { d: rounded(points), style: 'stroke-width:2.4' }),
    head(points),
    svg('rect', { class: 'back', ...area(place), rx: 3 }),
    ...text([{ kind: 'note', text: words }], place),
  );
}

function marked({ tone, isChosen }: Mark): Record<string, string> {
  return { ...(tone && { 'data-tone': tone }), ...(isChosen && { 'data-chosen': 'true' }) };
}

/**
 * Returns a link. Its text is its accessible name (WCAG 2.5.3). The attributes describe the link
 * further, or label a link without text.
 */
function linked(
  href: string | undefined,
  description: Partial<Record<'aria-label' | 'aria-description', string>>,
  content: SvgNode[],
): SvgNode {
  if (!href) return svg('g', {}, ...content);
  // For screen readers, a space separates the last word of a line from the next line.
  const apart = content.flatMap((line) => [line, ' ']);
  return svg('a', { href, ...description }, ...apart);
}

function shownLines(lines: readonly TextLine[], { notes }: Mark): TextLine[] {
  let note = 0;
  return lines.map((line) =>
    line.kind === 'note' && notes ? { ...line, text: notes[note++] ?? '' } : line,
  );
}

const spoken = (lines: readonly TextLine[]) =>
  lines.flatMap(({ text: words }) => words || []).join(' ');

function text(lines: readonly TextLine[], { x, y }: Point): SvgNode[] {
  return lines.map(({ kind, text: words }, index) => {
    const baseline = y + index * LINE_HEIGHT + (LINE_HEIGHT + fontSize(kind) * 0.7) / 2;
    return svg('text', { class: kind, x, y: Math.round(baseline * 10) / 10 }, words);
  });
}

function rounded(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const parts = [`M${first.x} ${first.y}`];
  for (const [index, point] of rest.entries()) {
    const next = rest[index + 1];
    if (!next) {
      parts.push(`L${point.x} ${point.y}`);
      break;
    }
    const before = toward(point, points[index] ?? first);
    const after = toward(point, next);
    parts.push(`L${before.x} ${before.y}Q${point.x} ${point.y} ${after.x} ${after.y}`);
  }
  return parts.join('');
}

function toward(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const share = Math.min(6, length / 2) / length;
  const between = (a: number, b: number) => Math.round((a + (b - a) * share) * 10) / 10;
  return { x: between(from.x, to.x), y: between(from.y, to.y) };
}

function head(points: readonly Point[]): SvgNode | null {
  const [from, to] = points.slice(-2);
  if (!from || !to) return null;
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return svg('path', {
    class: 'head',
    d: `M0 0L${-HEAD} ${-HEAD / 2}V${HEAD / 2}Z`,
    transform: `translate(${to.x} ${to.y}) rotate(${Math.round(angle)})`,
  });
}

/** Ascending precedence: if several marks share a line, the last tone in this list applies. */
const tones = ['next', 'bad', 'passed', 'last', 'here'] as const;

export type Tone = (typeof tones)[number] | 'faint';

export type Colour = 'brand' | 'amber' | 'grey' | 'red';

export interface Mark {
  tone?: Tone;
  weight?: number;
  notes?: readonly string[];
  /** Colour of the left edge of a state. */
  edge?: Colour;
  /** Bar at the foot of a state, filled to `share` (0 to 1). */
  bar?: { share: number; colour: Colour };
  /** Numbers of the steps that took a transition. */
  steps?: readonly number[];
  isChosen?: boolean;
}

/** Combines the marks of transitions that share a line. Faint only if all marks are. */
function combined(marks: readonly Mark[]): Mark {
  if (marks.length === 1) return marks[0] ?? {};
  const isFaint = marks.length > 0 && marks.every(({ tone }) => tone === 'faint');
  const tone = isFaint
    ? 'faint'
    : tones.findLast((each) => marks.some((mark) => mark.tone === each));
  const weight = Math.max(0, ...marks.map(({ weight = 0 }) => weight));
  const hasNotes = marks.some(({ notes }) => notes);
  return {
    ...(tone && { tone }),
    ...(weight && { weight }),
    ...(hasNotes && { notes: marks.flatMap(({ notes = [] }) => notes) }),
    ...(marks.some(({ isChosen }) => isChosen) && { isChosen: true }),
  };
}
