import { useLingui } from '@lingui/react/macro';
import { Radio } from '@mantine/core';
import '@mantine/core/styles/Radio.layer.css';
import type { Decision } from '#contract/decision.ts';
import styles from '#ui/form/form.module.css';
import ownStyles from './decision.module.css';
import { useDecisionWords } from './use-decision-words.ts';

interface DecisionChoiceProps {
  /** Of the application. */
  state: string;
  offered: readonly Decision[];
  chosen: Decision | undefined;
  onChoose: (decision: Decision) => void;
}

/** The decisions that the state allows; none of them is chosen at first. */
export function DecisionChoice({ state, offered, chosen, onChoose }: DecisionChoiceProps) {
  const { t } = useLingui();
  const words = useDecisionWords();
  return (
    <fieldset className={`stack ${styles.fieldset} ${ownStyles.choices}`}>
      <legend>{t`What do you decide?`}</legend>
      {offered.map((decision, index) => (
        <Radio
          key={decision}
          name="decision"
          label={words.act(decision)}
          aria-keyshortcuts={String(index + 1)}
          {...(decision === chosen && { description: words.consequence(decision, state) })}
          checked={decision === chosen}
          onChange={() => onChoose(decision)}
        />
      ))}
    </fieldset>
  );
}
