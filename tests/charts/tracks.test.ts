import { describe, expect, test } from 'vitest';
import { along, sceneAt, tracksOf } from '#charts/animation/tracks.ts';
import type { ChartLayout, StateBox } from '#lib/statechart/drawing/chart-layout.ts';
import type { MachineGraph } from '#lib/statechart/graph/graph.ts';

const box = (id: string, x: number): StateBox => ({
  ...{ id, label: id, type: 'atomic', parent: null, lines: [] },
  ...{ x, y: 0, width: 40, height: 20 },
});
const label = { x: 0, y: 0, width: 0, height: 0, lines: [] };
const submitted = 'qualification.submitted';
const reviewed = 'qualification.underReview';
const refused = 'terminated.byHolder';
const layout = {
  states: [box(submitted, 0), box(reviewed, 100), box(refused, 200)],
  arrows: [
    {
      ...{ id: 'start', transitions: ['t1'], source: submitted, target: reviewed, label },
      points: [
        { x: 40, y: 10 },
        { x: 100, y: 10 },
      ],
    },
    {
      ...{ id: 'refuse', transitions: ['t2'], source: reviewed, target: refused, label },
      ...{ rail: 'rail' },
      points: [
        { x: 140, y: 10 },
        { x: 160, y: 10 },
      ],
    },
  ],
  rails: [
    {
      ...{ id: 'rail', target: refused, lines: [], x: 0, y: 0, width: 0, height: 0 },
      points: [
        { x: 160, y: 10 },
        { x: 200, y: 10 },
      ],
    },
  ],
} as unknown as ChartLayout;
const graph = {
  transitions: [
    { id: 't1', source: submitted, event: 'review.start', targets: [reviewed] },
    { id: 't2', source: 'qualification', event: 'application.refuse', targets: [refused] },
  ],
} as unknown as MachineGraph;

const step = (at: number, event: string, state: typeof submitted | null, waitsFor = 'holder') =>
  ({ at, event, state, waitsFor }) as never;
const tracks = tracksOf(
  [
    {
      number: 'A',
      steps: [
        step(0, 'application.file', submitted),
        step(100, 'review.start', reviewed as typeof submitted),
        step(200, 'application.refuse', refused as typeof submitted, 'ended'),
      ],
    },
    { number: 'B', steps: [step(50, 'application.file', submitted)] },
  ],
  { layout, graph },
);
const placeOf = (at: number, key: string) => {
  const { moving, resting } = sceneAt(tracks, at, 20);
  const rests = resting.find(({ tokens }) => tokens.some((token) => token.key === key));
  const moves = moving.find((token) => token.key === key);
  return rests ? rests.box.id : moves && [moves.x, moves.y, moves.party];
};

describe('an application in the animation', () => {
  test('is not there before it was filed', () => {
    expect(placeOf(49, 'B')).toBeUndefined();
    expect(placeOf(50, 'B')).toBe(submitted);
  });

  test('rests in its state, goes along the arrow that it took, and rests again', () => {
    expect(placeOf(80, 'A')).toBe(submitted);
    expect(placeOf(90, 'A')).toEqual([70, 10, 'holder']);
    expect(placeOf(100, 'A')).toBe(reviewed);
  });

  test('goes on through the rail that gathers arrows', () => {
    expect(placeOf(185, 'A')).toEqual([155, 10, 'holder']);
    expect(placeOf(195, 'A')).toEqual([185, 10, 'holder']);
    expect(placeOf(9999, 'A')).toBe(refused);
  });

  test('is in its state at once where motion is not wanted', () => {
    expect(sceneAt(tracks, 99, 0).moving).toEqual([]);
  });

  test('takes a step that the chart does not have straight across', () => {
    const [track] = tracksOf(
      [
        {
          number: null,
          steps: [
            step(0, 'application.file', submitted),
            step(10, 'no.such', refused as typeof submitted),
          ],
        },
      ],
      { layout, graph },
    );
    expect(track?.steps[1]?.way).toEqual([
      { x: 20, y: 10 },
      { x: 220, y: 10 },
    ]);
  });

  test('goes along the arrow of its own state, or of the state around that', () => {
    const line = (y: number) => [
      { x: 0, y },
      { x: 9, y },
    ];
    const arrow = (id: string, source: string, y: number) => ({
      ...{ id, transitions: [id], source, target: refused, label, points: line(y) },
    });
    const own = tracksOf(
      [submitted, reviewed].map((state) => ({
        number: state,
        steps: [step(0, 'was', state as typeof submitted), step(1, 'end', refused as never)],
      })),
      {
        layout: {
          ...layout,
          arrows: [
            arrow('of neither', 'qualification.sub', 1),
            arrow('of one', submitted, 3),
            arrow('of all', 'qualification', 2),
          ],
          rails: [],
        } as unknown as ChartLayout,
        graph: {
          transitions: ['of neither', 'of all', 'of one'].map((id) => ({
            ...{ id, event: 'end', targets: [refused] },
          })),
        } as unknown as MachineGraph,
      },
    );
    expect(own.map(({ steps }) => steps[1]?.way)).toEqual([line(3), line(2)]);
  });

  test('in a state of an earlier release is not in the picture', () => {
    const gone = tracksOf([{ number: null, steps: [step(0, 'was', null)] }], { layout, graph });
    expect(sceneAt(gone, 1, 20)).toEqual({ moving: [], resting: [] });
  });

  test('stands beside the others of its state, closer the more they are', () => {
    const many = tracksOf(
      Array.from({ length: 19 }, (_, index) => ({
        number: `N${index}`,
        steps: [step(0, 'application.file', submitted)],
      })),
      { layout, graph },
    );
    const tokens = sceneAt(many, 1, 20).resting[0]?.tokens ?? [];
    expect(tokens.map(({ x }) => x)).toEqual(tokens.map((_, index) => 2 * (index + 1)));
    expect(new Set(tokens.map(({ y }) => y))).toEqual(new Set([20]));
  });
});

test('a point along a line is where its share of the length is', () => {
  const corner = [
    { x: 0, y: 0 },
    { x: 30, y: 0 },
    { x: 30, y: 10 },
  ];
  expect(along(corner, 0)).toEqual({ x: 0, y: 0 });
  expect(along(corner, 0.5)).toEqual({ x: 20, y: 0 });
  expect(along(corner, 0.875)).toEqual({ x: 30, y: 5 });
  expect(along(corner, 1)).toEqual({ x: 30, y: 10 });
});
