import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { preloadedPart } from '#ui/frame/preloaded-part.tsx';

const Decision = ({ of }: { of: string }) => <p>Decision on {of}</p>;

/** Draws the part as a page does, and notes each time that its fallback stood there. */
function drawn(load: () => Promise<{ default: typeof Decision }>, wait: Promise<unknown>) {
  const Part = preloadedPart(load);
  let fallbacks = 0;
  const Fallback = () => {
    fallbacks++;
    return <p>Wait</p>;
  };
  return wait.then(() => {
    render(
      <Suspense fallback={<Fallback />}>
        <Part of="VD-1" />
      </Suspense>,
    );
    return () => fallbacks;
  });
}

test('a part that is loaded renders with its page', async () => {
  const part = Promise.resolve({ default: Decision });
  const fallbacks = await drawn(() => part, new Promise(setImmediate));
  expect(screen.getByText('Decision on VD-1')).toBeDefined();
  expect(fallbacks()).toBe(0);
});

test('a part that is not loaded renders after a fallback', async () => {
  const coming = Promise.withResolvers<{ default: typeof Decision }>();
  await drawn(() => coming.promise, Promise.resolve());
  expect(screen.getByText('Wait')).toBeDefined();
  await act(async () => coming.resolve({ default: Decision }));
  expect(screen.getByText('Decision on VD-1')).toBeDefined();
});
