import { machines } from 'virtual:chart-assets';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, NativeSelect } from '@mantine/core';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { addressOf, chosenBy } from '#charts/addresses.ts';
import { ChartPage } from '#charts/machine/chart-nav.tsx';
import { WalkLegend } from '#charts/machine/legend.tsx';
import { ChartPicture } from '#charts/picture/chart-picture.tsx';
import { labelOf, useChart } from '#charts/picture/use-chart.ts';
import { effectWords, guardWords, type MachineName } from '#charts/words/chart-words.ts';
import { sampleLabel, sampleWords } from '#charts/words/sample-words.ts';
import { codeOf } from '#lib/statechart/graph/graph.ts';
import { scenarios } from '#machines/scenarios.ts';
import { ScrollRegion } from '#ui/frame/scroll-region.tsx';
import { BlockedEvents, EnabledEvents } from './enabled-events.tsx';
import styles from './simulate.module.css';
import {
  currentStep,
  type ExecutedStep,
  enabledEvents,
  leafStates,
  marksOf,
  replay,
} from './simulation.ts';

export default function SimulatePage() {
  const { machine = '' } = useParams();
  if (!Object.hasOwn(machines, machine)) return <Navigate to="/404" replace />;
  return <Simulate key={machine} name={machine as MachineName} />;
}

function Simulate({ name }: { name: MachineName }) {
  const { t, i18n } = useLingui();
  const [search, setSearch] = useSearchParams();
  const chart = useChart(name, 'simulate');
  const [guards, effects] = [guardWords(i18n.t), effectWords(i18n.t)];
  const words = sampleWords(i18n.t);
  const scenario = scenarios[name];
  if (!scenario) throw new Error(`${name} has no scenario`);
  const run = search.toString();
  const simulation = useMemo(() => {
    const params = new URLSearchParams(run);
    return replay(scenario, params.get('start') ?? '', params.getAll('step'));
  }, [scenario, run]);
  const events = useMemo(() => enabledEvents(simulation), [simulation]);
  const stepList = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // Newer browsers return a promise, which React would take for a cleanup function.
    stepList.current?.scrollTo?.({ top: run ? stepList.current.scrollHeight : 0 });
  }, [run]);
  const taken = simulation.steps.slice(1).map(({ name }) => name);
  const leaves = (step: ExecutedStep) =>
    leafStates(step)
      .map((id) => labelOf(chart, id))
      .join(', ');
  const current = currentStep(simulation);
  const [state = ''] = leafStates(current);
  const here = chart.graph.states.find(({ id }) => id === state);
  const code = here && codeOf(here);
  return (
    <ChartPage
      machine={name}
      title={t`Simulate: ${chart.title}`}
      actions={
        scenario.starts.length > 1 && (
          <NativeSelect
            className={styles.start}
            label={<span>{t`Begin with`}</span>}
            value={simulation.start}
            onChange={(event) => setSearch({ start: event.currentTarget.value })}
            data={scenario.starts.map(({ name }) => ({
              value: name,
              label: words.starts[name] ?? name,
            }))}
          />
        )
      }
    >
      <div className={styles.simulation}>
        <div className={styles.panel}>
          <div className={`row ${styles.state}`}>
            <p role="status" className={styles.now}>
              <Trans>
                Now: <b>{leaves(current)}</b>
              </Trans>
            </p>
            {typeof code === 'number' && <p className="soft">{t`status code ${code}`}</p>}
            <Button
              variant="default"
              disabled={simulation.steps.length === 1}
              onClick={() => setSearch(addressOfRun(simulation.start, taken.slice(0, -1)))}
            >
              <Trans>Undo last step</Trans>
            </Button>
            <Button variant="default" onClick={() => setSearch(addressOfRun(simulation.start, []))}>
              <Trans>Start over</Trans>
            </Button>
          </div>
          <EnabledEvents
            events={events}
            words={words}
            onSend={({ sent }) => setSearch(addressOfRun(simulation.start, [...taken, sent.name]))}
          />
          <BlockedEvents events={events} guards={guards} words={words} />
        </div>
        <div className={styles.picture}>
          <ChartPicture
            layout={chart.layout}
            marks={marksOf(simulation, events)}
            chosen={chosenBy(search) ?? state}
            address={addressOf(search)}
            legend={<WalkLegend />}
          />
        </div>
        <ScrollRegion ref={stepList} className={styles.panel} label={t`Steps so far`}>
          <h2>{t`Steps so far`}</h2>
          <ol className={styles.made}>
            {simulation.steps.map((step) => (
              <li key={step.index} aria-current={step === current ? 'step' : undefined}>
                <b>
                  {step.index === 0
                    ? (words.starts[step.name] ?? step.name)
                    : sampleLabel(words, step.name)}
                </b>{' '}
                <span>{`→ ${leaves(step)}`}</span>
                {step.macrostep.effects.length > 0 && (
                  <span className={styles.effects}>
                    {`${t`effects`}: ${new Intl.ListFormat(i18n.locale).format(
                      step.macrostep.effects.map(({ name }) => effects[name] ?? name),
                    )}`}
                  </span>
                )}
              </li>
            ))}
          </ol>
          <p className="soft">
            <Trans>
              Each step runs the production code. Effects are shown, but not carried out.
            </Trans>
          </p>
        </ScrollRegion>
      </div>
    </ChartPage>
  );
}

function addressOfRun(start: string, steps: readonly string[]): [string, string][] {
  return [['start', start], ...steps.map((step): [string, string] => ['step', step])];
}
