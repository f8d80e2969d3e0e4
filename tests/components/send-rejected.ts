import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { type Answers, answerWith, rejected, sentTo } from './stub-calls.ts';

const WHY = 'It has just ended.';

/**
 * Presses a button whose call the server rejects: the error is shown, and `done` is not. The input
 * stays, so that the same button sends it later.
 */
export async function sendRejected(
  user: UserEvent,
  call: EndpointName,
  pressed: string,
  done: string,
): Promise<void> {
  answerWith({ [call]: rejected(codes.notAllowedNow, WHY) });
  await user.click(screen.getAllByRole('button', { name: pressed }).at(-1) as HTMLElement);
  await screen.findByText(WHY);
  expect(screen.queryByText(done), `«${done}» is shown although the call was rejected`).toBeNull();
}

/** Presses a button whose call is first rejected, then accepted. Returns the inputs since then. */
export async function sendTwice<Name extends EndpointName>(
  user: UserEvent,
  call: Name,
  pressed: string,
  done: string,
  accepted: Answers,
) {
  await sendRejected(user, call, pressed, done);
  answerWith(accepted);
  await user.click(screen.getAllByRole('button', { name: pressed }).at(-1) as HTMLElement);
  await screen.findByText(done);
  return sentTo(call).slice(1);
}
