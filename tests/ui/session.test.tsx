import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import Cookies from 'js-cookie';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { storeUnsaved, unsavedKeys } from '#tests/components/drafts.ts';
import { press } from '#tests/components/filling.ts';
import { addressNow, NOW, openPage, stopIntervals } from '#tests/components/open-page.tsx';
import { analyst, owner, reviewer } from '#tests/components/people.ts';
import { itemsOf, linksIn, pageOf, textOf, typedIn } from '#tests/components/reading.ts';
import { listOf, NUMBER, recordOf, summaryOf } from '#tests/components/records.ts';
import {
  type Answers,
  answerWith,
  headersOf,
  rejected,
  sentTo,
} from '#tests/components/stub-calls.ts';
import { activateLanguage } from '#ui/language/language.ts';

const HOME = '/home/data-acquisition';
const list: Answers = { history: listOf(summaryOf()) };

describe('signing in', () => {
  const FORMAT =
    'Enter the e-mail in the correct format, like name@example.eu. Accents and other alphabets are possible only after the @';
  const openLogin = (search = '', answers: Answers = {}) =>
    openPage(`/login${search}`, { sendCaptcha: { resendAfter: 60 }, ...list, ...answers });
  const email = () => screen.findByRole('textbox', { name: /E-mail address/ });
  const privacy = () => screen.getByRole('checkbox', { name: 'I have read the privacy policy' });
  const send = (user: ReturnType<typeof openLogin>) => press(user, 'Send e-mail');
  const toCode = async (user: ReturnType<typeof openLogin>) => {
    await user.type(await email(), ' anna@example.eu ');
    await user.click(privacy());
    await send(user);
    return screen.findByRole('textbox', { name: 'Verification code' });
  };

  /** Loads the page again in the same tab. */
  const reload = () => {
    cleanup();
    return openLogin();
  };

  test('stays at the code step after a reload while the code is valid', async () => {
    stopIntervals();
    await toCode(openLogin());
    const user = reload();
    await screen.findByRole('textbox', { name: 'Verification code' });
    expect(textOf(screen.getByText(/We have sent an e-mail to/).closest('p'))).toContain(
      'anna@example.eu',
    );
    expect(screen.getByRole('button', { name: 'Resend in 30 s' })).toHaveProperty('disabled', true);
    await act(() => vi.advanceTimersByTimeAsync(40_000));
    await user.click(await screen.findByRole('button', { name: 'Resend' }));
    await waitFor(() => expect(sentTo('sendCaptcha')).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Back' }));
    reload();
    await email();
    await toCode(reload());
    vi.setSystemTime(NOW + 11 * 60_000);
    reload();
    await email();
  });

  test('asks for the address and the privacy policy', async () => {
    const user = openLogin();
    await send(user);
    expect(screen.getByText('Enter your e-mail address')).toBeTruthy();
    expect(
      screen.getByText('Tick the box to confirm that you have read the privacy policy'),
    ).toBeTruthy();
    expect(document.activeElement).toBe(await email());
    await user.type(await email(), 'anna');
    await send(user);
    screen.getByText(FORMAT);
    await user.type(await email(), '@example.eu');
    await send(user);
    expect(document.activeElement).toBe(privacy());
    expect(sentTo('sendCaptcha')).toEqual([]);
    expect(screen.getByRole('link', { name: 'privacy policy' }).getAttribute('href')).toBe(
      '/policy/privacy',
    );
    answerWith({ sendCaptcha: rejected(codes.internal, 'It went wrong.') });
    await user.click(privacy());
    await send(user);
    await screen.findByText('It went wrong.');
  });

  test('marks the field with an address that the server would reject', async () => {
    const user = openLogin();
    await email();
    await user.click(privacy());
    for (const rejected of ['owner@example', 'a..b@x.eu', 'x@1.2.3.4']) {
      fireEvent.change(await email(), { target: { value: rejected } });
      await send(user);
      screen.getByText(FORMAT);
      expect(document.activeElement).toBe(await email());
    }
    expect(sentTo('sendCaptcha')).toEqual([]);
  });

  test.each(['123 456', 'Your verification code is: 123-456.', '１２３４５６'])(
    'accepts the pasted code «%s»',
    async (pasted) => {
      const user = openLogin('', { login: { token: 'given' }, currentUser: owner });
      await user.click(await toCode(user));
      await user.paste(pasted);
      await user.click(screen.getByRole('button', { name: 'Sign in' }));
      await pageOf('My applications');
      expect(sentTo('login')).toEqual([{ email: 'anna@example.eu', code: '123456' }]);
    },
  );

  test('with the e-mailed code leads to the requested page', async () => {
    const user = openLogin(`?redirectUrl=${encodeURIComponent(`${HOME}/approved`)}`, {
      login: { token: 'given' },
      currentUser: owner,
    });
    const field = await toCode(user);
    expect(sentTo('sendCaptcha')).toEqual([{ email: 'anna@example.eu', privacyAccepted: true }]);
    expect(textOf(screen.getByText(/We have sent an e-mail to/).closest('p'))).toBe(
      'We have sent an e-mail to anna@example.eu at 10:00. Its code is valid for 10 minutes.',
    );
    expect(document.activeElement).toBe(field);
    screen.getByText(/look in the spam folder/);
    const submit = () => press(user, 'Sign in');
    await submit();
    expect(screen.getByText('Enter the verification code')).toBeTruthy();
    await user.type(field, '12345');
    await submit();
    expect(screen.getByText('The verification code has 6 digits')).toBeTruthy();
    await user.clear(field);
    await user.type(field, '123456');
    await submit();
    await pageOf('Approved');
    expect(addressNow()).toBe(`${HOME}/approved`);
    expect(screen.getByText('Welcome. You are signed in.')).toBeTruthy();
    expect(sentTo('login')).toEqual([{ email: 'anna@example.eu', code: '123456' }]);
    expect(Cookies.get('login-token')).toBe('given');
    expect(headersOf('history').get('login-token')).toBe('given');
  });

  test.each([
    ['a requester', owner, HOME],
    ['a reviewer', reviewer, '/desk'],
    ['an analyst', analyst, '/charts'],
  ])('without a requested page leads %s to their home page', async (_, user, place) => {
    const events = openLogin('', {
      login: { token: 'given' },
      currentUser: user,
      deskQueue: {
        total: 0,
        hasMore: false,
        items: [],
        counts: [],
        authorityNotices: { count: 0, overdue: 0 },
      },
    });
    await events.type(await toCode(events), '123456');
    await events.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(addressNow()).toBe(place));
    await pageOf(/My applications|We need to act|Charts/);
  });

  test('with a wrong code shows the error; another code can be requested later', async () => {
    const user = openLogin('', {
      login: rejected(codes.wrongCode, 'Wrong code, 4 tries left.', { triesLeft: 4 }),
    });
    await user.type(await toCode(user), '123456');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Wrong code, 4 tries left.')).toBeTruthy();
    expect(
      screen.getByRole<HTMLButtonElement>('button', { name: /Resend in \d+ s/ }).disabled,
    ).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(typedIn(await email())).toBe('anna@example.eu');
    expect(privacy()).toHaveProperty('checked', true);
    expect(screen.queryByText('Wrong code, 4 tries left.')).toBeNull();
  });

  test('counts down until another code can be requested', async () => {
    stopIntervals();
    await toCode(openLogin());
    const resend = screen.getByRole('button', { name: 'Resend in 30 s' });
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(textOf(resend)).toBe('Resend in 20 s');
    await act(() => vi.advanceTimersByTimeAsync(19_000));
    expect([textOf(resend), resend.matches(':disabled')]).toEqual(['Resend in 1 s', true]);
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect([textOf(resend), resend.matches(':disabled')]).toEqual(['Resend in 0 s', true]);
  });

  test('that is blocked shows until when, in local time', async () => {
    const user = openLogin('', {
      sendCaptcha: rejected(codes.locked, 'Too many wrong codes.', {
        lockedUntil: Date.parse('2026-11-21T08:00:00Z'),
      }),
    });
    await user.type(await email(), 'anna@example.eu');
    await user.click(privacy());
    await send(user);
    const title = await screen.findByText('Sign-in is blocked');
    expect(textOf(title.closest('[role]'))).toBe(
      'Sign-in is blockedToo many wrong codes.In your local time: 21 November 2026 at 09:00We have sent an e-mail to anna@example.eu. Its link lifts the block. If it does not arrive, look in the spam folder.',
    );
    await user.click(screen.getByRole('button', { name: 'Use another e-mail address' }));
    await email();
  });

  describe('that is blocked, with the link of the mail,', () => {
    const openLink = (answers: Answers) => openLogin('#lift=of-the-mail', answers);
    const lift = async (user: ReturnType<typeof openLogin>) => {
      await screen.findByText(/You followed the link in our e-mail: the mailbox is yours/);
      expect(screen.queryByRole('textbox')).toBeNull();
      // Mail scanners follow links, so the link alone lifts nothing.
      expect(sentTo('liftLock')).toEqual([]);
      await user.click(screen.getByRole('button', { name: 'Lift the block' }));
    };

    test('is possible again', async () => {
      const user = openLink({ liftLock: null });
      await lift(user);
      await screen.findByText('Sign-in is no longer blocked');
      expect(sentTo('liftLock')).toEqual([{ token: 'of-the-mail' }]);
      expect(screen.queryByText('Sign-in is blocked')).toBeNull();
      await user.click(screen.getByRole('button', { name: 'Continue to sign-in' }));
      await email();
      expect(addressNow()).toBe('/login');
    });

    test('says why the link does not lift the block', async () => {
      const user = openLink({ liftLock: rejected(codes.unknownLink, 'The link is too old.') });
      await lift(user);
      await screen.findByText('The link is too old.');
      expect(screen.queryByText('Sign-in is no longer blocked')).toBeNull();
      await user.click(screen.getByRole('button', { name: 'Continue to sign-in' }));
      await email();
    });
  });

  test('with a demo account fills in its address', async () => {
    const config = {
      mode: 'demonstration' as const,
      holderName: 'Example Motors',
      contactMailbox: 'x@example.eu',
      mailbox: '/mailbox',
      publicCharts: false,
      companySignIn: false,
      demoAccounts: [
        { role: 'owner', email: 'owner@example.eu' },
        { role: 'lead', email: 'lead@example.eu' },
        { role: 'guest', email: 'guest@example.eu' },
      ],
    };
    const user = openLogin('', { config });
    const section = await screen.findByRole('region', { name: 'Accounts of the demonstration' });
    expect(itemsOf(within(section).getByRole('list'))).toEqual([
      'Vehicle owner owner@example.eu',
      'Lead of the desk lead@example.eu',
      'guest guest@example.eu',
    ]);
    await user.click(within(section).getByRole('button', { name: 'lead@example.eu' }));
    expect(typedIn(await email())).toBe('lead@example.eu');
  });

  test('redirects a signed-in person', async () => {
    openPage('/login?redirectUrl=%2Fhome%2Fdata-acquisition%2Fapproved', list, owner);
    await pageOf('Approved');
  });
});

describe('the account menu', () => {
  const links = async () => linksIn(await screen.findByRole('navigation', { name: 'Account' }));

  test.each([
    ['a requester', owner, { 'My applications': HOME, 'Live access': '/home/live-access' }],
    ['staff', reviewer, { 'My applications': HOME, Desk: '/desk', Charts: '/charts' }],
    [
      'staff with a car',
      { ...reviewer, vehicles: owner.vehicles },
      {
        'My applications': HOME,
        'Live access': '/home/live-access',
        Desk: '/desk',
        Charts: '/charts',
      },
    ],
  ])('of %s links to its pages', async (_, user, places) => {
    openPage(HOME, list, user);
    await waitFor(async () => expect(await links()).toEqual(places));
  });

  test.each([
    ['/role', '/login'],
    ['/right/customer', '/login'],
    ['/no/such/page', '/login'],
    // The address to return to is preserved.
    ['/login?redirectUrl=%2Fdesk', '/login?redirectUrl=%2Fdesk'],
  ])('without a session offers the sign-in on %s', async (address, to) => {
    openPage(address);
    expect(await links()).toEqual({ 'Sign in': to });
    expect(screen.queryByRole('button', { name: 'Log out' })).toBeNull();
  });
});

describe('logging out', () => {
  const draft = () => storeUnsaved('anna:application', { city: 'Turin' });
  const ask = async (user: ReturnType<typeof openPage>) => {
    await user.click(await screen.findByRole('button', { name: /@example.eu$/, expanded: false }));
    await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
    return screen.findByRole('dialog', { name: 'Log out?' });
  };

  test('asks first, saves drafts and removes them from the tab', async () => {
    const user = openPage(HOME, { ...list, logout: null }, owner);
    draft();
    const dialog = await ask(user);
    expect(textOf(dialog)).toContain(
      'You will be logged out in every tab of this browser. Forms you have begun stay in your account.',
    );
    await waitFor(() => expect(sentTo('draftSave')).toHaveLength(1));
    expect(sentTo('draftSave')[0]).toMatchObject({ name: 'application', revision: 0 });
    expect(sentTo('draftSave')[0]?.content).toContain('"city":"Turin"');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(sentTo('logout')).toEqual([]);
    expect(unsavedKeys()).toEqual([]);
    await user.click(within(await ask(user)).getByRole('button', { name: 'Log out' }));
    await pageOf('The data your car makes are yours to use');
    expect([sentTo('logout'), sentTo('draftSave').length]).toEqual([[{}], 1]);
    expect(addressNow()).toBe('/role');
    expect(Cookies.get('login-token')).toBeUndefined();
  });

  test.each([
    ['another device saved a newer draft', rejected(codes.draftOutdated, 'It was changed.')],
    ['the server is unavailable', rejected(500, 'It went wrong.')],
  ])(
    'warns of unsaved input when %s, and saves nothing of other accounts',
    async (_, draftSave) => {
      const user = openPage(HOME, { ...list, logout: null, draftSave }, owner);
      draft();
      storeUnsaved('olaf:application', {});
      const dialog = await ask(user);
      await within(dialog).findByText(
        'What you typed last is not saved in your account, and will be lost.',
      );
      expect(new Set(sentTo('draftSave').map(({ name }) => name))).toEqual(
        new Set(['application']),
      );
      await user.click(within(dialog).getByRole('button', { name: 'Log out' }));
      await pageOf('The data your car makes are yours to use');
      expect(unsavedKeys()).toEqual([]);
    },
  );

  test('removes everything of the account', async () => {
    const user = openPage(
      HOME,
      { ...list, logout: null, terminateOrder: { applicationNumber: NUMBER, revision: 4 } },
      owner,
    );
    draft();
    sessionStorage.setItem('desk:place:anna', NUMBER);
    await user.click(await screen.findByRole('button', { name: `More for ${NUMBER}` }));
    await user.click(screen.getByRole('menuitem', { name: 'Terminate' }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Terminate' }),
    );
    await screen.findByText(/has ended\./);
    const dialog = await ask(user);
    await user.click(within(dialog).getByRole('button', { name: 'Log out' }));
    await pageOf('The data your car makes are yours to use');
    expect(Object.keys(sessionStorage)).toEqual([]);
    expect(document.cookie).not.toContain('token');
    expect(document.body.textContent).not.toContain(NUMBER);
    expect(document.body.textContent).not.toContain('anna');
  });

  test('works when the server is unavailable', async () => {
    const user = openPage(HOME, { ...list, logout: rejected(500, 'No.') }, owner);
    await user.click(within(await ask(user)).getByRole('button', { name: 'Log out' }));
    await pageOf('The data your car makes are yours to use');
    expect(screen.queryByText('No.')).toBeNull();
    expect(Cookies.get('login-token')).toBeUndefined();
  });
});

describe('a session', () => {
  test.each([
    [`${HOME}/approved?page=2#content`, 'Your session has ended.', false],
    [`${HOME}/new/about-you`, 'Your session has ended.Your input is kept.', true],
  ])('that the server ended leads to the sign-in and back: %s', async (address, text, isForm) => {
    const signedOut = rejected(401, 'Please sign in.');
    openPage(address, { history: signedOut, draftRead: signedOut }, owner);
    const page = await pageOf('Sign in');
    expect(addressNow()).toBe(`/login?redirectUrl=${encodeURIComponent(address)}`);
    expect(textOf(page)).toContain(text);
    expect(screen.queryByText('Your input is kept.') !== null).toBe(isForm);
    expect(screen.queryByText('Please sign in.')).toBeNull();
    expect(Cookies.get('login-token')).toBeUndefined();
  });

  test('that ends during an upload leads to the sign-in', async () => {
    const user = openPage(
      `${HOME}/applications/${NUMBER}/supplement`,
      {
        applicationDetails: recordOf('personal', 'qualification.informationRequired'),
        personUploadCert: rejected(401, 'Please sign in.'),
      },
      owner,
    );
    const field = await screen.findByLabelText('Files', { selector: 'input' });
    await user.upload(field, new File(['x'], 'lease.pdf', { type: 'application/pdf' }));
    await pageOf('Sign in');
    expect(Cookies.get('login-token')).toBeUndefined();
  });

  test('that ends soon shows a warning and can be extended', async () => {
    const user = openPage(
      HOME,
      { ...list, extendSession: { sessionEndsIn: 8 * 3_600_000 } },
      { ...owner, sessionEndsIn: 5 * 60_000 },
    );
    const dialog = await screen.findByRole('dialog', { name: 'You will be logged out soon' });
    expect(textOf(within(dialog).getByRole('status'))).toBe('Your session ends in 5 minutes.');
    answerWith({ currentUser: owner });
    await user.click(within(dialog).getByRole('button', { name: 'Stay signed in' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sentTo('extendSession')).toEqual([{}]);
    expect(Cookies.get('login-token')).toBeDefined();
  });

  test('that ends soon while a form is filled in says that the input is kept', async () => {
    stopIntervals();
    const user = openPage(
      `${HOME}/new/about-you`,
      { history: listOf() },
      { ...owner, sessionEndsIn: 11 * 60_000 },
    );
    await user.type(await screen.findByRole('textbox', { name: 'Last name' }), 'Nowak');
    answerWith({ currentUser: { ...owner, sessionEndsIn: 5 * 60_000 } });
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    const dialog = await screen.findByRole('dialog', { name: 'You will be logged out soon' });
    expect(textOf(within(dialog).getByRole('status'))).toMatch(/ Your input is kept\.$/);
  });

  test('shows the warning again after an extension, to the last minute', async () => {
    stopIntervals();
    const user = openPage(HOME, list, { ...owner, sessionEndsIn: 5 * 60_000 });
    const endsIn = async (sessionEndsIn: number) => {
      answerWith({ currentUser: { ...owner, sessionEndsIn } });
      await act(() => vi.advanceTimersByTimeAsync(15_000));
    };
    const warning = await screen.findByRole('dialog', { name: 'You will be logged out soon' });
    await user.click(within(warning).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await endsIn(10.4 * 60_000);
    await endsIn(40_000);
    await endsIn(20_000);
    await waitFor(() =>
      expect(textOf(within(screen.getByRole('dialog')).getByRole('status'))).toMatch(
        /^Your session ends in 1 minute\./,
      ),
    );
  });

  test('that has expired by the clock leads to the sign-in', async () => {
    stopIntervals();
    openPage(HOME, list, { ...owner, sessionEndsIn: 60_000 });
    await screen.findByRole('dialog', { name: 'You will be logged out soon' });
    answerWith({ currentUser: rejected(503, 'Away.') });
    await act(() => vi.advanceTimersByTimeAsync(90_000));
    await pageOf('Sign in');
  });

  test('that another tab extended while this tab was frozen stays valid', async () => {
    stopIntervals();
    openPage(HOME, list, { ...owner, sessionEndsIn: 30 * 60_000 });
    await screen.findByRole('table');
    answerWith({ currentUser: owner });
    const before = sentTo('currentUser').length;
    vi.setSystemTime(NOW + 60 * 60_000);
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    expect(sentTo('currentUser')).toHaveLength(before + 1);
    expect(headersOf('currentUser').get('unattended')).toBe('1');
    await act(() => vi.advanceTimersByTimeAsync(5 * 60_000));
    screen.getByRole('table');
    expect(Cookies.get('login-token')).toBeDefined();
  });

  test('that was idle too long leads to the sign-in with the reason', async () => {
    const why = 'You were signed out because the portal had not been used for a while.';
    openPage(HOME, { ...list, history: rejected(401, why, { ended: 'rest' }) }, owner);
    const page = await pageOf('Sign in');
    expect(textOf(page)).toContain(why);
  });

  describe('of staff', () => {
    const asked = () => sentTo('currentUser').length;
    const unattended = () => headersOf('currentUser').get('unattended');
    const pass = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * 60_000));
    beforeEach(() => {
      stopIntervals();
    });

    test('is loaded again before the warning, and extended only if the person types', async () => {
      openPage(HOME, list, { ...reviewer, sessionEndsIn: 30 * 60_000 });
      await screen.findByRole('table');
      const before = asked();
      await pass(19);
      expect(asked()).toBe(before);
      await pass(0.5);
      expect(asked()).toBe(before + 1);
      expect(unattended()).toBe('1');
      expect(screen.queryByRole('dialog')).toBeNull();
      await pass(10);
      fireEvent.keyDown(document.body, { key: 'a' });
      await pass(9.5);
      expect(unattended()).toBeNull();
    });

    test('that is too old cannot be extended', async () => {
      const user = openPage(HOME, list, {
        ...reviewer,
        sessionEndsIn: 5 * 60_000,
        canExtendSession: false,
      });
      const dialog = await screen.findByRole('dialog', { name: 'You will be logged out soon' });
      expect(textOf(dialog)).toContain('Staff sessions cannot last longer than this.');
      expect(within(dialog).queryByRole('button', { name: 'Stay signed in' })).toBeNull();
      await user.click(within(dialog).getByRole('button', { name: 'Continue until then' }));
      expect(screen.queryByRole('dialog')).toBeNull();
    });
  });
});

describe('cookies', () => {
  test('are listed in the settings with purpose and lifetime', async () => {
    const cookie = { name: 'session-id', category: 'necessary' as const, lifetime: 1800 };
    const kept = { name: 'language', category: 'functional' as const, lifetime: 365 * 86_400 };
    const answers = {
      cookieRecord: { recordId: 'r1', recordedAt: NOW },
      cookieList: [
        { ...cookie, purpose: 'Tells visits apart.' },
        { ...kept, purpose: 'Keeps the language.' },
      ],
    };
    const user = openPage('/role', answers, undefined, null);
    await screen.findByText(/Nothing is used for advertising or analysis\./);
    await user.click(await screen.findByRole('button', { name: 'Settings' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cookie settings' });
    await within(dialog).findByText('session-id');
    await user.click(within(dialog).getByText('The cookies of this site'));
    expect(itemsOf(within(dialog).getByRole('list'))).toEqual([
      'session-id necessary, kept 30 minutesTells visits apart.',
      'language functional, kept 365 daysKeeps the language.',
    ]);
    const necessary = within(dialog).getByRole<HTMLInputElement>('checkbox', {
      name: 'Necessary cookies',
    });
    expect([necessary.checked, necessary.disabled]).toEqual([true, true]);
    const functional = within(dialog).getByRole<HTMLInputElement>('checkbox', {
      name: 'Functional cookies',
    });
    expect(functional.checked).toBe(false);
    await user.click(functional);
    await user.click(within(dialog).getByRole('button', { name: 'Save settings' }));
    await waitFor(() => expect(sentTo('cookieRecord')).toEqual([{ functional: true }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the language', () => {
  test('changes when functional cookies are allowed and is stored', async () => {
    const user = openPage('/role', {}, undefined, 'functional.r1');
    const select = await screen.findByRole('combobox', { name: 'Language' });
    expect([...select.children].map(textOf)).toEqual([
      'English',
      '中文',
      'Français',
      'Polski',
      'Español',
      'Português',
    ]);
    await user.selectOptions(select, 'Polski');
    await waitFor(() => expect(document.documentElement.lang).toBe('pl'));
    expect(Cookies.get('language')).toBe('pl');
    await act(() => activateLanguage('en'));
  });

  test.each(['Zapisz ustawienia', 'Zamknij'])(
    'stays the same after «%s» if functional cookies are not allowed',
    async (press) => {
      const cookieRecord = { recordId: 'r2', recordedAt: 0 };
      const user = openPage('/role', { cookieList: [], cookieRecord });
      const select = await screen.findByRole('combobox', { name: 'Language' });
      await user.selectOptions(select, 'Polski');
      const dialog = await screen.findByRole('dialog', { name: 'Ustawienia plików cookie' });
      expect(dialog.lang).toBe('pl');
      expect(textOf(dialog)).toContain('Aby zmienić język');
      expect(document.documentElement.lang).toBe('en');
      await user.click(within(dialog).getByRole('button', { name: press }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(document.documentElement.lang).toBe('en');
      expect(document.cookie).not.toContain('language=pl');
      await user.click(screen.getByRole('button', { name: 'Cookie settings' }));
      expect(textOf(await screen.findByRole('dialog'))).not.toContain('To change the language');
    },
  );
});

describe('messages', () => {
  test('can be closed, and are at most two', { tags: ['8-envelope'] }, async () => {
    const user = openPage(
      HOME,
      { ...list, terminateOrder: rejected(40901, 'It has ended.') },
      owner,
    );
    const terminate = async () => {
      await user.click(await screen.findByRole('button', { name: /^More for/ }));
      await user.click(screen.getByRole('menuitem', { name: 'Terminate' }));
      await user.click(
        within(await screen.findByRole('dialog')).getByRole('button', { name: 'Terminate' }),
      );
    };
    await terminate();
    await screen.findByText('It has ended.');
    answerWith({ terminateOrder: rejected(40901, 'It ended long ago.') });
    await terminate();
    await screen.findByText('It ended long ago.');
    answerWith({ terminateOrder: rejected(40901, 'It has been ended.') });
    await terminate();
    await screen.findByText('It has been ended.');
    expect(screen.queryByText('It has ended.')).toBeNull();
    const [close] = screen.getAllByRole('button', { name: 'Close' });
    await user.click(close as HTMLElement);
    expect(screen.queryByText('It ended long ago.')).toBeNull();
    expect(screen.getByText('It has been ended.').closest('[role=alert]')).not.toBeNull();
  });
});

describe('public pages', () => {
  test('name the data holder, and link to the pages for each kind of reader', {
    tags: ['2-start', '2-role', '6-roles'],
  }, async () => {
    document.documentElement.dataset.holder = 'Moteurs Réunis';
    openPage('/');
    const page = await pageOf('The data your car makes are yours to use');
    expect(textOf(page)).toContain('Moteurs Réunis gives you a copy of them');
    expect(textOf(screen.getByRole('banner'))).toContain('Moteurs Réunis');
    delete document.documentElement.dataset.holder;
    expect(addressNow()).toBe('/role');
    expect([...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(
      expect.arrayContaining([
        '/right/customer',
        HOME,
        '/right/government',
        `${HOME}/public-sector`,
        '/right/other-entities',
        '/right/other-entities#write',
      ]),
    );
    expect(linksIn(screen.getByRole('navigation', { name: 'Rights and policies' }))).toEqual({
      'Your rights': '/right/customer',
      'Privacy policy': '/policy/privacy',
      'Cookie policy': '/policy/cookies',
    });
  });

  test('give other entities the mailbox of the installation', {
    tags: ['1-other-entities', '6-mailbox'],
  }, async () => {
    document.documentElement.dataset.contactMailbox = 'data@example-motors.eu';
    openPage('/right/other-entities');
    expect(linksIn(await pageOf('Other entities'))).toMatchObject({
      'data@example-motors.eu': 'mailto:data@example-motors.eu',
    });
    delete document.documentElement.dataset.contactMailbox;
  });

  test.each([
    ['privacy', 'SendCaptcha'],
    ['cookies', 'Cookie'],
  ])('show the %s policy that the server returns', async (path, type) => {
    openPage(`/policy/${path}`, {
      agreement: {
        title: 'The policy',
        updatedOn: '2026-11-01',
        sections: [{ heading: 'Why', paragraphs: ['Because.', 'And so.'] }],
      },
    });
    const page = await pageOf('The policy');
    expect(sentTo('agreement')).toEqual([{ type }]);
    expect(textOf(page)).toContain('1 November 2026');
    expect(textOf(page)).toContain('WhyBecause.And so.');
  });

  test.each(['/policy/terms', '/nowhere'])(
    'do not include %s',
    { tags: ['8-not-found'] },
    async (address) => {
      openPage(address);
      await pageOf('Page does not exist');
    },
  );
});
