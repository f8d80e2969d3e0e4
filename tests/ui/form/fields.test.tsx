import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { showPart } from '#tests/components/open-page.tsx';
import { textOf } from '#tests/components/reading.ts';
import { ChoiceField, TickField } from '#ui/form/choice-field.tsx';
import { useContractForm } from '#ui/form/contract-form.ts';
import { SelectField, TextAreaField } from '#ui/form/text-field.tsx';

function Others() {
  const others = useContractForm({
    schema: z.object({}),
    initialValues: { text: 'x'.repeat(8000), country: '', agreed: false, one: '' },
    toInput: () => ({}),
    words: {},
  });
  return (
    <>
      <TextAreaField form={others} name="text" label="Reason" />
      <SelectField
        form={others}
        name="country"
        label="Country"
        options={[{ code: 'PL', label: 'Poland' }]}
      />
      <TickField form={others} name="agreed" label="I agree" />
      <ChoiceField
        form={others}
        name="one"
        label="One"
        description="Of three"
        choices={[
          { value: 'a', label: 'A', description: 'First' },
          { value: 'b', label: 'B', isDisabled: true },
        ]}
      />
    </>
  );
}

test('the character count appears at four fifths of the limit', async () => {
  const user = showPart(<Others />);
  const counter = screen.getByRole('status');
  expect(textOf(counter)).toBe('');
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'y');
  expect(textOf(counter)).toBe('8,001 of 10,000 characters');
});

test('selects, checkboxes and radio buttons start empty and store their choice', async () => {
  const user = showPart(<Others />);
  const country = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Country' });
  expect([...country.options].map(textOf)).toEqual(['Choose…', 'Poland']);
  await user.selectOptions(country, 'Poland');
  expect(country.value).toBe('PL');
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'I agree' });
  expect(box.checked).toBe(false);
  await user.click(box);
  expect(box.checked).toBe(true);
  const [one, other] = screen.getAllByRole<HTMLInputElement>('radio');
  expect([one?.id, other?.disabled]).toEqual(['field-one', true]);
  await user.click(one as HTMLElement);
  expect([one?.checked, other?.checked]).toEqual([true, false]);
});
