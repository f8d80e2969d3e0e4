import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { answerWith, refused } from './stub-calls.ts';

const WHY = 'It has just ended.';

/**
 * Presses what makes a call, which the server refuses: why is told, and `done` is not said. What is
 * to be sent stays, so that the same press sends it once the call is answered otherwise.
 */
export async function sendRefused(
  user: UserEvent,
  call: EndpointName,
  pressed: string,
  done: string,
): Promise<void> {
  answerWith({ [call]: refused(codes.notAllowedNow, WHY) });
  await user.click(screen.getAllByRole('button', { name: pressed }).at(-1) as HTMLElement);
  await screen.findByText(WHY);
  expect(screen.queryByText(done), `«${done}» is said of what was refused`).toBeNull();
}
