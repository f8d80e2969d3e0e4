import { useLingui } from '@lingui/react/macro';
import { NativeSelect } from '@mantine/core';
import type { Scenario } from '#lib/statechart/paths/scenario.ts';

interface StartChoiceProps {
  starts: Scenario['starts'];
  /** By name. */
  words: Readonly<Record<string, string>>;
  start: string;
  onChoose: (start: string) => void;
}

/** Choice among the ways in which a machine begins. */
export default function StartChoice({ starts, words, start, onChoose }: StartChoiceProps) {
  const { t } = useLingui();
  return (
    <NativeSelect
      label={<span>{t`Begin with`}</span>}
      value={start}
      onChange={(event) => onChoose(event.currentTarget.value)}
      data={starts.map(({ name }) => ({ value: name, label: words[name] ?? name }))}
    />
  );
}
