import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { showPart } from '#tests/components/open-page.tsx';
import { textOf } from '#tests/components/reading.ts';
import { useContractForm } from '#ui/form/contract-form.ts';
import { TextAreaField } from '#ui/form/text-field.tsx';

function Reason() {
  const form = useContractForm({
    schema: z.object({}),
    initialValues: { text: 'x'.repeat(8000) },
    toInput: () => ({}),
    words: {},
  });
  return <TextAreaField form={form} name="text" label="Reason" />;
}

test('the character count appears at four fifths of the limit', async () => {
  const user = showPart(<Reason />);
  const counter = screen.getByRole('status');
  expect(textOf(counter)).toBe('');
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'y');
  expect(textOf(counter)).toBe('8,001 of 10,000 characters');
});
