import { Trans } from '@lingui/react/macro';
import type { Decision } from '#contract/decision.ts';
import styles from '#ui/form/form.module.css';
import { Tick } from '#ui/form/tick.tsx';
import { useDecisionWords } from './use-decision-words.ts';

interface DecisionChoiceProps {
  offered: readonly Decision[];
  chosen: Decision;
  onChoose: (decision: Decision) => void;
}

/** The decisions that the state allows; one of them is always chosen. */
export function DecisionChoice({ offered, chosen, onChoose }: DecisionChoiceProps) {
  const words = useDecisionWords();
  return (
    <fieldset className={styles.fieldset}>
      <legend>
        <Trans>What do you decide?</Trans>
      </legend>
      {offered.map((decision) => (
        <Tick
          key={decision}
          type="radio"
          name="decision"
          label={words.act(decision)}
          description={words.consequence(decision)}
          checked={decision === chosen}
          onChange={() => onChoose(decision)}
        />
      ))}
    </fieldset>
  );
}
