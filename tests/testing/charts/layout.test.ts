import { describe, expect, test } from 'vitest';
import type { Variant } from '#charts/picture/use-chart.ts';
import type { MachineName } from '#charts/words/chart-words.ts';
import { stateNotes, transitionNotes } from '#charts/words/figure-notes.ts';
import { languageCodes } from '#contract/languages.ts';
import type { Area, ChartLayout, Point } from '#lib/statechart/drawing/chart-layout.ts';
import { drawChart } from '#lib/statechart/drawing/draw-chart.ts';
import { fontSize, LINE_HEIGHT, lineWidth } from '#lib/statechart/drawing/text-lines.ts';
import { isListed } from '#lib/statechart/graph/graph.ts';
import { catalogue } from '#machines/catalogue.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import { catalogueChart, FIGURED, variants } from '#testing/charts/catalogue-chart.ts';

const machines = Object.keys(catalogue) as MachineName[];

type Size = Pick<Area, 'width' | 'height'>;

function overlap(a: Area, b: Area): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Returns true when a horizontal or vertical segment crosses an area. */
function crosses([from, to]: readonly [Point, Point], { x, y, width, height }: Area): boolean {
  const line = {
    x: Math.min(from.x, to.x),
    y: Math.min(from.y, to.y),
    width: Math.abs(from.x - to.x),
    height: Math.abs(from.y - to.y),
  };
  return overlap(
    { ...line, width: line.width || 0.1, height: line.height || 0.1 },
    { x: x + 1, y: y + 1, width: width - 2, height: height - 2 },
  );
}

function pieces({ points }: { points: Point[] }): [Point, Point][] {
  return points.slice(1).map((to, index) => [points[index] as Point, to]);
}

function pairs<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((a, index) => items.slice(index + 1).map((b): [T, T] => [a, b]));
}

function boxOf(layout: ChartLayout, id: string) {
  const box = layout.states.find((state) => state.id === id);
  if (!box) throw new Error(`${id} is not drawn`);
  return box;
}

/** All pictures: each machine, and the variants of one. */
const pictures: { machine: MachineName; title: string; variant?: Variant }[] = [
  ...machines.map((machine) => ({ machine, title: machine })),
  { machine: FIGURED, title: `${FIGURED} with room for figures`, variant: 'figures' },
  { machine: FIGURED, title: `${FIGURED} beside buttons`, variant: 'simulate' },
];

describe.each(pictures)('$title', ({ machine, variant }) => {
  describe.each(languageCodes)('in %s', async (language) => {
    const options = variant ? variants[variant](language) : {};
    const { layout, graph, labels: words } = await catalogueChart(machine, language, options);
    const innermost = layout.states.filter(({ type }) => type === 'atomic' || type === 'final');

    test('every state and transition is drawn once, inside the picture', () => {
      const drawn = layout.arrows.flatMap(({ transitions }) => transitions);
      const inner = graph.transitions.filter(
        (each) =>
          isListed(each) ||
          (graph.states.some(({ id, type }) => id === each.source && type === 'compound') &&
            (each.targets[0] ?? each.source) === each.source),
      );
      const expected = graph.transitions.filter(({ kind }) => kind !== 'initial');
      expect([...drawn, ...inner.map(({ id }) => id)].sort()).toEqual(
        expected.map(({ id }) => id).sort(),
      );
      for (const { x, y, width, height } of [
        ...layout.states,
        ...layout.arrows.map(({ label }) => label),
      ]) {
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
        expect(x + width).toBeLessThanOrEqual(layout.width);
        expect(y + height).toBeLessThanOrEqual(layout.height);
      }
    });

    test('every state has its plain label in the language', () => {
      const named = graph.states.filter(({ parent }) => parent !== null).map(({ id }) => id);
      expect(Object.keys(words.states).toSorted()).toEqual(named.toSorted());
    });

    test('labels do not overlap one another, states or lines', () => {
      const labels = [
        ...layout.arrows.map(({ id, label }) => ({ id, ...label })),
        ...layout.rails.map(({ id, ...rail }) => ({ ...rail, id: `${id}, gathered` })),
      ].filter(({ lines }) => lines.length > 0);
      for (const [a, b] of pairs(labels)) expect([a.id, b.id, overlap(a, b)]).toContain(false);
      for (const label of labels)
        for (const state of innermost)
          expect([label.id, state.id, overlap(label, state)]).toContain(false);
      for (const label of labels)
        for (const arrow of [...layout.arrows, ...layout.rails, ...layout.initials])
          for (const piece of pieces(arrow))
            expect([label.id, arrow, crosses(piece, label)]).toContain(false);
    });

    test('states do not overlap unless nested, and no line crosses one', () => {
      for (const [a, b] of pairs(innermost)) expect([a.id, b.id, overlap(a, b)]).toContain(false);
      for (const state of layout.states) {
        const outer = layout.states.find(({ id }) => id === state.parent);
        if (!outer) continue;
        expect(state.x).toBeGreaterThan(outer.x);
        expect(state.x + state.width).toBeLessThan(outer.x + outer.width);
        expect(state.y + state.height).toBeLessThan(outer.y + outer.height);
        const header = outer.y + 10 + outer.lines.length * LINE_HEIGHT;
        expect(state.y).toBeGreaterThanOrEqual(header);
      }
      for (const arrow of [...layout.arrows, ...layout.rails])
        for (const piece of pieces(arrow))
          for (const state of innermost)
            expect([arrow.id, state.id, crosses(piece, state)]).toContain(false);
    });

    test('no line crosses or touches the heading of a box', () => {
      const drawn = drawChart(layout).children.filter((each) => typeof each !== 'string');
      const lines = [...layout.arrows, ...layout.rails, ...layout.initials].flatMap(pieces);
      for (const box of layout.states) {
        if (box.type !== 'compound' && box.type !== 'parallel') continue;
        const { children = [] } =
          drawn.find((each) => each.attributes['data-state'] === box.id) ?? {};
        const texts = children.filter((each) => typeof each !== 'string' && each.tag === 'g');
        const [heading] = texts.flatMap((each) => (typeof each === 'string' ? [] : each.children));
        const x = Number(typeof heading === 'object' && heading.attributes.x);
        const width = Math.max(...box.lines.map(lineWidth));
        const area = {
          x: x - 6,
          y: box.y + 10,
          width: width + 6,
          height: box.lines.length * LINE_HEIGHT,
        };
        expect(x).toBeGreaterThan(box.x);
        for (const piece of lines) expect([box.id, piece, crosses(piece, area)]).toContain(false);
      }
    });

    test('no line of text is wider than its box', () => {
      for (const { width, lines } of layout.states)
        for (const line of lines) expect(lineWidth(line)).toBeLessThanOrEqual(width - 24);
      for (const { label } of layout.arrows)
        for (const line of label.lines) expect(lineWidth(line)).toBeLessThanOrEqual(label.width);
    });

    test('later states are to the right or below', () => {
      for (const { source, target } of layout.arrows) {
        const [from, to] = [source, target].map((id) =>
          layout.states.findIndex((state) => state.id === id),
        ) as [number, number];
        if (from < to)
          expect([
            source,
            target,
            isOnward(boxOf(layout, source), boxOf(layout, target)),
          ]).toContain(true);
      }
      for (const { state, ...mark } of layout.initials) {
        const first = graph.states.find(({ id }) => id === state)?.initial ?? '';
        expect(isOnward({ ...mark, width: 0, height: 0 }, boxOf(layout, first))).toBe(true);
      }
    });
  });
});

/** Returns true when the second box is to the right of the first one or below it. */
const isOnward = (from: Area, to: Area) =>
  from.x + from.width <= to.x || from.y + from.height <= to.y || from.x < to.x;

test('equal transitions of several states share a rail, each with its own line', async () => {
  const { layout } = await catalogueChart('application', 'en');
  const gathered = layout.rails.map(({ id }) => layout.arrows.filter(({ rail }) => rail === id));
  expect(
    gathered.map((stubs) => [stubs[0]?.id.split(':')[1], stubs.map(({ source }) => source)]),
  ).toEqual([
    ['application.terminate', ['qualification', 'dataRequest']],
    [
      'application.refuse',
      [
        'qualification.submitted',
        'qualification.underReview',
        'dataRequest.underReview',
        'dataRequest.withheld',
      ],
    ],
    [
      'deadline.passed',
      [
        'qualification.informationRequired',
        'dataRequest.awaited',
        'dataRequest.informationRequired',
      ],
    ],
  ]);
});

/** Smallest font size of a label or event when the picture fills a room. */
function leastName({ width, height, states, arrows, rails }: ChartLayout, room: Size): number {
  const kinds = [...states, ...rails, ...arrows.map(({ label }) => label)]
    .flatMap(({ lines }) => lines)
    .flatMap(({ kind }) => (kind === 'label' || kind === 'event' ? kind : []));
  return (
    Math.min(room.width / width, room.height / height) * Math.min(...new Set(kinds.map(fontSize)))
  );
}

test.each(languageCodes)(
  'state names of the application chart are large enough on screen and on paper in %s',
  async (language) => {
    const { layout } = await catalogueChart('application', language);
    // Page in a window of 1440 × 900, px; A4 landscape with margins of 10 mm, pt.
    expect(leastName(layout, { width: 1376, height: 700 })).toBeGreaterThanOrEqual(11);
    expect(leastName(layout, { width: 785, height: 538 })).toBeGreaterThanOrEqual(7);
  },
);

test.each(languageCodes)(
  'the chart with figures can be read as a whole at 1440 × 900 px in %s',
  async (language) => {
    const { layout } = await catalogueChart(FIGURED, language, variants.figures(language));
    const [scale, least] = [Math.min(1342 / layout.width, 640 / layout.height), fontSize('note')];
    expect(scale * least).toBeGreaterThanOrEqual(11);
  },
);

test('a detour is below the state it returns to', async () => {
  const { layout } = await catalogueChart('application', 'en');
  const [approved, suspended] = ['approved', 'suspended'].map((id) => boxOf(layout, id));
  expect(approved && suspended && suspended.y - (approved.y + approved.height)).toBeGreaterThan(0);
  expect(approved && suspended && suspended.x < approved.x + approved.width).toBe(true);
});

test.each(languageCodes)('figures fit into the space reserved for them in %s', async (language) => {
  const { layout } = await catalogueChart(FIGURED, language, variants.figures(language));
  const wording = { translate: wordsOf(language), language };
  const box = boxOf(layout, 'terminated.byHolder');
  const median = 171.5 * 86_400_000;
  const figures = { now: 12_345, overdue: 999, median, corrections: 999 };
  for (const text of stateNotes(wording, figures))
    expect(lineWidth({ kind: 'note', text })).toBeLessThanOrEqual(box.width - 4);
  for (const text of transitionNotes(wording, { share: 0.777 }))
    for (const { label } of layout.arrows.filter(({ rail }) => !rail))
      expect(lineWidth({ kind: 'note', text })).toBeLessThanOrEqual(label.width);
});

test('an event with several targets shows its conditions', async () => {
  const labelOf = async (machine: MachineName, id: string) => {
    const { layout } = await catalogueChart(machine, 'en');
    const arrow = layout.arrows.find(({ transitions }) => transitions.includes(id));
    return arrow?.label.lines.map(({ text }) => text).join(' ');
  };
  const submit = (index: number) => labelOf('challenge', `codeSent:code.submit:${index}`);
  expect(await submit(0)).toBe('Code entered the code is the right one');
  expect(await submit(1)).toBe('Code entered it is wrong code number 5 in a row');
  // Several events at one arrow get bullets. An event that stays has no condition.
  expect(await submit(2)).toBe('• Code requested • Code entered');
  // All candidates lead to one state.
  expect(await labelOf('second-factor', 'tries.locked:factor.give:0')).toBe(
    '• Secret confirmed • Second factor given • Second factor unlocked',
  );
});
