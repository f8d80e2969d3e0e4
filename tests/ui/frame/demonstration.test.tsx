import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { showPart } from '#tests/components/open-page.tsx';
import { DemonstrationChip, DemonstrationNote } from '#ui/frame/demonstration.tsx';

const { dataset } = document.documentElement;
afterEach(() => {
  delete dataset.demonstration;
});

test.each([
  ['local-mailbox', true, true],
  ['smtp', true, false],
  [undefined, false, false],
])('where its mail is (%s), the demonstration says what holds', (where, isShown, isLocal) => {
  if (where) dataset.demonstration = where;
  showPart(
    <>
      <DemonstrationChip />
      <DemonstrationNote />
    </>,
  );
  expect(screen.queryByText('Demonstration') !== null).toBe(isShown);
  expect(screen.queryByText('Demonstration.') !== null).toBe(isShown);
  expect(screen.queryByText(/No e-mail leaves this machine/) !== null).toBe(isLocal);
  expect(screen.queryByRole('link', { name: 'Open the local mailbox' }) !== null).toBe(isLocal);
});
