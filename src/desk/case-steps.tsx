import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { useNeighbours } from './queue/use-neighbours.ts';

interface CaseStepsProps {
  neighbours: ReturnType<typeof useNeighbours>;
}

/** Ways to the cases before and after this one, in the view that it was opened from. */
export function CaseSteps({ neighbours }: CaseStepsProps) {
  const { t } = useLingui();
  const { position, total, openNext, openPrevious } = neighbours;
  return (
    <>
      {position !== null && <span>{t`${position} of ${total}`}</span>}
      {position !== null && position > 1 && (
        <Button variant="default" onClick={openPrevious}>
          {t`Previous application`}
        </Button>
      )}
      <Button id="next-case" variant="default" onClick={openNext}>
        {t`Next application`}
      </Button>
    </>
  );
}
