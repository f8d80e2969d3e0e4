import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AuditFilters } from '#desk/audit/audit-filters.tsx';
import { showPart } from '#tests/components/open-page.tsx';
import { typedIn } from '#tests/components/reading.ts';

test.each([
  ['Who acted', 200],
  ['Whose data (e-mail)', 200],
])('«%s» takes as many characters as the log can be asked for: %i', async (label, most) => {
  const user = showPart(<AuditFilters />, {}, '/desk/audit');
  const field = screen.getByLabelText(label);
  await user.click(field);
  await user.paste('a'.repeat(most + 1));
  expect(typedIn(field)).toHaveLength(most);
});
