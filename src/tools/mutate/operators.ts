import { droppedWhere, isCondition } from './dropped-where.ts';
import type { Edit, Operator, Place } from './operator.ts';
import { rawSql } from './raw-sql.ts';
import { methodOf, type Node, nameOf, nodesIn, objectOf } from './syntax.ts';

const none: Edit[] = [];
const operandsOf = ({ left, right }: Node) => [left as Node, right as Node] as const;

const exchange = (pairs: readonly (readonly [string, string])[]) =>
  new Map(pairs.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]));

const opposite = exchange([
  ['===', '!=='],
  ['&&', '||'],
]);
const edges = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
]);
const sums = exchange([
  ['+', '-'],
  ['*', '/'],
]);
const methods = exchange([
  ['some', 'every'],
  ['min', 'max'],
  ['floor', 'ceil'],
  ['add', 'subtract'],
]);
/** Calls of a chain that can be left out, and the chain goes on. */
const links =
  /^(orderBy|limit|offset|filter|check|header|attr|\$if|slice|trim|toLowerCase|sort|toSorted|reverse|toReversed|catch|on|distinct)$/;

const withOperator = ({ node, textOf }: Place, operator: string): Edit[] => {
  const [left, right] = operandsOf(node);
  return [{ node, text: `(${textOf(left)} ${operator} ${textOf(right)})` }];
};

const condition: Operator = (place) => {
  const { node, textOf } = place;
  if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') {
    const test = node.test as Node;
    return [{ node: test, text: `!(${textOf(test)})` }];
  }
  if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') {
    const other = opposite.get(String(node.operator));
    const sides = node.type === 'LogicalExpression' ? operandsOf(node) : [];
    return [
      ...(other ? withOperator(place, other) : none),
      ...sides.map((side) => ({ node, text: `(${textOf(side)})` })),
    ];
  }
  if (node.type === 'Literal' && typeof node.value === 'boolean')
    return [{ node, text: String(!node.value) }];
  return none;
};

/** `a < b ? -1 : 1`: how far from naught tells a sort nothing. */
const isOrder = ({ node, above: [parent, next] }: Place) =>
  node.value === 1 &&
  (parent?.type === 'UnaryExpression' ? next : parent)?.type === 'ConditionalExpression';

/** `tabIndex={-1}`: of any number below naught the same is true. */
const isUnreachable = ({ above }: Place) =>
  above[0]?.type === 'UnaryExpression' &&
  above.slice(1, 3).some(({ name, key }) => [name, key].map(nameOf).includes('tabIndex'));

const limit: Operator = (place) => {
  const { node } = place;
  if (node.type === 'BinaryExpression') {
    const other = edges.get(String(node.operator));
    return other ? withOperator(place, other) : none;
  }
  if (node.type !== 'Literal' || typeof node.value !== 'number') return none;
  if (isOrder(place) || isUnreachable(place)) return none;
  return [{ node, text: String(node.value + 1) }];
};

/** Comparisons and orders that stand in a string, as a query has them. */
const query: Operator = ({ node, above }) => {
  if (node.type !== 'Literal' || above[0]?.type !== 'CallExpression') return none;
  const other = edges.get(String(node.value)) ?? queryWords.get(String(node.value));
  return other ? [{ node, text: `'${other}'` }] : none;
};
const queryWords = exchange([
  ['=', '!='],
  ['in', 'not in'],
  ['is', 'is not'],
  ['asc', 'desc'],
]);

const unit: Operator = (place) => {
  const { node, textOf } = place;
  if (node.type !== 'BinaryExpression') return none;
  const other = sums.get(String(node.operator));
  if (!other) return none;
  const [left] = operandsOf(node);
  // A factor or a summand that is left out: seconds for milliseconds.
  return [...withOperator(place, other), { node, text: `(${textOf(left)})` }];
};

const awaiting: Operator = ({ node, above, textOf }) => {
  if (node.type !== 'AwaitExpression') return none;
  // What returns a promise is waited for as well, unless what it throws is caught here.
  const isGiven = /^(ReturnStatement|ArrowFunctionExpression)$/.test(above[0]?.type ?? '');
  if (isGiven && !above.some(({ type }) => type === 'TryStatement')) return none;
  return [{ node, text: `(${textOf(node.argument as Node)})` }];
};

const earlyReturn: Operator = ({ node }) => {
  if (node.type !== 'IfStatement' || node.alternate) return none;
  const { type, body } = node.consequent as Node;
  const only = type === 'BlockStatement' ? nodesIn(body).at(-1)?.type : type;
  const leaves = ['ReturnStatement', 'ThrowStatement', 'ContinueStatement'];
  return only && leaves.includes(only) ? [{ node, text: '' }] : none;
};

const isText = ({ type }: Node) => /^(Literal|TemplateLiteral)$/.test(type);
const isValue = ({ type }: Node) => !/Function|^(Object|Array)Expression$/.test(type);

const swappedArguments: Operator = ({ node, textOf }) => {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return none;
  const [one, other] = nodesIn(node.arguments);
  if (!one || !other || textOf(one) === textOf(other)) return none;
  // The compiler refuses nearly every other pair.
  if (!isValue(one) || !isValue(other) || isText(one) !== isText(other)) return none;
  // Of these the order says nothing.
  if (/^(min|max|check)$/.test(methodOf(node))) return none;
  if (one.type === 'SpreadElement' || other.type === 'SpreadElement') return none;
  const both = { ...node, start: one.start, end: other.end };
  return [{ node: both, text: `${textOf(other)}, ${textOf(one)}` }];
};

const droppedArgument: Operator = ({ node, textOf }) => {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return none;
  const given = nodesIn(node.arguments);
  const last = given.at(-1);
  const before = given.at(-2);
  if (!last || !before) return none;
  return [{ node: { ...last, start: before.end }, text: '' }].filter(() => textOf(last) !== '');
};

const droppedCall: Operator = ({ node, textOf }) =>
  links.test(methodOf(node)) && !isCondition(node)
    ? [{ node, text: textOf(objectOf(node)) }]
    : none;

const exchangedMethod: Operator = ({ node }) => {
  const other = methods.get(methodOf(node));
  // That of an instant takes a duration; a set has no other.
  const [given] = nodesIn(node.arguments);
  if (/^(add|subtract)$/.test(other ?? '') && given?.type !== 'ObjectExpression') return none;
  return other ? [{ node: (node.callee as Node).property as Node, text: other }] : none;
};

const droppedStatement: Operator = ({ node, above }) => {
  const [parent] = above;
  if (node.type !== 'ExpressionStatement' || 'directive' in Object(node)) {
    if (node.type !== 'ExpressionStatement') return none;
    if (node.directive !== null && node.directive !== undefined) return none;
  }
  // In the one place where a statement has to stand there is an empty one.
  return [{ node, text: parent?.type === 'BlockStatement' ? '' : ';' }];
};

const droppedProperty: Operator = ({ node, above }) => {
  const isValue = above[0]?.type === 'ObjectExpression';
  if (!isValue || !/^(Property|SpreadElement)$/.test(node.type)) return none;
  return [{ node, text: '...{}' }];
};

const fallback: Operator = ({ node, textOf }) => {
  if (node.type !== 'LogicalExpression' || node.operator !== '??') return none;
  return operandsOf(node).map((side) => ({ node, text: `(${textOf(side)})` }));
};

const timeZone: Operator = ({ node, above }) => {
  if (node.type === 'Literal' && node.value === 'UTC')
    return ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].map((zone) => ({ node, text: `'${zone}'` }));
  if (node.type !== 'Identifier' || above[0]?.type !== 'MemberExpression') return none;
  const local = String(node.name).replace(/^([gs]et)UTC/, '$1');
  return local === node.name ? none : [{ node, text: local }];
};

/** Attributes that are seen as ink alone, by browser tests; and the key, that nobody sees. */
const ink =
  /^(key|class(Name|Names)|style|styles|variant|color|c|bg|size|radius|gap|justify|align|wrap|fill|stroke|strokeWidth|viewBox|[mp][xytbse]?|fw|fz|[wh])$/;

const word: Operator = ({ node, above, textOf }) => {
  if (node.type === 'JSXText' && textOf(node).trim() !== '') return [{ node, text: ' ' }];
  if (node.type === 'JSXAttribute')
    return ink.test(nameOf(node.name)) ? none : [{ node, text: '' }];
  const isInText = /^JSX(Element|Fragment)$/.test(above[0]?.type ?? '');
  if (node.type === 'JSXExpressionContainer' && isInText) return [{ node, text: '' }];
  if (node.type === 'JSXElement' && isInText) return [{ node, text: '' }];
  return none;
};

/** Every kind of fault, by the name that `--operator` takes. */
export const operators: Readonly<Record<string, Operator>> = {
  condition,
  limit,
  query,
  unit,
  await: awaiting,
  'early-return': earlyReturn,
  'swapped-arguments': swappedArguments,
  'dropped-argument': droppedArgument,
  'dropped-call': droppedCall,
  'raw-sql': rawSql,
  'dropped-where': droppedWhere,
  'exchanged-method': exchangedMethod,
  'dropped-statement': droppedStatement,
  'dropped-property': droppedProperty,
  fallback,
  'time-zone': timeZone,
  word,
};
