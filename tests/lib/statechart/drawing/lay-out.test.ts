import { expect, test } from 'vitest';
import { createMachine, fromPromise } from 'xstate';
import { html } from '#lib/statechart/chart-formats/html.ts';
import type { Area, Point } from '#lib/statechart/drawing/chart-layout.ts';
import { drawChart } from '#lib/statechart/drawing/draw-chart.ts';
import { ChartTooLarge, chartOf } from '#lib/statechart/drawing/lay-out.ts';
import { machineGraph } from '#lib/statechart/graph/graph.ts';

const twoWays = (key: string, other: string) => ({
  initial: key,
  states: { [key]: { on: { go: other } }, [other]: { on: { back: key } } },
});

/** Boxes with lines of their own, parallel regions, history, and invokes without an id. */
const boxes = createMachine({
  id: 'boxes',
  initial: 'work',
  states: {
    work: {
      type: 'parallel',
      invoke: { src: 'loadThings', onDone: 'paused' },
      on: { stop: 'paused', a: {}, b: {}, c: {}, d: {}, e: {} },
      states: {
        left: twoWays('one', 'two'),
        right: {
          ...twoWays('three', 'four'),
          states: {
            ...twoWays('three', 'four').states,
            shallow: { type: 'history', target: 'four' },
            deep: { type: 'history', history: 'deep' },
          },
        },
      },
    },
    paused: {
      invoke: { src: fromPromise(async () => {}) },
      on: { resume: '#boxes.work.right.shallow', continue: '#boxes.work.right.deep' },
    },
    box: { ...twoWays('inner', 'outer'), on: { leave: 'done' } },
    done: { on: { enter: 'box', next: 'paused' } },
  },
});

const { layout } = await chartOf(machineGraph(boxes));
const linesOf = (id: string) =>
  layout.states.find((state) => state.id === id)?.lines.map(({ text }) => text);

test('every line, initial arrows included, is horizontal or vertical', () => {
  expect(layout.initials.map(({ state }) => state)).toContain('work.left');
  for (const { points } of [...layout.arrows, ...layout.initials])
    for (const [index, { x, y }] of points.slice(1).entries())
      expect([points[index]?.x === x, points[index]?.y === y]).toContain(true);
});

test('a history has a line without a label to its default target', () => {
  const { states } = machineGraph(boxes);
  const histories = states.filter(({ type }) => type === 'history').map(({ id }) => id);
  const lines = layout.arrows.filter(({ source }) => histories.includes(source));
  expect(lines.map(({ source, target, label }) => [source, target, label.lines])).toEqual([
    ['work.right.shallow', 'work.right.four', []],
  ]);
  const drawn = JSON.stringify(drawChart(layout, { address: (kind, id) => `${kind}=${id}` }));
  expect(drawn).toContain('state=work.right.shallow"');
  // A link without a text would have no name.
  expect(drawn).not.toContain('transition=work.right.shallow:');
});

test('the root has a box only if the box shows more than the title', async () => {
  const isRootDrawn = async (on: object) => {
    const machine = createMachine({ id: 'plain', ...twoWays('one', 'two'), on });
    return (await chartOf(machineGraph(machine))).layout.states.some(({ parent }) => !parent);
  };
  expect(await isRootDrawn({})).toBe(false);
  expect(await isRootDrawn({ reset: '.one' })).toBe(true);
  expect(await isRootDrawn({ log: { actions: 'log' } })).toBe(true);
});

test('lines end at the sides of a box, away from its corners and from each other', () => {
  const box = layout.states.find(({ id }) => id === 'box') as Area;
  const ends = layout.arrows.flatMap(({ source, target, points }) => [
    ...(source === 'box' ? [points[0] as Point] : []),
    ...(target === 'box' ? [points.at(-1) as Point] : []),
  ]);
  expect(ends).toHaveLength(2);
  const corners = [box.x, box.x + box.width].flatMap((x) =>
    [box.y, box.y + box.height].map((y) => ({ x, y })),
  );
  const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
  for (const end of ends)
    for (const corner of corners) expect(distance(end, corner)).toBeGreaterThan(10);
  expect(distance(ends[0] as Point, ends[1] as Point)).toBeGreaterThan(10);
});

test('history states, invokes without an id, delays, and internal transitions have short labels', async () => {
  expect(linesOf('work.right.shallow')).toEqual(['H']);
  expect(linesOf('work.right.deep')).toEqual(['H*']);
  expect(linesOf('work')).toEqual(['work', '↻ a · b · c · d · e']);
  expect(JSON.stringify(layout.arrows)).toContain('loadThings');
  const timed = createMachine({
    initial: 'on',
    states: { on: { after: { 5000: 'off' } }, off: {} },
  });
  expect(JSON.stringify(await chartOf(machineGraph(timed)))).toContain('(5 s)');
});

test('names are escaped in the tables of a page', async () => {
  const { on, ...rest } = { ...twoWays('<b>', 'two'), on: { '"<i>': { actions: 'log' } } };
  const page = html(await chartOf(machineGraph(createMachine({ id: 'escaped', on, ...rest }))));
  expect(page).toContain('<td>&lt;b&gt;</td>');
  expect(page).toContain('<th scope="row">&quot;&lt;i&gt;</th>');
  expect(page).not.toMatch(/<[bi]>/);
});

test('a machine of 150 states and 300 transitions is drawn coarsely, and the page says so', async () => {
  const target = (index: number) => `state${(index * 7 + 3) % 150}`;
  const flat = createMachine({
    id: 'flat',
    initial: 'state0',
    states: Object.fromEntries(
      Array.from({ length: 150 }, (_, index) => [
        `state${index}`,
        { on: { next: `state${(index + 1) % 150}`, jump: target(index) } },
      ]),
    ),
  });
  const chart = await chartOf(machineGraph(flat));
  expect(html(chart)).toContain('drawn coarsely');
  expect(html({ ...chart, layout })).not.toContain('drawn coarsely');
}, 60_000);

test('a failure of the layout engine is reported as a chart that is too large', async () => {
  const engine = () => Promise.reject(new RangeError('Maximum call stack size exceeded'));
  const failed = chartOf(machineGraph(boxes), { engine });
  await expect(failed).rejects.toThrow(ChartTooLarge);
  await expect(failed).rejects.toThrow(
    'boxes is too large to draw (15 states and 23 transitions).',
  );
});
