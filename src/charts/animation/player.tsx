import { Trans, useLingui } from '@lingui/react/macro';
import { Button, NativeSelect } from '@mantine/core';
import { useId, useState } from 'react';
import { formatInstant } from '#ui/format/dates.ts';
import { formatNumber } from '#ui/format/numbers.ts';
import styles from './animation.module.css';
import { type Clock, speeds } from './clock.ts';
import { useInstant, usePlaying } from './use-instant.ts';

/** Steps of the slider by keyboard, over the whole. */
const STEPS = 200;

/** Plays the past, holds it, and goes to an instant of it. */
export function Player({ clock }: { clock: Clock }) {
  const { t, i18n } = useLingui();
  const [speed, setSpeed] = useState(1);
  const at = useInstant(clock);
  const isPlaying = usePlaying(clock);
  const id = useId();
  const instant = formatInstant(at, i18n.locale);
  return (
    <fieldset className={styles.player} aria-label={t`Animation`}>
      <Button onClick={isPlaying ? clock.pause : clock.play}>
        {isPlaying ? <Trans>Pause</Trans> : <Trans>Play</Trans>}
      </Button>
      <div className={styles.time}>
        <label htmlFor={id}>
          <Trans>Time shown</Trans>
        </label>
        <input
          id={id}
          type="range"
          min={clock.first}
          max={clock.last}
          step={(clock.last - clock.first) / STEPS}
          value={at}
          aria-valuetext={instant}
          onChange={(event) => {
            clock.pause();
            clock.seek(Number(event.currentTarget.value));
          }}
        />
        <output htmlFor={id}>{instant}</output>
      </div>
      <NativeSelect
        label={<span>{t`Playback speed`}</span>}
        value={speed}
        data={speeds.map((each) => ({
          value: String(each),
          label: `${formatNumber(each, i18n.locale)} ×`,
        }))}
        onChange={(event) => {
          const chosen = speeds.find((each) => String(each) === event.currentTarget.value) ?? 1;
          setSpeed(chosen);
          clock.setSpeed(chosen);
        }}
      />
    </fieldset>
  );
}
