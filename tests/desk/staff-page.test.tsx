import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { StaffRole } from '#contract/staff-roles.ts';
import { FreshCompanySignIn } from '#desk/second-factor/fresh-factor-dialog.tsx';
import StaffPage from '#desk/staff/staff-page.tsx';
import { press } from '#tests/components/filling.ts';
import { showPart } from '#tests/components/open-page.tsx';
import { analyst, lead, memberOf, reviewer } from '#tests/components/people.ts';
import {
  choicesIn,
  offeredIn,
  pageOf,
  rowsOf,
  textOf,
  typedIn,
} from '#tests/components/reading.ts';
import { showAtDesk } from '#tests/components/show-at-desk.tsx';
import {
  type Answers,
  answerWith,
  rejected,
  sentTo,
  wrongFields,
} from '#tests/components/stub-calls.ts';
import { setUpState } from './page-data.ts';

const staff = [
  memberOf(lead),
  memberOf(reviewer, {
    roles: ['reviewer', 'auditor'],
    lockedUntil: Date.parse('2026-11-20T20:00:00Z'),
  }),
  memberOf(analyst, { hasSecondFactor: false, isCompanyLinked: true }),
];
const openStaff = (answers: Answers = {}, user = lead) =>
  showAtDesk(
    <StaffPage />,
    { staffList: staff, staffNominations: [], secondFactorState: setUpState, ...answers },
    user,
    '/desk/staff',
  );
const row = async (email: string) =>
  (await screen.findByRole('rowheader', { name: new RegExp(email) })).closest('tr') as HTMLElement;
const dialog = (name: string) => screen.findByRole('dialog', { name });

/** Opens the dialog for a new colleague, and types an address. */
async function beginAdding(user: ReturnType<typeof openStaff>, email = 'new@example.eu') {
  await user.click(await screen.findByRole('button', { name: 'Add a colleague' }));
  const asked = await dialog('Add a colleague');
  if (email) await user.type(within(asked).getByRole('textbox'), email);
  return asked;
}

describe('the list', () => {
  test('has no actions for users other than leads', async () => {
    openStaff({}, reviewer);
    const page = await pageOf('Staff');
    expect(rowsOf(within(page).getByRole('table'))[0]).toEqual([
      'E-mail address',
      'Roles',
      'Second factor',
    ]);
    expect(offeredIn(page)).toEqual([]);
    expect(within(page).queryByRole('heading', { name: 'Unlock an address' })).toBeNull();
    expect(sentTo('staffNominations')).toEqual([]);
  });
});

describe('a colleague', () => {
  test('is added with an address and roles', async () => {
    const user = openStaff({ staffChange: { awaitsLead: false } });
    await user.click(await screen.findByRole('button', { name: 'Add a colleague' }));
    const asked = await dialog('Add a colleague');
    expect(choicesIn(asked, 'checkbox')).toEqual(['Reviewer', 'Lead', 'Auditor', 'Analyst']);
    expect(
      within(asked).getByRole<HTMLInputElement>('checkbox', { name: 'Reviewer' }).checked,
    ).toBe(true);
    expect(textOf(asked)).toContain('Works through the applications and decides on them.');
    await user.click(within(asked).getByRole('checkbox', { name: 'Reviewer' }));
    await user.click(within(asked).getByRole('button', { name: 'Add' }));
    expect(textOf(asked)).toContain(
      'Enter the e-mail in the correct format, like name@example.eu. Accents and other alphabets are possible only after the @',
    );
    expect(textOf(asked)).toContain('Choose at least one role');
    expect(document.activeElement).toBe(
      within(asked).getByRole('region', { name: 'There is a problem' }),
    );
    await user.type(within(asked).getByRole('textbox'), 'new@example.eu');
    await user.click(within(asked).getByRole('checkbox', { name: 'Analyst' }));
    await user.click(within(asked).getByRole('checkbox', { name: 'Lead' }));
    await user.click(within(asked).getByRole('button', { name: 'Add' }));
    await screen.findByText('new@example.eu can sign in as staff now.');
    expect(sentTo('staffChange')).toEqual([
      { email: 'new@example.eu', roles: ['lead', 'analyst'] },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sentTo('staffList').length).toBeGreaterThan(1);
  });

  describe('is changed after the second factor was entered again', () => {
    const stale = rejected(40302, 'This needs your second factor anew.');
    const add = async (answers: Answers, by = lead) => {
      const user = openStaff({ staffChange: stale, ...answers }, by);
      const asked = await beginAdding(user);
      await user.click(within(asked).getByRole('button', { name: 'Add' }));
      return { user, asked, confirm: await dialog('Confirm that it is you') };
    };

    test('the page asks for the second factor and then repeats the change', async () => {
      const { user, confirm } = await add({
        secondFactorGive: () => {
          answerWith({ staffChange: { awaitsLead: false } });
          return null;
        },
      });
      const field = within(confirm).getByRole('textbox', {
        name: 'Code of your authenticator app',
      });
      expect(document.activeElement).toBe(field);
      await user.type(field, '123456');
      await user.click(within(confirm).getByRole('button', { name: 'Confirm' }));
      await screen.findByText('new@example.eu can sign in as staff now.');
      const sent = { email: 'new@example.eu', roles: ['reviewer'] };
      expect(sentTo('staffChange')).toEqual([sent, sent]);
      expect(screen.queryByRole('dialog')).toBeNull();
    });

    test('company accounts sign in at the company again', async () => {
      const { user, confirm } = await add(
        { companySignIn: rejected(50301, 'It does not answer.') },
        { ...lead, isOfCompany: true },
      );
      const again = { name: 'Sign in with the company account' };
      await user.click(within(confirm).getByRole('button', again));
      await within(confirm).findByText('It does not answer.');
      expect(sentTo('companySignIn')).toEqual([{ redirectUrl: '/desk/staff', isFresh: true }]);
    });

    test('nothing changes if the prompt is cancelled, and the input stays', async () => {
      const { user, asked, confirm } = await add({});
      await user.click(within(confirm).getByRole('button', { name: 'Close' }));
      await screen.findByText('This needs your second factor anew.');
      expect(within(asked).getByRole<HTMLInputElement>('textbox').value).toBe('new@example.eu');
      expect(sentTo('staffChange')).toHaveLength(1);
    });
  });

  test.each([
    ['a wrong address', wrongFields({ field: 'email', problem: 'format' }), /correct format/],
    ['any other reason', rejected(40905, 'The last lead stays one.'), 'The last lead stays one.'],
  ])('is rejected for %s, and the dialog stays open', async (_, answer, words) => {
    const user = openStaff({ staffChange: answer });
    const asked = await beginAdding(user);
    await user.click(within(asked).getByRole('button', { name: 'Add' }));
    await screen.findAllByText(words);
    expect(typedIn(within(asked).getByRole('textbox'))).toBe('new@example.eu');
  });

  test('gets other roles', async () => {
    const user = openStaff({ staffChange: { awaitsLead: false } });
    await user.click(within(await row('rita@')).getByRole('button', { name: /Change roles/ }));
    const asked = await dialog('Roles of rita@example.eu');
    expect(within(asked).queryByRole('textbox')).toBeNull();
    const ticked = () =>
      within(asked)
        .getAllByRole<HTMLInputElement>('checkbox')
        .map(({ checked }) => checked);
    expect(ticked()).toEqual([true, false, true, false]);
    await user.click(within(asked).getByRole('checkbox', { name: 'Auditor' }));
    await user.click(within(asked).getByRole('button', { name: 'Change roles' }));
    await screen.findByText('The roles of rita@example.eu are changed.');
    expect(sentTo('staffChange')).toEqual([{ email: 'rita@example.eu', roles: ['reviewer'] }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is unlocked', async () => {
    const user = openStaff({ staffUnlock: { wasLocked: true } });
    await user.click(within(await row('rita@')).getByRole('button', { name: /Unlock/ }));
    await screen.findByText('rita@example.eu is unlocked.');
    expect(sentTo('staffUnlock')).toEqual([{ email: 'rita@example.eu' }]);
  });

  test.each([
    [
      ...['Reset second factor', 'rita', 'Reset the second factor of rita@example.eu?'],
      'Check in another way than by e-mail that this person really asked for it.',
      'rita@example.eu must now set up a new second factor.',
      'staffForgetSecondFactor',
    ],
    [
      ...['Unlink', 'ada', 'Unlink the company account of ada@example.eu?'],
      'This signs them out everywhere.',
      'The company account of ada@example.eu is unlinked, and they are signed out.',
      'staffUnlinkCompany',
    ],
    [
      ...['Deactivate', 'ada', 'Deactivate ada@example.eu?'],
      'This removes all their roles and their second factor at once',
      'ada@example.eu is deactivated.',
      'staffChange',
    ],
  ] as [string, string, string, string, string, 'staffUnlinkCompany'][])(
    '«%s» for %s asks «%s» first',
    async (action, name, question, warning, done, call) => {
      const user = openStaff({
        staffForgetSecondFactor: null,
        staffUnlinkCompany: null,
        staffChange: { awaitsLead: false },
      });
      const ask = async () => {
        const offer = { name: new RegExp(action) };
        await user.click(within(await row(`${name}@`)).getByRole('button', offer));
        return within(await dialog(question));
      };
      const asked = await ask();
      asked.getByText((text) => text.includes(warning));
      await user.click(asked.getByRole('button', { name: 'Cancel' }));
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(sentTo(call)).toEqual([]);
      await user.click((await ask()).getByRole('button', { name: action }));
      await screen.findByText(done);
      const sent = { email: `${name}@example.eu`, ...(action === 'Deactivate' && { roles: [] }) };
      expect(sentTo(call)).toEqual([sent]);
    },
  );
});

describe('any address', () => {
  const field = async () =>
    within(await screen.findByRole('region', { name: 'Unlock an address' })).getByRole('textbox');

  test.each([
    [true, 'anna@example.eu is unlocked.'],
    [false, 'anna@example.eu was not locked.'],
  ])('is unlocked, and the response says whether it was locked: %s', async (wasLocked, words) => {
    const user = openStaff({ staffUnlock: { wasLocked } });
    expect(textOf(await screen.findByRole('region', { name: 'Unlock an address' }))).toContain(
      '5 wrong codes in a row lock an address for 24 hours, including the address of a requester.',
    );
    await user.type(await field(), ' anna@example.eu ');
    await press(user, 'Unlock');
    await screen.findByText(words);
    expect(sentTo('staffUnlock')).toEqual([{ email: 'anna@example.eu' }]);
    expect(typedIn(await field())).toBe('');
  });

  test('must be valid', async () => {
    const user = openStaff({ staffUnlock: { wasLocked: true } });
    await user.type(await field(), 'anna');
    await press(user, 'Unlock');
    screen.getByText(
      'Enter the e-mail in the correct format, like name@example.eu. Accents and other alphabets are possible only after the @',
    );
    expect(document.activeElement).toBe(await field());
    expect(sentTo('staffUnlock')).toEqual([]);
    await user.type(await field(), '@example.eu');
    await press(user, 'Unlock');
    await screen.findByText('anna@example.eu is unlocked.');
    expect(screen.queryByText(/in the correct format/)).toBeNull();
  });
});

const proposal = (byId: string, email: string, roles: StaffRole[]) => ({
  ...{ email, roles, byId, by: `${byId}@example.eu` },
  at: Date.parse('2026-11-20T08:00:00Z'),
});

describe('a lead whose removal is proposed', () => {
  const rolf = memberOf({ ...reviewer, id: 'rolf', email: 'rolf@example.eu', roles: ['lead'] });
  test('stays until another lead confirms, as a message says', async () => {
    const user = openStaff({ staffList: [...staff, rolf], staffChange: { awaitsLead: true } });
    await user.click(within(await row('rolf@')).getByRole('button', { name: /Deactivate/ }));
    const asked = await dialog('Deactivate rolf@example.eu?');
    expect(textOf(asked)).toContain('Another lead must confirm the removal of a lead.');
    await user.click(within(asked).getByRole('button', { name: 'Deactivate' }));
    await screen.findByText(
      'rolf@example.eu stays a lead until another lead confirms the removal.',
    );
  });

  test('cannot decline the removal', async () => {
    openStaff({ staffNominations: [proposal('lara', lead.email, ['auditor'])] });
    await screen.findByRole('button', { name: `Confirm ${lead.email}` });
    expect(screen.queryByRole('button', { name: `Decline ${lead.email}` })).toBeNull();
  });
});

describe('a colleague proposed as a lead', () => {
  const proposals = (byId: string) => [proposal(byId, 'rolf@example.eu', ['reviewer', 'lead'])];
  const proposed = async () =>
    rowsOf(
      within(await screen.findByRole('region', { name: 'Proposed changes of leads' })).getByRole(
        'table',
      ),
    );

  test('waits for another lead, as a message says', async () => {
    const user = openStaff({ staffChange: { awaitsLead: true } });
    const asked = await beginAdding(user, 'rolf@example.eu');
    await user.click(within(asked).getByRole('checkbox', { name: 'Lead' }));
    answerWith({ staffNominations: proposals('lena') });
    await user.click(within(asked).getByRole('button', { name: 'Add' }));
    await screen.findByText('rolf@example.eu becomes a lead once another lead confirms it.');
    expect((await proposed())[1]).toEqual([
      'rolf@example.eu',
      'Reviewer, lead',
      'lena@example.eu20 November 2026 at 09:00',
      'There is no other lead. The operator of the portal can confirm it: portal staff confirm rolf@example.euWithdraw rolf@example.eu',
    ]);
  });

  test('waits for another lead if there is one', async () => {
    const lara = { ...reviewer, id: 'lara', email: 'lara@example.eu', roles: ['lead' as const] };
    const two = [...staff, memberOf(lara)];
    openStaff({ staffNominations: proposals(lead.id), staffList: two });
    const [, row = []] = await proposed();
    expect(row.at(-1)).toContain('Another lead must confirm it.');
    expect(row.at(-1)).not.toContain('portal staff');
  });

  test.each<[StaffRole[], string, string]>([
    [['reviewer', 'lead'], 'Make rolf@example.eu a lead?', 'rolf@example.eu is a lead now.'],
    [['auditor'], 'Remove rolf@example.eu as a lead?', 'rolf@example.eu is no longer a lead.'],
  ])('is confirmed by another lead, with the roles %j', async (roles, question, done) => {
    const user = openStaff({
      staffNominations: [proposal('lara', 'rolf@example.eu', roles)],
      staffNominationConfirm: rejected(40905, 'It was withdrawn.'),
    });
    const confirm = async () => {
      await user.click(await screen.findByRole('button', { name: 'Confirm rolf@example.eu' }));
      const asked = await dialog(question);
      await user.click(within(asked).getByRole('button', { name: 'Confirm' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await confirm();
    await screen.findByText('It was withdrawn.');
    expect(screen.queryByText(done)).toBeNull();
    expect(screen.queryByText('No longer a lead') !== null).toBe(!roles.includes('lead'));
    answerWith({ staffNominationConfirm: null, staffNominations: [] });
    await confirm();
    await screen.findByText(done);
    expect(sentTo('staffNominationConfirm').at(-1)).toEqual({ email: 'rolf@example.eu' });
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Proposed changes of leads' })).toBeNull(),
    );
  });

  test('is declined by another lead', async () => {
    const user = openStaff({ staffNominations: proposals('lara'), staffNominationDecline: null });
    await user.click(await screen.findByRole('button', { name: 'Decline rolf@example.eu' }));
    await screen.findByText('rolf@example.eu does not become a lead.');
    expect(sentTo('staffNominationDecline')).toEqual([{ email: 'rolf@example.eu' }]);
  });
});

test('a new sign-in at the company returns to the same page', async () => {
  const [here, assign] = [location, vi.fn()];
  onTestFinished(() => void vi.stubGlobal('location', here));
  const address = 'https://login.motors.example/authorize';
  const place = '/desk/staff?page=2#anna';
  const user = showPart(<FreshCompanySignIn />, { companySignIn: { address } }, place);
  const button = await screen.findByRole('button', { name: 'Sign in with the company account' });
  vi.stubGlobal('location', { ...here, assign });
  await user.click(button);
  await waitFor(() => expect(assign.mock.calls).toEqual([[address]]));
  expect(sentTo('companySignIn')).toEqual([{ redirectUrl: place, isFresh: true }]);
});
