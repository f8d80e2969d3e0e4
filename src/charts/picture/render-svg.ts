import { createElement, type MouseEvent, type ReactElement } from 'react';
import type { SvgNode } from '#lib/statechart/drawing/svg-node.ts';

export interface LinkHandling {
  /** State or transition in the tab order. Arrow keys move from there (roving tabindex). */
  current: string;
  follow: (event: MouseEvent<SVGElement>, href: string) => void;
}

const names: Record<string, string> = {
  class: 'className',
  'text-anchor': 'textAnchor',
};

export function renderSvg(
  { tag, attributes, children }: SvgNode,
  links: LinkHandling,
  owner = '',
  key = 0,
): ReactElement {
  const id = String(attributes['data-state'] ?? attributes['data-transition'] ?? owner);
  const props = Object.entries(attributes).map(([name, value]) => [
    names[name] ?? name,
    name === 'style' ? styleOf(String(value)) : value,
  ]);
  const properties = {
    ...Object.fromEntries(props),
    ...(tag === 'a' && linkOf(attributes, id, links)),
  };
  return createElement(
    tag,
    { ...properties, key },
    ...children.map((child, index) =>
      typeof child === 'string' ? child : renderSvg(child, links, id, index),
    ),
  );
}

function linkOf({ href }: SvgNode['attributes'], id: string, { current, follow }: LinkHandling) {
  return {
    tabIndex: id === current ? 0 : -1,
    onClick: (event: MouseEvent<SVGElement>) => follow(event, String(href)),
  };
}

/** Converts the only inline style of pictures, the width of a line, to React's format. */
function styleOf(text: string) {
  return { strokeWidth: text.replace('stroke-width:', '') };
}
