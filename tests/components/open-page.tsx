import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { cleanup, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import Cookies from 'js-cookie';
import type { ReactNode } from 'react';
import { BrowserRouter, RouterProvider } from 'react-router-dom';
import { vi } from 'vitest';
import { cookieNames } from '#contract/limits.ts';
import type { User } from '#contract/user-info.ts';
import { queryClient } from '#ui/calls/query-client.ts';
import { beginSession } from '#ui/calls/session.ts';
import { TranslatedText } from '#ui/language/translated-text.tsx';
import { clearMessages } from '#ui/messages/messages.ts';
import { theme } from '#ui/theme.ts';
import { createRouter } from '../../src/routing.tsx';
import { commonAnswers } from './answers.ts';
import { type Answers, expectNoBreach, stubCalls } from './stub-calls.ts';
import { stubUploads } from './uploads.ts';

/** Current time of the pages: a Friday morning in Warsaw. */
export const NOW = Date.parse('2026-11-20T09:00:00Z');

let sessions = 0;
let router: ReturnType<typeof createRouter> | undefined;

/**
 * Opens an address as a signed-in user or as a visitor. `consent` is the consent cookie, null
 * before any choice.
 */
export function openPage(
  address: string,
  answers: Answers = {},
  user?: User,
  consent: string | null = 'necessary.record',
): UserEvent {
  stubCalls({ ...commonAnswers, ...(user && { currentUser: user }), ...answers });
  stubUploads();
  if (consent) Cookies.set(cookieNames.consent, consent);
  beginSession(user ? `token-${sessions++}` : '');
  if (!user) Cookies.remove(cookieNames.login);
  window.history.replaceState(null, '', address);
  router = createRouter();
  return show(<RouterProvider router={router} useTransitions={false} />);
}

/** Renders a component for a signed-in user. */
export function showPart(part: ReactNode, answers: Answers = {}, address = '/'): UserEvent {
  stubCalls({ ...commonAnswers, ...answers });
  stubUploads();
  beginSession(`token-${sessions++}`);
  window.history.replaceState(null, '', address);
  return show(<BrowserRouter useTransitions={false}>{part}</BrowserRouter>);
}

function show(children: ReactNode): UserEvent {
  render(
    <MantineProvider theme={theme} env="test">
      <I18nProvider i18n={i18n} defaultComponent={TranslatedText}>
        {children}
      </I18nProvider>
    </MantineProvider>,
  );
  return pastingUser();
}

/** A user whose `type` pastes plain text: one rendering instead of one for each letter. */
function pastingUser(): UserEvent {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const type: UserEvent['type'] = async (element, text, options) => {
    if (/[{[]/.test(text)) return user.type(element, text, options);
    await user.click(element);
    await user.paste(text);
  };
  return { ...user, type };
}

export const addressNow = () => location.pathname + location.search + location.hash;

/** Stops the clock at {@link NOW} before each test. */
export function beginVisit(): void {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
}

/** Also stops intervals, until `vi.advanceTimersByTimeAsync`. */
export function stopIntervals(): void {
  vi.useRealTimers();
  vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setInterval', 'clearInterval'] });
}

/** Removes the page and all its state after each test. */
export function endVisit(): void {
  cleanup();
  router?.dispose();
  router = undefined;
  clearMessages();
  queryClient.clear();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  for (const name of Object.keys(Cookies.get())) Cookies.remove(name);
  expectNoBreach();
}
