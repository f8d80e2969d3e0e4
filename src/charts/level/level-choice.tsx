import { Trans, useLingui } from '@lingui/react/macro';
import { Button, NativeSelect } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import type { ChartAsset } from '#charts/picture/use-chart.ts';
import { type Detail, details } from '#lib/statechart/drawing/chart-lines.ts';
import { foldable } from '#lib/statechart/graph/folded.ts';
import styles from './level.module.css';
import { atLevel, type Level } from './read-level.ts';

interface LevelChoiceProps {
  chart: ChartAsset;
  level: Level;
  /** The picture is still at another level. */
  isPending: boolean;
}

/** Choice of how much the picture says, and of what is folded in it; kept in the address. */
export function LevelChoice({ chart, level, isPending }: LevelChoiceProps) {
  const { t } = useLingui();
  const [search, setSearch] = useSearchParams();
  const choose = (change: Partial<Level>) =>
    setSearch(atLevel(search, { ...level, ...change }), { preventScrollReset: true });
  const words: Record<Detail, string> = {
    words: t`States and events`,
    senders: t`Also who acts`,
    guards: t`Also conditions and effects`,
  };
  const outer = foldable(chart.graph);
  const labelOf = (id: string) => chart.layout.states.find((state) => state.id === id)?.label ?? id;
  return (
    <div className={`row row-end above ${styles.level}`}>
      <NativeSelect
        label={<span>{t`Level of detail`}</span>}
        value={level.detail}
        onChange={(event) => choose({ detail: event.currentTarget.value as Detail })}
        data={details.map((value) => ({ value, label: words[value] }))}
      />
      {outer.length > 0 && (
        <fieldset className="row">
          <legend>
            <Trans>Unfolded in the diagram</Trans>
          </legend>
          {outer.map(({ id }) => {
            const isFolded = level.folds.includes(id);
            const others = level.folds.filter((each) => each !== id);
            return (
              <Button
                key={id}
                variant="default"
                aria-expanded={!isFolded}
                onClick={() => choose({ folds: isFolded ? others : [...others, id] })}
              >
                <span aria-hidden>{isFolded ? '▸' : '▾'}</span> <span>{labelOf(id)}</span>
              </Button>
            );
          })}
        </fieldset>
      )}
      <output className={styles.pending}>{isPending && t`The diagram is being drawn.`}</output>
    </div>
  );
}
