import ELK, { type ElkExtendedEdge, type ElkNode } from 'elkjs/lib/elk.bundled.js';
import type { GraphTransition, MachineGraph } from '#machines/graph/graph.ts';
import { guardText } from '#machines/graph/guard.ts';

const CHARACTER = 7;
const LINE = 16;

/** Visits by the graph's ids. */
export interface DiagramVisits {
  states: Record<string, number>;
  transitions: Record<string, number>;
}

/** The machine as an SVG: what was visited is green, the more often the stronger; the rest red. */
export async function diagram(graph: MachineGraph, visits: DiagramVisits): Promise<string> {
  const [root] = graph.states;
  const transitions = graph.transitions.filter(({ kind }) => kind !== 'initial');
  const laid: ElkNode = await new ELK().layout<ElkNode>({
    id: 'page',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'RIGHT',
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.layered.spacing.nodeNodeBetweenLayers': '60',
      'elk.spacing.edgeLabel': '4',
      'org.eclipse.elk.json.shapeCoords': 'ROOT',
      'org.eclipse.elk.json.edgeCoords': 'ROOT',
    },
    children: root ? [elkNode(graph, root.id)] : [],
    edges: transitions.map((transition) => elkEdge(transition, visits)),
  });
  const arrows = (laid.edges ?? []).map((edge) => arrow(edge, visits.transitions[edge.id] ?? 0));
  const boxes = (laid.children ?? []).flatMap((node) => box(node, visits, root?.id));
  const [width, height] = [laid.width ?? 0, laid.height ?? 0].map(Math.ceil);
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(graph.machine)}">${boxes.join('')}${arrows.join('')}</svg>`;
}

function elkNode(graph: MachineGraph, id: string): ElkNode {
  const state = graph.states.find((each) => each.id === id);
  const children = state?.children ?? [];
  const text = state?.key ?? id;
  const size = { width: text.length * CHARACTER + 24, height: 36 };
  return {
    id,
    labels: [{ text }],
    ...(children.length
      ? {
          layoutOptions: { 'elk.padding': '[top=30,left=12,bottom=12,right=12]' },
          children: children.map((child) => elkNode(graph, child)),
        }
      : size),
  };
}

function elkEdge(transition: GraphTransition, visits: DiagramVisits): ElkExtendedEdge {
  const { id, source, targets, label, guard } = transition;
  const text = `${label}${guard ? ` [${guardText(guard)}]` : ''} ×${visits.transitions[id] ?? 0}`;
  return {
    id,
    sources: [source],
    targets: [targets[0] ?? source],
    labels: [{ text, width: text.length * CHARACTER * 0.8, height: LINE }],
  };
}

function box(node: ElkNode, visits: DiagramVisits, root: string | undefined): string[] {
  const isVisited = node.id === root || (visits.states[node.id] ?? 0) > 0;
  const { x = 0, y = 0, width = 0, height = 0 } = node;
  const isOuter = (node.children?.length ?? 0) > 0;
  const at = isOuter ? { x: x + 10, y: y + 20 } : { x: x + 12, y: y + 23 };
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" class="${isVisited ? 'visited' : 'missed'}"/>`,
    `<text x="${at.x}" y="${at.y}">${escaped(node.labels?.[0]?.text ?? '')}</text>`,
    ...(node.children ?? []).flatMap((child) => box(child, visits, root)),
  ];
}

function arrow(edge: ElkExtendedEdge, count: number): string {
  const kind = count > 0 ? 'visited' : 'missed';
  const width = (1 + Math.log10(Math.max(1, count))).toFixed(1);
  const lines = (edge.sections ?? []).map(({ startPoint, bendPoints = [], endPoint }) => {
    const points = [startPoint, ...bendPoints, endPoint].map(({ x, y }) => `${x},${y}`);
    return `<polyline points="${points.join(' ')}" stroke-width="${width}" class="${kind}" marker-end="url(#${kind})"/>`;
  });
  const labels = (edge.labels ?? []).map(
    ({ x = 0, y = 0, text = '' }) =>
      `<text x="${x}" y="${y + 12}" class="${kind}">${escaped(text)}</text>`,
  );
  return [...lines, ...labels].join('');
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
