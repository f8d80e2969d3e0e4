import { lazy, Suspense, useEffect, useState } from 'react';
import { handleFreshFactor } from '#ui/calls/call.ts';

const FreshFactorDialog = lazy(() => import('./fresh-factor-dialog.tsx'));

export function FreshFactor() {
  const [answer, setAnswer] = useState<(isGiven: boolean) => void>();
  useEffect(
    () =>
      handleFreshFactor(
        () =>
          new Promise((resolve) =>
            setAnswer(() => (isGiven: boolean) => {
              setAnswer(undefined);
              resolve(isGiven);
            }),
          ),
      ),
    [],
  );
  if (!answer) return null;
  return (
    <Suspense>
      <FreshFactorDialog onAnswer={answer} />
    </Suspense>
  );
}
