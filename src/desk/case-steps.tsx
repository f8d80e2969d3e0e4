import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { useNeighbours } from './queue/use-neighbours.ts';

interface CaseStepsProps {
  neighbours: ReturnType<typeof useNeighbours>;
}

/** Ways to the cases before and after this one, in the view that it was opened from. */
export function CaseSteps({ neighbours }: CaseStepsProps) {
  const { position, total, openNext, openPrevious } = neighbours;
  return (
    <>
      {position !== null && (
        <span>
          <Trans>
            {position} of {total}
          </Trans>
        </span>
      )}
      {position !== null && position > 1 && (
        <Button variant="default" onClick={openPrevious}>
          <Trans>Previous application</Trans>
        </Button>
      )}
      <Button id="next-case" variant="default" onClick={openNext}>
        <Trans>Next application</Trans>
      </Button>
    </>
  );
}
