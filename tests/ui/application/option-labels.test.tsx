import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { commonAnswers } from '#tests/components/answers.ts';
import { showPart } from '#tests/components/open-page.tsx';
import { useOptionLabels } from '#ui/application/use-options.ts';
import type { CallData } from '#ui/calls/call-types.ts';

function Purposes({ codes }: { codes: string[] }) {
  return <p role="status">{useOptionLabels('purposes')('purposes', codes)}</p>;
}

test('until the labels are there, no code is shown in their place; then a list of them', async () => {
  let give: (options: CallData<'options'>) => void = () => {};
  const options = new Promise<CallData<'options'>>((resolve) => {
    give = resolve;
  });
  showPart(<Purposes codes={['insurance', 'research', 'gone']} />, { options: () => options });
  expect(screen.getByRole('status').textContent).toBe('');
  give(commonAnswers.options as CallData<'options'>);
  expect(await screen.findByText('Insurance, research, gone')).toBeTruthy();
});
