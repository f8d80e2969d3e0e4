import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'rolldown/utils';
import { expect, test } from 'vitest';

interface Node {
  type: string;
  start: number;
  end: number;
  // biome-ignore lint/suspicious/noExplicitAny: fields of an ESTree node, read by its type.
  [field: string]: any;
}

/** Lingui's macros, whose texts `TranslatedText` wraps in elements. */
const macros = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal']);
const nameOf = (element: Node): string => element.openingElement?.name.name ?? '';
const isMacro = (node: Node) => node.type === 'JSXElement' && macros.has(nameOf(node));

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;
const partsOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const allIn = (node: Node): Node[] => [node, ...partsOf(node).flatMap(allIn)];

/** Return values of a function, without those of nested functions. */
function returnedBy({ body }: Node): Node[] {
  if (body.type !== 'BlockStatement') return [body];
  const found: Node[] = [];
  const visit = (node: Node) => {
    if (node.type === 'ReturnStatement') found.push(node.argument);
    else if (!/Function/.test(node.type)) partsOf(node).forEach(visit);
  };
  visit(body);
  return found.filter(Boolean);
}

/** Texts that React would render as text nodes with siblings. */
function bareTexts(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  expect(errors).toEqual([]);
  const nodes = allIn(program as unknown as Node);
  /** Definitions by name: functions, values, and types of properties. */
  const named = (name: string): Node[] =>
    nodes.flatMap((node) => {
      if (/^(FunctionDeclaration|VariableDeclarator)$/.test(node.type) && node.id?.name === name)
        return node.id.typeAnnotation ?? node.init ?? (node.body ? node : []);
      const typed = node.type === 'TSPropertySignature' ? node.key : node;
      return typed.type === 'Identifier' && typed.name === name ? (node.typeAnnotation ?? []) : [];
    });

  /** Whether an expression renders elements or nothing, and never a text. */
  function isElements(node: Node): boolean {
    switch (node.type) {
      case 'JSXElement':
      case 'JSXFragment':
        return true;
      case 'Literal':
        return node.value === null || typeof node.value === 'boolean';
      case 'LogicalExpression':
        return isElements(node.right) && (node.operator === '&&' || isElements(node.left));
      case 'ConditionalExpression':
        return isElements(node.consequent) && isElements(node.alternate);
      case 'ChainExpression':
      case 'ParenthesizedExpression':
        return isElements(node.expression);
      case 'Identifier':
        return node.name === 'undefined' || isNamedElements(node.name);
      case 'MemberExpression':
        return isNamedElements(node.property.name);
      case 'CallExpression': {
        const { callee } = node;
        if (callee.name === 'createPortal') return isElements(node.arguments[0]);
        if (callee.type === 'Identifier') return isNamedElements(callee.name);
        return /^(flatMap|map)$/.test(callee.property?.name) && isElements(node.arguments[0]);
      }
      case 'ArrowFunctionExpression':
      case 'FunctionDeclaration':
        return returnedBy(node).every(isElements);
      case 'TSTypeAnnotation':
        return /\b(Elements|ReactElement)\b/.test(source.slice(node.start, node.end));
      default:
        return false;
    }
  }
  function isNamedElements(name: string): boolean {
    const found = named(name);
    return found.length > 0 && found.every(isElements);
  }

  const isMessage = new Set(
    nodes.filter(isMacro).flatMap((macro) => macro.children.flatMap(allIn)),
  );
  const wrong = new Set<Node>();
  for (const node of nodes) {
    if (/^JSX(Element|Fragment)$/.test(node.type) && !isMacro(node)) {
      const children: Node[] = node.children.filter(
        (child: Node) => !/^\s*\n\s*$/.test(child.value ?? '') && !isComment(child),
      );
      if (children.length === 1 && node.type === 'JSXElement') continue;
      // Lingui joins the texts and values in an element of a message.
      if (isMessage.has(node) && !children.some(({ type }) => type === 'JSXElement')) continue;
      for (const [index, child] of children.entries()) {
        if (isSpace(child)) {
          // React inserts nodes before their next sibling, which must be an element.
          const before = children[index - 1];
          if (node.type === 'JSXFragment' || (before && !isAlwaysThere(before))) wrong.add(child);
        } else if (child.type === 'JSXText') wrong.add(child);
        else if (child.type === 'JSXExpressionContainer' && !isElements(child.expression))
          wrong.add(child);
      }
    }
    if (node.type === 'JSXOpeningElement' && inputs.has(node.name.name))
      for (const { name, value } of node.attributes)
        if (name?.name === 'label' && !isElements(value.expression ?? value)) wrong.add(value);
    const isComponent =
      /^[A-Z]/.test(node.id?.name ?? '') && /Function|VariableDeclarator/.test(node.type);
    const component = isComponent ? (node.init ?? node) : null;
    if (component?.body && /Function/.test(component.type))
      for (const value of returnedBy(component))
        if (!isElements(value) && !isChildren(value)) wrong.add(value);
  }
  return [...wrong].map(({ start, end }) => {
    const line = source.slice(0, start).split('\n').length;
    return `${file}:${line} ${source.slice(start, end).trim().replace(/\s+/g, ' ')}`;
  });
}

/** Mantine's fields, whose label is followed by an asterisk if they are required. */
const inputs = new Set(['TextInput', 'Textarea', 'NativeSelect']);
/** Components that always render an element. */
const alwaysThere = new Set([...macros, 'Glyph', 'Link', 'Button', 'StatusBadge']);
const isAlwaysThere = (node: Node) =>
  node.type === 'JSXElement' && (/^[a-z]/.test(nameOf(node)) || alwaysThere.has(nameOf(node)));
const isComment = ({ type, expression }: Node) =>
  type === 'JSXExpressionContainer' && expression.type === 'JSXEmptyExpression';
const isSpace = ({ value, expression }: Node) => /^\s*$/.test(value ?? expression?.value ?? '.');
/** Children of a component, or the `fallback` of `usePageQuery`. */
const isChildren = ({ name, property }: Node) =>
  ['children', 'fallback'].includes(name ?? property?.name);

/**
 * Marks of the server in prerendered pages, which React does not hydrate; and the wrapper itself.
 */
const exempt = ['src/ui/frame/server-part.tsx', 'src/ui/language/translated-text.tsx'];

test('a text with siblings, or a conditional text, has its own element', () => {
  const files = globSync('src/**/*.tsx').filter((file) => !exempt.includes(file));
  expect(files.flatMap((file) => bareTexts(file, readFileSync(file, 'utf8')))).toEqual([]);
});

test.each([
  ['<p>{isDone && t`Done`} <b>now</b></p>', ['{isDone && t`Done`}', '']],
  ['<p>{a} text {b}</p>', ['{a}', 'text', '{b}']],
  ['<p>{isDone ? <b>now</b> : words[state]}<i /></p>', ['{isDone ? <b>now</b> : words[state]}']],
  ['<>{label}</>', ['{label}']],
  ['<p>{isLate && <b>late</b>} <i /></p>', ['']],
  ['<ul>{names.map((name) => name.short)}<li /></ul>', ['{names.map((name) => name.short)}']],
  ['<p><Trans>Sent {number}</Trans> {at}</p>', ['{at}']],
  ['<Trans>Sent <b>to <i>{name}</i> now</b></Trans>', ['to', 'now']],
  ['<TextInput label={t`Name`} />', ['{t`Name`}']],
  ['<p>{isDone ? t`Done` : t`Open`}</p>', []],
  ['<p><b>{name}</b> <span>{text}</span>{isDone && <Trans>Done</Trans>}</p>', []],
  ['<p><Trans>Sent to <b>the owner of {name}</b></Trans> <i /></p>', []],
])('bareTexts finds each text without its own element in %s', (jsx, wrong) => {
  const found = bareTexts('example.tsx', `const example = () => ${jsx};`);
  expect(found.map((place) => place.replace('example.tsx:1', '').trim())).toEqual(wrong);
});

test('bareTexts finds a component that renders only a text', () => {
  const source = 'function Due({ day }) { if (!day) return "–"; return <b>{day}</b>; }';
  expect(bareTexts('example.tsx', source)).toEqual(['example.tsx:1 "–"']);
});
