import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { cleanup, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import Cookies from 'js-cookie';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { vi } from 'vitest';
import { cookieNames } from '#contract/limits.ts';
import type { User } from '#contract/user-info.ts';
import { queryClient } from '#ui/calls/query-client.ts';
import { beginSession } from '#ui/calls/session.ts';
import { TranslatedText } from '#ui/language/translated-text.tsx';
import { forgetMessages } from '#ui/messages/messages.ts';
import { theme } from '#ui/theme.ts';
import { Routing } from '../../src/routing.tsx';
import { commonAnswers } from './answers.ts';
import { type Answers, expectNoBreach, stubCalls } from './stub-calls.ts';
import { stubUploads } from './uploads.ts';

/** «Now» of the pages: a Friday morning in Warsaw. */
export const NOW = Date.parse('2026-11-20T09:00:00Z');

let sessions = 0;

/**
 * Opens an address of the product as somebody signed in, or as a visitor; `consent` is the cookie
 * of a choice that was made, null before any.
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
  return show(<Routing />);
}

/** Shows a part of pages by itself to somebody who is signed in. */
export function showPart(part: ReactNode, answers: Answers = {}, address = '/'): UserEvent {
  stubCalls({ ...commonAnswers, ...answers });
  stubUploads();
  beginSession(`token-${sessions++}`);
  window.history.replaceState(null, '', address);
  return show(part);
}

function show(children: ReactNode): UserEvent {
  render(
    <MantineProvider theme={theme} env="test">
      <I18nProvider i18n={i18n} defaultComponent={TranslatedText}>
        <BrowserRouter useTransitions={false}>{children}</BrowserRouter>
      </I18nProvider>
    </MantineProvider>,
  );
  return userEvent.setup({ delay: null, pointerEventsCheck: 0 });
}

/** Where the reader is now. */
export const addressNow = () => location.pathname + location.search + location.hash;

/** Stops the clock at {@link NOW}: before each test. */
export function beginVisit(): void {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
}

/** Takes away the page and all that it keeps, in the module and in the browser: after each test. */
export function endVisit(): void {
  cleanup();
  forgetMessages();
  queryClient.clear();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  for (const name of Object.keys(Cookies.get())) Cookies.remove(name);
  expectNoBreach();
}
