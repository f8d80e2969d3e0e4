import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { HOME } from '#tests/components/open-application.ts';
import { openPage, stopIntervals } from '#tests/components/open-page.tsx';
import { owner } from '#tests/components/people.ts';
import { listOf, NUMBER, recordOf, summaryOf } from '#tests/components/records.ts';
import { type Answers, answerWith, headersOf, sentTo } from '#tests/components/stub-calls.ts';

const listIn = (state: 'qualification.submitted' | 'qualification.underReview') => ({
  history: listOf(summaryOf('personal', state)),
});
const detailsOf = (state: 'qualification.submitted' | 'qualification.underReview') => ({
  applicationDetails: recordOf('personal', state),
});
const pages = [
  ['the list', HOME, 'history', listIn],
  ['the confirmation', `${HOME}/applications/${NUMBER}/filed`, 'applicationDetails', detailsOf],
  ['an application', `${HOME}/applications/${NUMBER}`, 'applicationDetails', detailsOf],
] as const;

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const setVisible = (isVisible: boolean) =>
  act(async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isVisible ? 'visible' : 'hidden');
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });

describe.each(pages)('%s', (_, address, call, answersOf) => {
  const open = async () => {
    openPage(address, answersOf('qualification.submitted') as Answers, owner);
    await screen.findAllByText('Submitted');
    answerWith(answersOf('qualification.underReview') as Answers);
  };

  beforeEach(() => {
    stopIntervals();
  });

  test('shows changes within 30 seconds, by an unattended call', async () => {
    await open();
    const before = sentTo(call).length;
    await pass(29_000);
    expect(sentTo(call)).toHaveLength(before);
    await pass(1000);
    expect((await screen.findAllByText('Qualification under review')).length).toBeGreaterThan(0);
    expect(headersOf(call).get('unattended')).toBe('1');
  });

  test('is not reloaded while its tab is hidden, but when the tab is shown again', async () => {
    await open();
    const before = sentTo(call).length;
    await setVisible(false);
    await pass(120_000);
    expect(sentTo(call)).toHaveLength(before);
    await setVisible(true);
    expect((await screen.findAllByText('Qualification under review')).length).toBeGreaterThan(0);
    expect(headersOf(call).get('unattended')).toBe('1');
  });

  test('keeps its content, without a message, if the server is unavailable', async () => {
    await open();
    const fetched = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
    vi.stubGlobal('fetch', fetched);
    await pass(30_000);
    await waitFor(() => expect(fetched).toHaveBeenCalled());
    expect(screen.queryByText('Network error')).toBeNull();
    expect(screen.getAllByText('Submitted').length).toBeGreaterThan(0);
  });
});
