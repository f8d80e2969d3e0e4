import { Trans, useLingui } from '@lingui/react/macro';
import { Button, useMantineStyleNonce } from '@mantine/core';
import {
  type CSSProperties,
  createElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router-dom';
import { sheetOf } from '#lib/statechart/chart-formats/html.ts';
import type { ChartLayout } from '#lib/statechart/drawing/chart-layout.ts';
import { shapes } from '#lib/statechart/drawing/chart-style.ts';
import { type Drawing, drawChart } from '#lib/statechart/drawing/draw-chart.ts';
import type { SvgNode } from '#lib/statechart/drawing/svg-node.ts';
import { fontSize } from '#lib/statechart/drawing/text-lines.ts';
import type { Elements } from '#ui/elements.ts';
import { MoreMenu } from '#ui/menu/more-menu.tsx';
import styles from './chart-picture.module.css';
import { drawnAs, isWalkKey, placeOf, walk } from './places.ts';
import { useView } from './use-view.ts';

interface ChartPictureProps {
  layout: ChartLayout;
  marks?: Drawing['marks'];
  nonconforming?: Drawing['nonconforming'];
  chosen: string | null;
  address: NonNullable<Drawing['address']>;
  legend?: Elements;
}

export function ChartPicture(props: ChartPictureProps) {
  const { machine, language, width, height } = props.layout;
  return <Picture key={[machine, language, width, height].join()} {...props} />;
}

function Picture(props: ChartPictureProps) {
  const { layout, marks, nonconforming, chosen, address, legend } = props;
  const { t } = useLingui();
  const navigate = useNavigate();
  const help = useId();
  const styleNonce = useMantineStyleNonce();
  const picture = useRef<SVGSVGElement>(null);
  const view = useView(
    layout,
    useMemo(() => placeOf(layout, chosen), [layout, chosen]),
    useMemo(() => leastText(layout), [layout]),
  );
  const [current, setCurrent] = useState(drawnAs(layout, chosen ?? layout.states[0]?.id ?? ''));
  const sheet = sheetOf(layout);

  const drawing: Drawing = {
    marks: { ...marks, ...(chosen && { [chosen]: { ...marks?.[chosen], isChosen: true } }) },
    ...(nonconforming && { nonconforming }),
    address,
  };

  const focus = (id: string | undefined) => {
    if (id === undefined) return;
    setCurrent(drawnAs(layout, id));
    const name = CSS.escape(drawnAs(layout, id));
    const place = picture.current?.querySelector(
      `[data-state="${name}"],[data-transition="${name}"]`,
    );
    place?.querySelector('a')?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !isWalkKey(event.key)) return;
    event.preventDefault();
    focus(walk(layout, current, event.key));
  };

  const drawn: Elements = renderSvg(drawChart(layout, drawing), {
    current,
    follow: (event, href) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      navigate(href);
    },
  });

  return (
    <section className={styles.picture} data-sheet={sheet.name} aria-label={t`Diagram`}>
      <div className={styles.view} ref={view.ref}>
        <svg
          ref={picture}
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          width={layout.width * view.zoom}
          height={layout.height * view.zoom}
          style={{ '--paper': `${sheet.picture}mm` } as CSSProperties}
          aria-label={layout.title}
          aria-describedby={help}
          onKeyDown={onKeyDown}
          onFocus={({ target }) => {
            const place = target.closest<SVGElement>('[data-state],[data-transition]');
            const id = place?.dataset.state ?? place?.dataset.transition;
            if (id) setCurrent(id);
          }}
        >
          <style nonce={styleNonce?.()}>{shapes}</style>
          {drawn}
        </svg>
      </div>
      <div className={`row ${styles.tools}`}>
        {legend}
        <div className={`row ${styles.buttons}`}>
          <Button variant="default" onClick={() => view.zoomBy(1 / 1.25)} aria-label={t`Smaller`}>
            −
          </Button>
          <Button variant="default" onClick={() => view.zoomBy(1.25)} aria-label={t`Larger`}>
            +
          </Button>
          <Button variant="default" onClick={view.fit}>
            {t`Fit`}
          </Button>
          <SaveMenu layout={layout} drawing={drawing} />
        </div>
      </div>
      <p id={help} className={`soft above below ${styles.guide}`}>
        <Trans>
          With the keyboard: Tab into the diagram, → along a transition, ← back, ↑ and ↓ to its
          neighbours, Enter to open it.
        </Trans>
      </p>
    </section>
  );
}

function leastText({ states, arrows, rails }: ChartLayout): number {
  const places = [...states, ...rails, ...arrows.map(({ label }) => label)];
  return Math.min(...places.flatMap(({ lines }) => lines.map(({ kind }) => fontSize(kind))));
}

interface SaveMenuProps {
  layout: ChartLayout;
  drawing: Drawing;
}

function SaveMenu({ layout, drawing }: SaveMenuProps) {
  const { t } = useLingui();
  const save = async (format: 'svg' | 'png') => {
    const { exportPicture } = await import('#charts/picture/export-picture.ts');
    await exportPicture(format, layout, drawing);
  };
  return (
    <MoreMenu
      label={t`Save the diagram`}
      glyph="download"
      actions={[
        { label: t`Save as SVG`, onClick: () => save('svg') },
        { label: t`Save as PNG`, onClick: () => save('png') },
        { label: t`Print or save as PDF`, onClick: () => window.print() },
      ]}
    />
  );
}

interface LinkHandling {
  /** State or transition in the tab order. Arrow keys move from there (roving tabindex). */
  current: string;
  follow: (event: MouseEvent<SVGElement>, href: string) => void;
}

const names: Record<string, string> = {
  class: 'className',
  'text-anchor': 'textAnchor',
};

function renderSvg(
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
