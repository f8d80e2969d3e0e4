import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Glyph, type GlyphName, Mark } from '#ui/brand/glyph.tsx';

const all: Record<GlyphName, true> = {
  arrow: true,
  back: true,
  check: true,
  clock: true,
  close: true,
  dense: true,
  copy: true,
  download: true,
  file: true,
  info: true,
  more: true,
  pause: true,
  print: true,
  plus: true,
  person: true,
  building: true,
  reply: true,
  roomy: true,
  stop: true,
  upload: true,
  warning: true,
};
const glyphNames = Object.keys(all) as GlyphName[];

/** What an element needs to be seen. */
const needed: Record<string, readonly string[]> = {
  svg: ['viewBox', 'width', 'height', 'aria-hidden', 'focusable'],
  rect: ['width', 'height', 'rx', 'fill'],
  path: ['d'],
  circle: ['cx', 'cy', 'r', 'fill'],
};

/** Elements of a drawing with their attributes. */
const elementsOf = (markup: string) =>
  [...markup.matchAll(/<(\w+)([^>]*)>/g)].map(([, name = '', rest = '']) => ({
    name,
    attributes: Object.fromEntries(
      [...rest.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
    ) as Record<string, string>,
  }));

function expectDrawn(markup: string) {
  for (const { name, attributes } of elementsOf(markup))
    for (const attribute of needed[name] ?? ['no such element'])
      expect(attributes[attribute], `${attribute} of ${name} in ${markup}`).toMatch(/\S/);
}

test.each(glyphNames)('the glyph «%s» is a line of its own, in the colour of the text', (name) => {
  const markup = renderToStaticMarkup(createElement(Glyph, { name }));
  expectDrawn(markup);
  expect(elementsOf(markup)[0]?.attributes).toMatchObject({
    viewBox: '0 0 20 20',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.8',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
    focusable: 'false',
  });
  const same = glyphNames.filter(
    (other) => renderToStaticMarkup(createElement(Glyph, { name: other })) === markup,
  );
  expect(same).toEqual([name]);
});

test('the sign is a road whose lane turns into data', () => {
  const markup = renderToStaticMarkup(createElement(Mark));
  expectDrawn(markup);
  const drawn = elementsOf(markup);
  expect(drawn.map(({ name }) => name)).toEqual([
    ...['svg', 'rect', 'path', 'path', 'circle', 'circle', 'circle'],
  ]);
  expect(drawn.map(({ attributes }) => attributes.fill).filter(Boolean)).toEqual([
    '#f2b33d',
    '#0a3f47',
    ...Array(4).fill('#fff'),
  ]);
});
