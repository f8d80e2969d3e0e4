import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { LogMeanings } from '#charts/other-log/log-meanings.tsx';
import { showPart } from '#tests/components/open-page.tsx';

test('of very many activities the sixty most frequent are asked for', async () => {
  const activities = Array.from({ length: 62 }, (_, index): [string, number] => [
    `Step ${index + 1}`,
    1000 - index,
  ]);
  const onReplay = vi.fn();
  const log = { cases: [], activities, roles: [], events: ['review.start'] };
  const user = showPart(<LogMeanings log={log} onReplay={onReplay} />);
  expect(screen.getByLabelText('Step 60 × 941')).toBeTruthy();
  expect(screen.queryAllByLabelText(/^Step 6[12] /)).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Replay' }));
  const [{ activities: meant }] = onReplay.mock.calls[0] as [{ activities: object }];
  expect(Object.keys(meant)).toEqual(activities.slice(0, 60).map(([activity]) => activity));
});
