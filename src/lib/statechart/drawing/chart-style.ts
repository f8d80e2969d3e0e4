import { fontSize, lineKinds } from './text-lines.ts';

const colours: Readonly<Record<string, readonly [light: string, dark: string, print: string]>> = {
  ink: ['#1c2b33', '#ece7dc', '#000'],
  soft: ['#51616a', '#adb8bc', '#222'],
  line: ['#5d6b73', '#9aa7ad', '#000'],
  box: ['#ffffff', '#182126', '#fff'],
  outer: ['#fbf9f5', '#11181c', '#fff'],
  end: ['#e3eff0', '#16343a', '#fff'],
  brand: ['#0f5a63', '#7fd0cf', '#000'],
  bad: ['#a8261c', '#ff9d92', '#000'],
  here: ['#fdf1d6', '#382d14', '#fff'],
  last: ['#f2b33d', '#8a5c00', '#ccc'],
  on: ['#ffffff', '#0b1a1d', '#fff'],
};

export const shapes = `
.chart text{font-family:"Atkinson Hyperlegible Next Variable","Atkinson Hyperlegible Next","Noto Sans","Noto Sans Math","Noto Sans SC",system-ui,sans-serif;fill:var(--c-ink)}
${lineKinds.map((kind) => `.chart .${kind}{font-size:${fontSize(kind)}px}`).join('')}
.chart .label,.chart .event,.chart .note{font-weight:650}
.chart .effect,.chart .activity{fill:var(--c-soft)}
.chart .sender{fill:var(--c-brand)}
.chart a{text-decoration:none}
.chart .state rect{fill:var(--c-box);stroke:var(--c-line);stroke-width:1.4}
.chart .state.outer>rect{fill:var(--c-outer)}
.chart .state.region>rect{stroke-dasharray:6 4}
.chart .state.final>rect{fill:var(--c-end)}
.chart .rail rect{fill:var(--c-box);stroke:var(--c-line);stroke-width:1.2}
.chart .arrow path{fill:none;stroke:var(--c-line);stroke-width:1.4}
.chart .kind-1 path:not(.head),.chart .kind-1 rect:not(.back){stroke-dasharray:9 4}
.chart .kind-2 path:not(.head),.chart .kind-2 rect:not(.back){stroke-dasharray:2 3}
.chart .head,.chart .begin{fill:var(--c-line)!important;stroke:none!important}
.chart .room{fill:transparent;stroke:none}
.chart .back{fill:var(--c-outer);fill-opacity:.82;stroke:none}
.chart .arrow[data-tone=next] path:not(.head),.chart .arrow[data-tone=next] rect:not(.back){stroke:var(--c-brand);stroke-width:2;stroke-dasharray:7 5}
.chart [data-tone=next] .head,.chart [data-tone=last] .head{fill:var(--c-brand)!important}
.chart .arrow[data-tone=bad] path,.chart .state[data-tone=bad]>rect{stroke:var(--c-bad);stroke-dasharray:5 4}
.chart [data-tone=bad] .head{fill:var(--c-bad)!important}
.chart .state[data-tone=here]>rect{fill:var(--c-here);stroke:var(--c-brand);stroke-width:3.5}
.chart .state[data-tone=passed]>rect{stroke:var(--c-brand);stroke-width:2.6}
.chart .arrow:is([data-tone=passed],[data-tone=last]) :is(path:not(.head),rect:not(.back)){stroke:var(--c-brand);stroke-width:3.4;stroke-dasharray:none}
.chart .arrow[data-tone=last] path.band{stroke:var(--c-last);stroke-width:13;stroke-linecap:round}
.chart [data-tone=passed] .head{fill:var(--c-brand)!important}
.chart [data-tone=faint]{opacity:.45}
.chart [data-chosen] rect,.chart .arrow[data-chosen] path{stroke:var(--c-brand);stroke-width:3}
.chart .edge{fill:var(--c-line);stroke:none}
.chart .edge.brand{fill:var(--c-brand)}
.chart .edge.amber{fill:var(--c-last)}
.chart .bar{fill:none;stroke:var(--c-line);stroke-width:4;stroke-opacity:.3}
.chart .bar.brand{stroke:var(--c-brand);stroke-opacity:1}
.chart .bar.amber{stroke:var(--c-last);stroke-opacity:1}
.chart .bar.red{stroke:var(--c-bad);stroke-opacity:1}
.chart .steps rect{fill:var(--c-brand);stroke:none}
.chart .steps text{fill:var(--c-on)}
.chart a:focus-visible{outline:3px solid var(--c-brand);outline-offset:2px}
`;

const coloured = shapes
  .split('\n')
  .filter((rule) => rule.includes('var('))
  .join('\n');

/**
 * Style of a standalone picture, for light and dark colour schemes and for print. Colours are
 * literal because many SVG programs do not support CSS variables. Programs that ignore media
 * queries draw the light scheme.
 */
export const ownStyle = `${literal(shapes, 0)}@media (prefers-color-scheme:dark){${literal(coloured, 1)}}@media print{${literal(coloured, 2)}}`;

function literal(style: string, medium: 0 | 1 | 2): string {
  return style.replaceAll(
    /var\(--c-(\w+)\)/g,
    (_, name: string) => colours[name]?.[medium] ?? 'none',
  );
}
