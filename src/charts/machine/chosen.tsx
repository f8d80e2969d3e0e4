import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { type ChartAsset, labelOf } from '#charts/picture/use-chart.ts';
import type { ChartLabels } from '#lib/statechart/drawing/chart-labels.ts';
import type { Drawing } from '#lib/statechart/drawing/draw-chart.ts';
import { codeOf, type GraphState, type GraphTransition } from '#lib/statechart/graph/graph.ts';
import { guardLeaves } from '#lib/statechart/graph/guard.ts';
import styles from './machine.module.css';

interface ChosenProps {
  chart: ChartAsset;
  id: string | null;
  labels: Pick<ChartLabels, 'guards' | 'events'>;
  address: NonNullable<Drawing['address']>;
}

export function Chosen({ chart, id, labels, address }: ChosenProps) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const state = chart.graph.states.find((each) => each.id === id);
  const transition = chart.graph.transitions.find((each) => each.id === id);
  const isThere = state !== undefined || transition !== undefined;

  useEffect(() => {
    if (id !== null && isThere) heading.current?.focus();
  }, [id, isThere]);

  if (!isThere) return null;
  return (
    <section
      className={`stack stack-small ${styles.chosen}`}
      aria-label={t`Selected in the diagram`}
    >
      <h2 ref={heading} tabIndex={-1}>
        {state
          ? labelOf(chart, state.id)
          : transition && (labels.events[transition.event] ?? transition.label)}
      </h2>
      {state && <OneState {...{ chart, state, labels, address }} />}
      {transition && <OneTransition {...{ chart, transition, labels, address }} />}
    </section>
  );
}

type PartProps = Omit<ChosenProps, 'id'>;

function OneState({ chart, state, labels, address }: PartProps & { state: GraphState }) {
  const { t } = useLingui();
  const { transitions } = chart.graph;
  const code = codeOf(state);
  const leaving = transitions.filter(
    ({ source, kind }) => source === state.id && kind !== 'initial',
  );
  const entering = transitions.filter(
    ({ source, targets }) => targets.includes(state.id) && source !== state.id,
  );
  return (
    <>
      <p>
        <code>{state.id}</code>
        {code !== null && <span>{` · ${t`status code ${code}`}`}</span>}
        {state.tags.length > 0 && (
          <>
            <span> · </span>
            <code>{state.tags.join(', ')}</code>
          </>
        )}
      </p>
      <Related
        {...{ chart, labels, address }}
        title={t`Outgoing transitions`}
        transitions={leaving}
      />
      <Related
        {...{ chart, labels, address }}
        title={t`Incoming transitions`}
        transitions={entering}
      />
    </>
  );
}

interface RelatedProps extends PartProps {
  title: string;
  transitions: readonly GraphTransition[];
}

function Related({ chart, title, transitions, labels, address }: RelatedProps) {
  if (transitions.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {transitions.map(({ id, event, label, source, targets }) => (
          <li key={id}>
            <Link to={address('transition', id)}>{labels.events[event] ?? label}</Link>{' '}
            <code>{label}</code>
            <span>{`: ${labelOf(chart, source)} → ${labelOf(chart, targets[0] ?? source)}`}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function OneTransition(props: PartProps & { transition: GraphTransition }) {
  const { t } = useLingui();
  const { chart, transition, labels, address } = props;
  const { source, targets, guard, actions } = transition;
  const target = targets[0] ?? source;
  return (
    <>
      <p>
        <code>{transition.label}</code>
        <span> · </span>
        <Link to={address('state', source)}>{labelOf(chart, source)}</Link>
        <span> → </span>
        <Link to={address('state', target)}>{labelOf(chart, target)}</Link>
      </p>
      {guard && (
        <>
          <h3>{t`Condition`}</h3>
          <ul>
            {guardLeaves(guard).map((name) => (
              <li key={name}>
                <span>{labels.guards[name] ?? name}</span> <code>{name}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      {actions.length > 0 && (
        <>
          <h3>{t`What it does`}</h3>
          <p>
            <code>{actions.map(({ name }) => name).join(', ')}</code>
          </p>
        </>
      )}
    </>
  );
}
