import { createElement, type MouseEvent, type ReactElement } from 'react';
import type { SvgNode } from '#lib/statechart/drawing/svg-node.ts';

export interface LinkHandling {
  /** The state or transition that Tab leads to; arrow keys lead on from there. */
  current: string;
  follow: (event: MouseEvent<SVGElement>, href: string) => void;
}

const names: Record<string, string> = {
  class: 'className',
  'text-anchor': 'textAnchor',
};

/** The picture's data as React elements; of all its links one is in the order of Tab. */
export function renderSvg(
  { tag, attributes, children }: SvgNode,
  links: LinkHandling,
  owner = '',
  key = 0,
): ReactElement {
  const id = String(attributes['data-state'] ?? attributes['data-transition'] ?? owner);
  const given = Object.entries(attributes).map(([name, value]) => [
    names[name] ?? name,
    name === 'style' ? styleOf(String(value)) : value,
  ]);
  const properties = {
    ...Object.fromEntries(given),
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

/** The one declaration that a picture's elements carry: a line's width. */
function styleOf(text: string) {
  return { strokeWidth: text.replace('stroke-width:', '') };
}
