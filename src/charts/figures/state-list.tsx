import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { type ChartAsset, labelOf } from '#charts/picture/use-chart.ts';
import type { Drawing } from '#lib/statechart/drawing/draw-chart.ts';
import styles from './figures.module.css';
import { partyIn } from './use-figure-words.ts';

interface StateListProps {
  states: readonly string[];
  marks: NonNullable<Drawing['marks']>;
  chart: ChartAsset;
  address: NonNullable<Drawing['address']>;
  onShow: () => void;
}

/** On narrow screens, which show only a part of the picture: the figures of its states. */
export function StateList({ states, marks, chart, address, onShow }: StateListProps) {
  const { t } = useLingui();
  return (
    <ul className={`plain ${styles.states}`} aria-label={t`States`}>
      {states.map((state) => (
        <li key={state} data-turn={partyIn(state)}>
          <Link to={address('state', state)} onClick={onShow}>
            {labelOf(chart, state)}
          </Link>
          {marks[state]?.notes?.map((note) => (
            <span key={note}>{note}</span>
          ))}
        </li>
      ))}
    </ul>
  );
}
