/** SVG element as plain data: tools write it as text, pages render it. */
export interface SvgNode {
  tag: string;
  attributes: Readonly<Record<string, string | number>>;
  children: readonly (SvgNode | string)[];
}

export function svg(
  tag: string,
  attributes: SvgNode['attributes'],
  ...children: readonly (SvgNode | string | null)[]
): SvgNode {
  return { tag, attributes, children: children.filter((child) => child !== null) };
}

export function svgText({ tag, attributes, children }: SvgNode): string {
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${escaped(String(value))}"`,
  );
  // HTML parsers do not decode entities inside `style`.
  const content = children.map((child) => {
    if (typeof child !== 'string') return svgText(child);
    return tag === 'style' ? child : escaped(child);
  });
  return `<${tag}${written.join('')}>${content.join('')}</${tag}>`;
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
