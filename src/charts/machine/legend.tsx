import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import pictured from '#charts/picture/chart-picture.module.css';
import type { ChartLayout } from '#lib/statechart/drawing/chart-layout.ts';
import type { Tone } from '#lib/statechart/drawing/draw-chart.ts';
import styles from './machine.module.css';

export function Legend({ layout }: { layout: ChartLayout }) {
  const { states, arrows, rails, initials } = layout;
  const lines = [...states, ...rails, ...arrows.map(({ label }) => label)].flatMap(
    (place) => place.lines,
  );
  const has = (kind: string) => lines.some((line) => line.kind === kind);
  return (
    <Signs>
      {initials.length > 0 && (
        <Sign drawn={<InitialSign />}>
          <Trans>Initial state</Trans>
        </Sign>
      )}
      {states.some(({ type }) => type === 'parallel') && (
        <Sign drawn={<StateSign kind="outer region" />}>
          <Trans>Parallel states</Trans>
        </Sign>
      )}
      {states.some(({ type }) => type === 'final') && (
        <Sign drawn={<StateSign kind="final" />}>
          <Trans>Final state</Trans>
        </Sign>
      )}
      {rails.length > 0 && (
        <Sign drawn={<RailSign />}>
          <Trans>Same event from several states</Trans>
        </Sign>
      )}
      {has('activity') && (
        <Sign
          drawn={
            <text x="20" y="15">
              ↻
            </text>
          }
        >
          <Trans>Happens without leaving the state</Trans>
        </Sign>
      )}
      {has('sender') && (
        <Sign
          drawn={
            <text x="20" y="15" className="sender">
              ab
            </text>
          }
        >
          <Trans>Who acts, or when</Trans>
        </Sign>
      )}
    </Signs>
  );
}

export function WalkLegend() {
  return (
    <Signs>
      <Sign drawn={<ArrowSign tone="last" />}>
        <Trans>Last step</Trans>
      </Sign>
      <Sign drawn={<ArrowSign tone="passed" />}>
        <Trans>Walked, with the numbers of the steps</Trans>
      </Sign>
      <Sign drawn={<ArrowSign tone="next" />}>
        <Trans>Possible now</Trans>
      </Sign>
    </Signs>
  );
}

const ArrowSign = ({ tone }: { tone: Tone }) => (
  <g className="arrow" data-tone={tone}>
    {tone === 'last' && <path className="band" d="M8 10H32" />}
    <path d="M2 10H38" />
  </g>
);

export function Signs({ children }: { children: ReactNode }) {
  return <ul className={`row plain soft ${styles.legend} ${pictured.signs}`}>{children}</ul>;
}

export function Sign({ drawn, children }: { drawn: ReactNode; children: ReactNode }) {
  return (
    <li className="row">
      <svg viewBox="0 0 40 20" width="40" height="20" aria-hidden="true">
        <g className="chart" textAnchor="middle">
          {drawn}
        </g>
      </svg>
      <span>{children}</span>
    </li>
  );
}

const InitialSign = () => (
  <g className="arrow">
    <circle className="begin" cx="6" cy="10" r="5" />
    <path d="M11 10H32" />
    <path className="head" d="M40 10l-8-4v8z" />
  </g>
);

const StateSign = ({ kind }: { kind: string }) => (
  <g className={`state ${kind}`}>
    <rect x="2" y="2" width="36" height="16" rx="4" />
    {kind === 'final' && <rect x="5" y="5" width="30" height="10" rx="2" />}
  </g>
);

const RailSign = () => (
  <g className="arrow kind-1">
    <circle className="begin" cx="4" cy="10" r="3.5" />
    <path d="M8 10H26" />
    <g className="rail">
      <rect x="26" y="3" width="13" height="14" rx="3" />
    </g>
  </g>
);
