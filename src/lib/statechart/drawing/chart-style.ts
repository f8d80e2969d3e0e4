import { fontSize, type LineKind } from './text-lines.ts';

const kinds: LineKind[] = ['label', 'name', 'activity', 'event', 'guard', 'effect', 'note'];

const light = `--c-ink:#1c2b33;--c-soft:#51616a;--c-line:#5d6b73;--c-box:#ffffff;--c-outer:#f6f2e9;--c-end:#e3eff0;--c-brand:#0f5a63;--c-good:#1f6b3a;--c-bad:#a8261c;--c-new:#1f4fa8;--c-here:#fdf1d6;--c-paper:#fbf9f5`;
const dark = `--c-ink:#ece7dc;--c-soft:#adb8bc;--c-line:#9aa7ad;--c-box:#182126;--c-outer:#1f2a30;--c-end:#16343a;--c-brand:#7fd0cf;--c-good:#84d6a0;--c-bad:#ff9d92;--c-new:#9dbcff;--c-here:#382d14;--c-paper:#11181c`;
const print = `--c-ink:#000;--c-soft:#222;--c-line:#000;--c-box:#fff;--c-outer:#fff;--c-end:#fff;--c-brand:#000;--c-good:#000;--c-bad:#000;--c-new:#000;--c-here:#fff;--c-paper:#fff`;

/** Style of the parts of a picture; colours are the variables of the page around it. */
export const shapes = `
.chart text{font-family:"Atkinson Hyperlegible Next Variable","Atkinson Hyperlegible Next","Noto Sans","Noto Sans SC",system-ui,sans-serif;fill:var(--c-ink)}
${kinds.map((kind) => `.chart .${kind}{font-size:${fontSize(kind)}px}`).join('')}
.chart .label,.chart .event,.chart .note{font-weight:650}
.chart .name,.chart .effect,.chart .activity{fill:var(--c-soft)}
.chart .guard{fill:var(--c-brand)}
.chart a{text-decoration:none}
.chart .state rect{fill:var(--c-box);stroke:var(--c-line);stroke-width:1.4}
.chart .state.outer>rect{fill:var(--c-outer)}
.chart .state.region>rect{stroke-dasharray:6 4}
.chart .state.final>rect{fill:var(--c-end)}
.chart .arrow path{fill:none;stroke:var(--c-line);stroke-width:1.4}
.chart .head,.chart .begin{fill:var(--c-line)!important;stroke:none!important}
.chart .back{fill:var(--c-paper);fill-opacity:.82;stroke:none}
.chart .inside .back{fill:var(--c-outer)}
.chart [data-tone=good] path,.chart .state[data-tone=good]>rect{stroke:var(--c-good)}
.chart [data-tone=good] .head{fill:var(--c-good)!important}
.chart [data-tone=bad] path,.chart .state[data-tone=bad]>rect{stroke:var(--c-bad);stroke-dasharray:5 4}
.chart [data-tone=bad] .head{fill:var(--c-bad)!important}
.chart [data-tone=new] path,.chart .state[data-tone=new]>rect{stroke:var(--c-new);stroke-width:2.6}
.chart [data-tone=new] .head{fill:var(--c-new)!important}
.chart .state[data-tone=here]>rect{fill:var(--c-here);stroke:var(--c-brand);stroke-width:3.5}
.chart .state[data-tone=passed]>rect,.chart [data-tone=passed] path{stroke:var(--c-brand);stroke-width:2.6}
.chart [data-tone=passed] .head{fill:var(--c-brand)!important}
.chart [data-tone=faint]{opacity:.45}
.chart [data-chosen] rect,.chart [data-chosen] path{stroke:var(--c-brand);stroke-width:3}
.chart a:focus-visible{outline:3px solid var(--c-brand);outline-offset:2px}
`;

/** The style of a picture that stands by itself: light or dark as its reader has it, and print. */
export const ownStyle = `.chart{${light}}@media (prefers-color-scheme:dark){.chart{${dark}}}@media print{.chart{${print}}}${shapes}`;
