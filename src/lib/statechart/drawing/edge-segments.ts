export type Direction = 'RIGHT' | 'DOWN';

export interface Tree {
  parentOf: (id: string) => string;
  directionOf: (id: string) => Direction;
  hasChildren: (id: string) => boolean;
}

interface Port {
  id: string;
  owner: string;
  side: 'EAST' | 'WEST' | 'NORTH' | 'SOUTH';
}

export interface Segment {
  id: string;
  container: string;
  from: string;
  to: string;
  ports: readonly Port[];
  /** The segment is in the innermost box around both ends. The label is placed on it. */
  isMiddle: boolean;
}

/** Splits a line between two boxes at the borders. Lines of a bundle share segments. */
export function segmentsBetween(
  tree: Tree,
  [from, to]: readonly [string, string],
  bundle: string,
): Segment[] {
  if (from === to) {
    const container = tree.parentOf(from);
    return [{ id: `${bundle}: ${from} itself`, container, from, to, ports: [], isMiddle: true }];
  }
  const ups = withAncestors(tree, from);
  const downs = withAncestors(tree, to);
  const common = ups.find((id) => downs.includes(id)) ?? '';
  const leaving = ups.slice(0, ups.indexOf(common));
  const entering = downs.slice(0, downs.indexOf(common));
  const port = (owner: string, way: 'out' | 'in'): Port => {
    const isDown = tree.directionOf(tree.parentOf(owner)) === 'DOWN';
    const side = isDown ? (way === 'out' ? 'SOUTH' : 'NORTH') : way === 'out' ? 'EAST' : 'WEST';
    return { id: `${owner}|${bundle}|${way}`, owner, side };
  };
  // A line between a box and one of its descendants begins or ends at the inner side of the border.
  const begin = leaving.length === 0 ? port(common, 'in') : null;
  const end = entering.length === 0 ? port(common, 'out') : null;
  const outs = leaving.slice(1).map((id) => port(id, 'out'));
  const ins = entering.slice(1).map((id) => port(id, 'in'));
  // If the outer box's port is across its layout direction, the inner box gets a port on the same
  // side, because ELK would attach the line to the corner of the inner box.
  const endOf = (id: string, outer: Port | undefined, way: 'out' | 'in'): string | Port =>
    outer && isAcross(tree.directionOf(outer.owner), outer.side)
      ? { id: `${id}|${bundle}|${outer.side}`, owner: id, side: outer.side }
      : tree.hasChildren(id)
        ? port(id, way)
        : id;
  const stops = [
    begin ?? endOf(from, outs[0], 'out'),
    ...outs,
    ...ins.toReversed(),
    end ?? endOf(to, ins[0], 'in'),
  ];
  const containers = [
    ...outs.map(({ owner }) => owner),
    common,
    ...ins.toReversed().map(({ owner }) => owner),
  ];
  const nameOf = (stop: string | Port) => (typeof stop === 'string' ? stop : stop.id);
  return containers.map((container, index) => {
    const [a, b] = [stops[index] ?? '', stops[index + 1] ?? ''];
    return {
      id: `${bundle}: ${nameOf(a)} → ${nameOf(b)}`,
      container,
      from: nameOf(a),
      to: nameOf(b),
      ports: [a, b].filter((stop) => typeof stop !== 'string'),
      isMiddle: container === common,
    };
  });
}

const isAcross = (inside: Direction, side: Port['side']) =>
  (inside === 'DOWN') === (side === 'EAST' || side === 'WEST');

function withAncestors(tree: Tree, id: string): string[] {
  const parent = tree.parentOf(id);
  return parent === id ? [id] : [id, ...withAncestors(tree, parent)];
}
