import { type ESTree, parseSync } from 'rolldown/utils';

/** A node of the syntax tree, read by the operators as they need. Offsets are UTF-16 units. */
export interface Node {
  type: string;
  start: number;
  end: number;
  /** Whatever else the kind of node has. */
  [field: string]: unknown;
}

/** A node with those it stands in, the nearest first. */
export interface Found {
  node: Node;
  above: readonly Node[];
}

/** Parses TypeScript or TSX; gives every node that is there at run time. */
export function parseSource(file: string, source: string): Found[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: Found[] = [];
  visit(program as ESTree.Program & Node, [], found);
  return found;
}

/** Expressions with a type beside them: what is in them is there at run time. */
const typed = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);
const left = new Set(['ImportDeclaration', 'ExportAllDeclaration']);

function visit(node: Node, above: readonly Node[], found: Found[]): void {
  if (left.has(node.type) || (node.type.startsWith('TS') && !typed.has(node.type))) return;
  found.push({ node, above });
  const inside = [node, ...above];
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) visit(child, inside, found);
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The nodes of a list that a field holds. */
export const nodesIn = (value: unknown): Node[] =>
  Array.isArray(value) ? value.filter(isNode) : [];

/** Functions that have a body, from the innermost out. */
export const functionsOf = ({ node, above }: Found): Node[] =>
  [node, ...above].filter(({ type, body }) => /Function/.test(type) && isNode(body));

export const nameOf = (node: unknown): string =>
  isNode(node) ? String(node.name ?? node.value ?? '') : '';

/** The method that a call names, e.g. `where` of `db.where(…)`. */
export function methodOf({ type, callee }: Node): string {
  if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return '';
  return nameOf(callee.property);
}

/** The object that a method is called on. */
export const objectOf = ({ callee }: Node): Node => (callee as Node).object as Node;
