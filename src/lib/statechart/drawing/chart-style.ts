import { fontSize, type LineKind } from './text-lines.ts';

const kinds: LineKind[] = [
  'label',
  'name',
  'activity',
  'event',
  'guard',
  'effect',
  'sender',
  'note',
];

/** Colours by the names of the variables `--c-…` that a page gives them. */
type Palette = Readonly<Record<string, string>>;

const light: Palette = {
  ink: '#1c2b33',
  soft: '#51616a',
  line: '#5d6b73',
  box: '#ffffff',
  outer: '#f6f2e9',
  end: '#e3eff0',
  brand: '#0f5a63',
  good: '#1f6b3a',
  bad: '#a8261c',
  new: '#1f4fa8',
  here: '#fdf1d6',
  paper: '#fbf9f5',
};
const dark: Palette = {
  ink: '#ece7dc',
  soft: '#adb8bc',
  line: '#9aa7ad',
  box: '#182126',
  outer: '#1f2a30',
  end: '#16343a',
  brand: '#7fd0cf',
  good: '#84d6a0',
  bad: '#ff9d92',
  new: '#9dbcff',
  here: '#382d14',
  paper: '#11181c',
};
const print: Palette = {
  ink: '#000',
  soft: '#222',
  line: '#000',
  box: '#fff',
  outer: '#fff',
  end: '#fff',
  brand: '#000',
  good: '#000',
  bad: '#000',
  new: '#000',
  here: '#fff',
  paper: '#fff',
};

/** Style of the parts of a picture; colours are the variables of the page around it. */
export const shapes = `
.chart text{font-family:"Atkinson Hyperlegible Next Variable","Atkinson Hyperlegible Next","Noto Sans","Noto Sans Math","Noto Sans SC",system-ui,sans-serif;fill:var(--c-ink)}
${kinds.map((kind) => `.chart .${kind}{font-size:${fontSize(kind)}px}`).join('')}
.chart .label,.chart .event,.chart .note{font-weight:650}
.chart .name,.chart .effect,.chart .activity{fill:var(--c-soft)}
.chart .guard,.chart .sender{fill:var(--c-brand)}
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
.chart [data-tone=good] path,.chart .state[data-tone=good]>rect{stroke:var(--c-good)}
.chart [data-tone=good] .head{fill:var(--c-good)!important}
.chart [data-tone=bad] path,.chart .state[data-tone=bad]>rect{stroke:var(--c-bad);stroke-dasharray:5 4}
.chart [data-tone=bad] .head{fill:var(--c-bad)!important}
.chart .state[data-tone=here]>rect{fill:var(--c-here);stroke:var(--c-brand);stroke-width:3.5}
.chart .state[data-tone=passed]>rect,.chart [data-tone=passed] path{stroke:var(--c-brand);stroke-width:2.6}
.chart [data-tone=passed] .head{fill:var(--c-brand)!important}
.chart [data-tone=faint]{opacity:.45}
.chart [data-chosen] rect,.chart [data-chosen] path{stroke:var(--c-brand);stroke-width:3}
.chart a:focus-visible{outline:3px solid var(--c-brand);outline-offset:2px}
`;

/** The rules of {@link shapes} that have a colour. */
const coloured = shapes
  .split('\n')
  .filter((rule) => rule.includes('var('))
  .join('\n');

/**
 * The style of a picture that stands by itself: light or dark as its reader has it, and print. The
 * colours are literal, since many programs that draw SVG know no variables; what they do not know
 * of the media they leave out, and draw it light.
 */
export const ownStyle = `${literal(shapes, light)}@media (prefers-color-scheme:dark){${literal(coloured, dark)}}@media print{${literal(coloured, print)}}`;

function literal(style: string, palette: Palette): string {
  return style.replaceAll(/var\(--c-(\w+)\)/g, (_, name: string) => palette[name] ?? 'none');
}
