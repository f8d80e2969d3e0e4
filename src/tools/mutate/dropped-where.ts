import type { Operator } from './operator.ts';
import { methodOf, type Node, nodesIn, objectOf } from './syntax.ts';

/** Those that narrow a query to rows, and those of a join, which compare three things. */
const narrows = /^(where|whereRef|having|havingRef)$/;
const joins = /^(on|onRef)$/;

/** Tests that a call narrows a query. */
export const isCondition = (node: Node) =>
  narrows.test(methodOf(node)) ||
  (joins.test(methodOf(node)) && nodesIn(node.arguments).length === 3);

/** Leaves a condition of a query out: other rows are read, changed or removed as well. */
export const droppedWhere: Operator = ({ node, textOf }) => {
  if (isCondition(node)) return [{ node, text: textOf(objectOf(node)) }];
  const [list] = methodOf(node) === 'and' ? nodesIn(node.arguments) : [];
  const members = list?.type === 'ArrayExpression' ? nodesIn(list.elements) : [];
  return members.map((dropped) => {
    const rest = members.filter((member) => member !== dropped);
    return { node: list as Node, text: `[${rest.map(textOf).join(', ')}]` };
  });
};
