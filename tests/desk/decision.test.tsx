import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { type Decision, decisions, needsText } from '#contract/decision.ts';
import DecisionArea from '#desk/decision/decision-area.tsx';
import CaseNotices from '#desk/erasure/case-notices.tsx';
import { storeUnsaved, unsavedKeys } from '#tests/components/drafts.ts';
import { fill, set, write } from '#tests/components/filling.ts';
import { openPage } from '#tests/components/open-page.tsx';
import { auditor, lead, otherReviewer, reviewer } from '#tests/components/people.ts';
import {
  choicesIn,
  itemsOf,
  linksIn,
  problems,
  sectionOf,
  textOf,
  typedIn,
} from '#tests/components/reading.ts';
import {
  caseOf,
  emptyQueue,
  letter,
  NUMBER,
  OTHER_NUMBER,
  queued,
  summaryOf,
} from '#tests/components/records.ts';
import { sendRejected } from '#tests/components/send-rejected.ts';
import { showCase } from '#tests/components/show-at-desk.tsx';
import {
  type Answers,
  answerWith,
  file,
  headersOf,
  rejected,
  savedFiles,
  sentTo,
  wrongFields,
} from '#tests/components/stub-calls.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { invalidate } from '#ui/calls/query-client.ts';
import { given } from './page-data.ts';

type Case = CallData<'deskApplication'>;

const underReview = caseOf('personal', 'qualification.underReview');
const inDataReview = caseOf('personal', 'dataRequest.underReview');
/** Not on a full minute: an unchanged time keeps its seconds. */
const FROM = '2026-01-01T00:00:07Z';
const TO = '2026-07-01T00:00:00.500Z';
const withRange = (record: Case): Case => ({
  ...record,
  public: record.public && {
    ...record.public,
    dataTypes: ['battery', 'status'],
    from: FROM,
    to: TO,
  },
});
const changed = { applicationNumber: NUMBER, revision: 4 };
const answersFor = (record: Case, answers: Answers): Answers => ({
  deskApplication: () => afterDecision(record),
  deskPreview: letter,
  ...answers,
});
const openCase = (record: Case, answers: Answers = {}, user = reviewer) =>
  showCase(
    (shown) => (
      <>
        <DecisionArea record={shown} />
        <CaseNotices record={shown} />
      </>
    ),
    answersFor(record, answers),
    user,
  );
const openWholePage = (record: Case, answers: Answers = {}) =>
  openPage(`/desk/applications/${record.number}`, answersFor(record, answers), reviewer);
/** The case, with the revision of {@link changed} once a decision was sent. */
const afterDecision = (record: Case): Case => {
  const isDecided = Object.values(decisions).some(({ call }) => sentTo(call).length > 0);
  return isDecided ? { ...record, revision: changed.revision } : record;
};
const area = () => sectionOf('Decision');
const choose = async (user: UserEvent, name: string) =>
  user.click(await screen.findByRole('radio', { name }));
/** Chooses a decision if necessary, sends it, and stays on the case. */
const press = async (user: UserEvent, name: string) => {
  const radio = (await screen.findByRole('radio', { name })) as HTMLInputElement;
  if (!radio.checked) await user.click(radio);
  await user.click(within(await area()).getByRole('button', { name: 'Send' }));
};
const text = () =>
  screen.getByRole('textbox', { name: /Text to the requester/ }) as HTMLTextAreaElement;
describe('each decision sends its input', () => {
  test.each<[Decision, name: string, Case, consequence: string, typed: string, done: string]>([
    [
      'start',
      'Start the review',
      caseOf(),
      'The requester sees in the portal that the review has started. No letter is sent.',
      '',
      'The review has started.',
    ],
    [
      'pass',
      'Confirm eligibility',
      underReview,
      'The requester can then choose the data they want.',
      'Welcome.',
      'The eligibility is confirmed.',
    ],
    [
      'withhold',
      'Withhold the data',
      inDataReview,
      'No data are given until you resume.',
      'The access control is missing.',
      'The data are withheld.',
    ],
    [
      'approve',
      'Approve the data request',
      inDataReview,
      'The report is generated and the requester gets its password.',
      'Here you are.',
      'The data request is approved.',
    ],
  ])('%s', async (decision, name, record, consequence, typed, done) => {
    const { call } = decisions[decision];
    const user = openCase(record, { [call]: changed });
    // Nothing is chosen at first, and nothing can be sent.
    expect(within(await area()).queryByRole('radio', { checked: true })).toBeNull();
    expect(within(await area()).queryByRole('button')).toBeNull();
    await choose(user, name);
    expect(textOf(await area())).toContain(consequence);
    if (typed) {
      const label = `Text to the requester${needsText(decision) ? '' : ' (optional)'}`;
      await user.type(screen.getByRole('textbox', { name: label }), typed);
    } else expect(screen.queryByRole('textbox', { name: /Text to the requester/ })).toBeNull();
    const sent = { applicationNumber: NUMBER, revision: 3, ...(typed && { text: typed }) };
    await press(user, name);
    await screen.findByText(done);
    expect(sentTo(call)).toEqual([sent]);
  });

  test('a request for information: items, text and date', async () => {
    const user = openCase(underReview, { deskRequestInformation: changed });
    await choose(user, 'Ask for more information');
    screen.getByText('Your question goes to the requester by e-mail, with a date to answer by.');
    const about = await screen.findByRole('group', { name: 'What is it about?' });
    expect(choicesIn(about, 'checkbox')).toEqual(['Vehicle proof', 'Purpose']);
    await user.type(text(), 'Dzień dobry.');
    await user.click(within(about).getByRole('checkbox', { name: 'Vehicle proof' }));
    await user.click(within(about).getByRole('checkbox', { name: 'Purpose' }));
    expect(typedIn(text())).toBe(
      'Dzień dobry.\n\nProsimy o dowód rejestracyjny.\n\nProsimy o podanie celu.',
    );
    await user.click(within(about).getByRole('checkbox', { name: 'Vehicle proof' }));
    expect(typedIn(text())).toBe('Dzień dobry.\n\nProsimy o podanie celu.');
    const day = screen.getByLabelText('Answer due by');
    expect(typedIn(day)).toBe('2026-12-04');
    screen.getByText('Fri 4 Dec');
    await user.clear(day);
    await user.type(day, '2026-12-24');
    await waitFor(() =>
      expect(sentTo('deskPreview').at(-1)).toMatchObject({ dueOn: '2026-12-24' }),
    );
    await press(user, 'Ask for more information');
    await screen.findByText('Your question was sent to the requester.');
    expect(sentTo('deskRequestInformation')).toEqual([
      {
        applicationNumber: NUMBER,
        revision: 3,
        items: ['purpose'],
        text: 'Dzień dobry.\n\nProsimy o podanie celu.',
        dueOn: '2026-12-24',
      },
    ]);
    expect(sentTo('deskPreview').at(-1)).toEqual({
      ...sentTo('deskRequestInformation')[0],
      decision: 'request',
    });
  });

  test('without items, a request for information proposes a date 14 days after today in local time', async () => {
    // Half past midnight in Warsaw, still the day before in UTC.
    vi.setSystemTime('2026-11-20T23:30:00Z');
    const user = openCase(underReview, { deskInformationItems: [] });
    await choose(user, 'Ask for more information');
    expect(typedIn(screen.getByLabelText('Answer due by'))).toBe('2026-12-05');
    await waitFor(() => expect(sentTo('deskInformationItems')).toHaveLength(1));
    expect(screen.queryByRole('group', { name: 'What is it about?' })).toBeNull();
  });

  describe('the approval of a public body’s request', () => {
    const asked = caseOf('public', 'dataRequest.underReview');
    const vehicles = () => screen.findByRole('group', { name: 'Vehicles' });
    const given = { dataTypes: ['battery', 'status'], from: FROM, to: TO };

    test('sends the chosen extent, but only after vehicles and density are chosen', async () => {
      const user = openCase(withRange(asked), { deskApprove: changed });
      await choose(user, 'Approve the data request');
      // No vehicle is chosen at first, and the body's own words are the description.
      expect(within(await vehicles()).queryByRole('checkbox', { checked: true })).toBeNull();
      expect(textOf(await vehicles())).toContain('Vehicles of the region.');
      expect(choicesIn(await vehicles(), 'checkbox')).toEqual([
        'Lumo 2 vehicles',
        'Vesta 1 vehicle',
      ]);
      // Nothing can be given that the body did not ask for.
      const types = screen.getByRole('group', { name: 'Data types' });
      expect(choicesIn(types, 'checkbox')).toEqual(['Vehicle status', 'Battery and charging']);
      expect(within(types).queryByRole('checkbox', { checked: false })).toBeNull();
      const density = screen.getByRole('group', { name: 'How often values are given' });
      expect(textOf(density)).toContain('Monthly counts.');
      expect(textOf(await area())).toContain('Within the time range that the body asked for');
      expect(typedIn(screen.getByLabelText('Start time'))).toBe('2026-01-01T01:00');
      expect(typedIn(screen.getByLabelText('End time'))).toBe('2026-07-01T02:00');
      expect(sentTo('deskReportPreview')).toEqual([]);
      await press(user, 'Approve the data request');
      expect(await problems()).toEqual([
        'Choose how often values are given',
        'Choose the vehicles whose data the body is given',
      ]);
      expect(sentTo('deskPreview')).toEqual([]);
      await user.click(within(await vehicles()).getByRole('checkbox', { name: /Vesta/ }));
      await user.click(screen.getByRole('checkbox', { name: 'Vehicle status' }));
      await user.click(
        screen.getByRole('radio', { name: 'At most one value of a signal per minute' }),
      );
      const extent = { ...given, models: ['Vesta'], dataTypes: ['battery'], interval: 'minute' };
      await waitFor(() =>
        expect(sentTo('deskReportPreview')).toEqual([{ applicationNumber: asked.number, extent }]),
      );
      const sent = { applicationNumber: asked.number, revision: asked.revision, extent };
      await waitFor(() =>
        expect(sentTo('deskPreview')).toEqual([{ ...sent, decision: 'approve' }]),
      );
      await press(user, 'Approve the data request');
      await screen.findByText('The data request is approved.');
      expect(sentTo('deskApprove')).toEqual([sent]);
    });

    test('shows the content of the report for the current choice only', async () => {
      const later = Promise.withResolvers<CallData<'deskReportPreview'>>();
      const one = { vehicles: 2, isMasked: false, types: [] };
      const user = openCase(withRange(asked), {
        deskReportPreview: ({ extent }) => (extent?.models.length === 1 ? one : later.promise),
      });
      await choose(user, 'Approve the data request');
      await user.click(within(await vehicles()).getByRole('checkbox', { name: /Lumo/ }));
      await user.click(screen.getByRole('radio', { name: 'Every value that was recorded' }));
      const shown = () => {
        const content = screen.queryByRole('heading', { name: 'Content of the report' });
        return content !== null && content.closest('section')?.style.visibility !== 'hidden';
      };
      await waitFor(() => expect(shown()).toBe(true));
      await user.click(screen.getByRole('checkbox', { name: /Vesta/ }));
      expect(shown()).toBe(false);
      await act(async () => later.resolve({ ...one, vehicles: 3 }));
      await waitFor(() => expect(shown()).toBe(true));
      await user.click(screen.getByRole('checkbox', { name: /Vesta/ }));
      await user.click(screen.getByRole('checkbox', { name: /Lumo/ }));
      expect(shown()).toBe(false);
    });

    test('shows the server’s problems at their fields', async () => {
      const user = openCase(withRange(asked), {
        deskApprove: wrongFields({ field: 'extent.from', problem: 'range' }),
      });
      await choose(user, 'Approve the data request');
      await user.click(within(await vehicles()).getByRole('checkbox', { name: /Lumo/ }));
      await user.click(screen.getByRole('radio', { name: 'Every value that was recorded' }));
      await press(user, 'Approve the data request');
      expect(await problems()).toEqual(['Stay within the time range that the body asked for']);
    });
  });

  const ofUser = [
    'The user is not identified',
    'Safety requirements',
    'Trade secrets',
    'Personal data of others',
  ];
  test.each([
    ['for own use', underReview, ofUser],
    [
      'for a third party',
      { ...underReview, isForThirdParty: true },
      [...ofUser, 'The third party is a gatekeeper', 'Not requested by the user'],
    ],
    [
      'of a public body',
      caseOf('public', 'dataRequest.underReview'),
      ['The data are not controlled', 'The conditions are not met'],
    ],
  ])(
    'a refusal offers the grounds that can apply to an application %s',
    async (_, record, grounds) => {
      const user = openCase(record);
      await choose(user, 'Refuse');
      screen.getByText('This ends the application on a ground that the law gives.');
      const offered = await screen.findByRole('group', { name: 'Ground' });
      await waitFor(() => expect(choicesIn(offered)).toEqual(grounds));
      expect(textOf(offered)).toContain('The grounds that the Data Act gives');
    },
  );

  test('a refusal names the body that received the data before, if there is one', async () => {
    const alreadyGiven = { total: 101, items: [given] };
    const user = openCase(caseOf('public', 'dataRequest.underReview', { alreadyGiven }), {
      deskErasureLedger: { total: 101, items: [given] },
      deskRefuse: changed,
    });
    await choose(user, 'Refuse');
    await user.click(await screen.findByRole('radio', { name: 'The data were already provided' }));
    await user.type(text(), 'See there.');
    await user.type(await screen.findByLabelText('Search the bodies that asked before'), 'stat');
    await waitFor(() =>
      expect(sentTo('deskErasureLedger').at(-1)).toMatchObject({ search: 'stat' }),
    );
    await user.selectOptions(
      await screen.findByRole('combobox', { name: 'Body that asked before' }),
      await screen.findByRole('option', { name: /Statistical Office/ }),
    );
    await press(user, 'Refuse');
    await screen.findByText('The application is refused.');
    expect(sentTo('deskRefuse')).toMatchObject([
      { ground: 'alreadyProvided', earlier: OTHER_NUMBER, text: 'See there.' },
    ]);
  });
});

describe('the letter', () => {
  const shown = () => screen.findByRole('region', { name: 'The letter' });
  const previews = (count: number) =>
    waitFor(() => expect(sentTo('deskPreview')).toHaveLength(count));

  test('is shown as it will be sent: recipient, language and text', async () => {
    const user = openCase(underReview);
    await choose(user, 'Confirm eligibility');
    expect(textOf(await shown())).toBe('DecyzjaSzanowna Pani');
    expect(within(await shown()).getByRole('article').lang).toBe('pl');
    const decision = await area();
    within(decision).getByText('To anna@example.eu, in Polish');
    expect(textOf(decision)).not.toContain('This ends the application.');
    expect(textOf(decision)).not.toContain('authority');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is after the buttons for Tab, whether it is loaded or not', async () => {
    const loaded = Promise.withResolvers<void>();
    const user = openCase(underReview, { deskPreview: () => loaded.promise.then(() => letter) });
    await choose(user, 'Confirm eligibility');
    text().focus();
    await user.tab();
    expect(textOf(document.activeElement)).toBe('Send, open next');
    loaded.resolve();
    await shown();
    text().focus();
    await user.tab();
    expect(textOf(document.activeElement)).toBe('Send, open next');
    await user.tab();
    await user.tab();
    expect(await shown()).toBe(document.activeElement);
  });

  test('is not shown if no e-mail is sent', async () => {
    const user = openCase(underReview, { deskPreview: { ...letter, subject: '', body: '' } });
    await choose(user, 'Confirm eligibility');
    await within(await area()).findByText('No e-mail is sent now');
    expect(screen.queryByRole('region', { name: 'The letter' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'The letter' })).toBeNull();
  });

  test('of a refusal says that a lead can reopen it and that the authority is notified', async () => {
    const deskPreview = { ...letter, notifiesAuthority: true };
    const user = openCase(underReview, { deskPreview, deskRefuse: changed });
    await choose(user, 'Refuse');
    await user.click(await screen.findByRole('radio', { name: 'Trade secrets' }));
    await user.type(text(), 'Because.');
    await shown();
    expect(textOf(await area())).toContain(
      'This ends the application. The requester receives the ground and your text in writing. A lead can reopen it.',
    );
    expect(textOf(await area())).toContain(
      'The competent authority is notified of the decision too.',
    );
    expect(textOf(await area())).toContain('Trade secretsArticle 4(8) and Article 5(11)');
    await press(user, 'Refuse');
    await screen.findByText('The application is refused.');
    expect(sentTo('deskRefuse')).toEqual([
      { applicationNumber: NUMBER, revision: 3, ground: 'tradeSecrets', text: 'Because.' },
    ]);
  });

  test('lists missing input without an error, and is outdated meanwhile', async () => {
    const user = openCase(underReview, {
      deskPreview: ({ text: body = '' }) => ({ ...letter, body }),
    });
    await choose(user, 'Refuse');
    const lacks = () => itemsOf(within(decision).getByRole('list'));
    const decision = await area();
    await waitFor(() =>
      expect(lacks()).toEqual(['Choose a ground', 'Write a text to the requester']),
    );
    await user.click(await screen.findByRole('radio', { name: 'Trade secrets' }));
    expect(lacks()).toEqual(['Write a text to the requester']);
    expect(sentTo('deskPreview')).toEqual([]);
    await user.type(text(), 'Because.');
    expect(textOf(await shown())).toBe('DecyzjaBecause.');
    await user.clear(text());
    expect(textOf(await shown())).toBe('DecyzjaBecause.');
    expect(lacks()).toEqual(['Write a text to the requester']);
    within(decision).getByRole('heading', { name: 'The letter before your last change' });
    expect(screen.queryByRole('region', { name: 'There is a problem' })).toBeNull();
    expect(text().getAttribute('aria-invalid')).not.toBe('true');
  });

  test('is requested when the reviewer pauses, not at each key', async () => {
    const user = openCase(underReview, {
      deskPreview: ({ text: body = '' }) => ({ ...letter, body }),
    });
    await choose(user, 'Confirm eligibility');
    await previews(1);
    await user.type(text(), 'Welcome to all of our data.');
    await previews(2);
    await waitFor(async () =>
      expect(textOf(await shown())).toBe('DecyzjaWelcome to all of our data.'),
    );
    expect(sentTo('deskPreview').map((sent) => sent.text)).toEqual([
      undefined,
      'Welcome to all of our data.',
    ]);
  });

  test('never shows older input', async () => {
    const first = Promise.withResolvers<typeof letter>();
    const user = openCase(underReview, {
      deskPreview: ({ text: body }) => (body ? { ...letter, body } : first.promise),
    });
    await choose(user, 'Confirm eligibility');
    await previews(1);
    await user.type(text(), 'Newer.');
    await waitFor(async () => expect(textOf(await shown())).toBe('DecyzjaNewer.'));
    await act(async () => first.resolve({ ...letter, body: 'Older.' }));
    expect(textOf(await shown())).toBe('DecyzjaNewer.');
  });

  test.each([
    ['names a field', wrongFields({ field: 'dueOn', problem: 'range' }), 'Choose a later day'],
    ['has a text', rejected(codes.recipientMissing, 'Nobody is named.'), 'Nobody is named.'],
  ])('shows a rejection that %s, without an error', async (_, deskPreview, words) => {
    const user = openCase(underReview, { deskPreview });
    await choose(user, 'Ask for more information');
    await user.type(text(), 'Which car?');
    await within(await area()).findByText(words);
    expect(screen.queryByRole('region', { name: 'There is a problem' })).toBeNull();
    expect(screen.queryByRole('alert')?.textContent ?? '').toBe('');
  });
});

describe('the content of the report', () => {
  const content = async (answer: CallData<'deskReportPreview'>) => {
    const user = openCase(inDataReview, { deskReportPreview: answer });
    await choose(user, 'Approve the data request');
    return { user, section: await sectionOf('Content of the report') };
  };
  const signal = (name: string, values: number, gap: 'notRecorded' | 'withheld' | null = null) => ({
    name,
    unit: 'km',
    values,
    gap,
  });

  const unknown = { days: null, longestGap: null };

  test('lists rows, values and gaps', async () => {
    const { section } = await content({
      vehicles: 1,
      isMasked: true,
      types: [
        {
          type: 'battery',
          label: 'Battery and charging',
          rows: 1200,
          days: { withData: 3, all: 122 },
          longestGap: 59 * 86_400_000,
          signals: [signal('Range', 1200), signal('Health', 0, 'notRecorded')],
        },
        { type: 'trips', label: 'Trips and usage', rows: 0, ...unknown, signals: [] },
        {
          type: 'location',
          label: 'Location',
          rows: 1,
          days: { withData: 2, all: 2 },
          longestGap: null,
          signals: [
            { ...signal('Heading', 7), unit: '' },
            signal('Place', 0, 'withheld'),
            signal('Street', 0, 'withheld'),
          ],
        },
      ],
    });
    const [battery, trips, location] = [...section.querySelectorAll('details')];
    expect(textOf(battery)).toBe(
      'Battery and chargingat least 1,200 rows, 1 signal without dataDays with data: 3 of 122; longest gap: 59 daysRange: 1,200 (km)Health: no value received',
    );
    expect(textOf(trips)).toBe('Trips and usageno rows');
    expect(textOf(location)).toBe(
      'Locationat least 1 row, 2 signals without dataDays with data: 2 of 2Heading: 7Place: left out, because the report is maskedStreet: left out, because the report is masked',
    );
    expect(textOf(section)).toContain('Counted before masking');
    expect(textOf(section)).not.toContain('There are no data to deliver');
    expect(textOf(section)).not.toContain('From 1 vehicle');
  });

  test('warns when there is nothing to deliver', async () => {
    const { section } = await content({
      vehicles: 3,
      isMasked: false,
      types: [{ type: 'trips', label: 'Trips and usage', rows: 0, ...unknown, signals: [] }],
    });
    expect(textOf(within(section).getByRole('alert'))).toBe(
      'There are no data to deliverThe requester would be told that nothing was recorded in the time range.',
    );
    within(section).getByText('From 3 vehicles');
  });

  test('is not shown for another decision', async () => {
    const { user } = await content({ vehicles: 1, isMasked: false, types: [] });
    await choose(user, 'Refuse');
    expect(screen.queryByRole('heading', { name: 'Content of the report' })).toBeNull();
  });
});

describe('missing input and rejections', () => {
  test('a refusal needs a ground and a text, a question a text and a date', async () => {
    const user = openCase(underReview);
    await choose(user, 'Refuse');
    await press(user, 'Refuse');
    expect(await problems()).toEqual(['Choose a ground', 'Write a text to the requester']);
    await user.click(screen.getByRole('link', { name: 'Write a text to the requester' }));
    expect(document.activeElement).toBe(text());
    await choose(user, 'Confirm eligibility');
    expect(screen.queryByRole('region', { name: 'There is a problem' })).toBeNull();
    await choose(user, 'Ask for more information');
    await user.clear(screen.getByLabelText('Answer due by'));
    await press(user, 'Ask for more information');
    expect(await problems()).toEqual([
      'Write a text to the requester',
      'Enter the date by which the requester must answer',
    ]);
    expect(text().getAttribute('aria-invalid')).toBe('true');
    expect(sentTo('deskPreview').map(({ decision }) => decision)).toEqual(['pass']);
  });

  test('any other rejection is shown above the form, which keeps its input', async () => {
    const user = openCase(underReview, {
      deskPassQualification: rejected(codes.internal, 'It went wrong.'),
    });
    await choose(user, 'Confirm eligibility');
    await user.type(text(), 'Welcome.');
    await press(user, 'Confirm eligibility');
    expect(textOf(await screen.findByText('It went wrong.'))).toBe('It went wrong.');
    expect(typedIn(text())).toBe('Welcome.');
    // Somebody else may have changed it.
    await waitFor(() => expect(sentTo('deskApplication')).toHaveLength(2));
    answerWith({ deskPassQualification: changed });
    await press(user, 'Confirm eligibility');
    await screen.findByText('The eligibility is confirmed.');
    expect(screen.queryByText('It went wrong.')).toBeNull();
  });

  test.each([
    ['outdated', codes.outdated],
    ['not allowed any more', codes.notAllowedNow],
    ['taken by another', codes.takenByOther],
  ])('the input of a decision that is %s is shown until the next one', async (_, code) => {
    const entry = (revision: number, text: string) => ({
      ...{ revision, text, at: Date.parse('2026-11-20T08:00:00Z'), actor: otherReviewer.email },
      ...({ event: 'information.request', role: 'reviewer' } as const),
      ...({ from: underReview.state, to: 'qualification.informationRequired' } as const),
    });
    const user = openCase(underReview, { deskPassQualification: rejected(code, 'Too late.') });
    await choose(user, 'Confirm eligibility');
    await user.type(text(), 'Welcome.');
    answerWith({
      deskApplication: {
        ...underReview,
        revision: 4,
        assignee: { id: otherReviewer.id, email: otherReviewer.email },
        history: [...underReview.history, entry(3, 'Was known.'), entry(4, 'Which car?')],
      },
    });
    await press(user, 'Confirm eligibility');
    const title = await screen.findByText(
      'This application has changed meanwhile. Your decision was not saved',
    );
    const notice = title.closest('[role]') as HTMLElement;
    await waitFor(() => expect(title.closest('[tabindex]')).toBe(document.activeElement));
    await within(notice).findByText('Taken by rolf@example.eu');
    expect(itemsOf(within(notice).getByRole('list'))).toEqual([
      'Information requested · rolf@example.eu · 20 November 2026 at 09:00Which car?',
      'Taken by rolf@example.eu',
    ]);
    expect(textOf(notice)).toContain('You had written:Welcome.');
    answerWith({ deskApplication: { ...underReview, revision: 4 } });
    invalidate(['deskApplication']);
    await screen.findByRole('radio', { name: 'Confirm eligibility' });
    const next = { ...underReview, revision: 5 };
    answerWith({ deskPassQualification: { ...changed, revision: 5 }, deskApplication: next });
    await press(user, 'Confirm eligibility');
    await waitFor(() => expect(screen.queryByText(/Your decision was not saved/)).toBeNull());
  });
});

describe('the input of a decision', () => {
  test('is stored unsaved for this reviewer and case, and not shown to another reviewer', async () => {
    const user = openCase(underReview);
    const draft = { text: 'By Rolf.', dueOn: '2026-12-04', ground: '', items: [] };
    storeUnsaved(`rolf:decision:${NUMBER}`, draft);
    await choose(user, 'Confirm eligibility');
    expect(typedIn(text())).toBe('');
    await user.type(text(), 'Half a sent');
    expect(unsavedKeys()).toContain(`rita:decision:${NUMBER}`);
  });

  test.each([
    [undefined, '2026-12-14'],
    ['2026-12-24', '2026-12-24'],
  ])('keeps a date only if it was chosen (%s)', async (dueOn, expected) => {
    const user = openCase(underReview);
    await choose(user, 'Ask for more information');
    await user.type(text(), 'Which car?');
    if (dueOn)
      fireEvent.change(screen.getByLabelText('Answer due by'), { target: { value: dueOn } });
    cleanup();
    vi.setSystemTime('2026-11-30T09:00:00Z');
    const later = openCase(underReview);
    await choose(later, 'Ask for more information');
    expect(typedIn(text())).toBe('Which car?');
    expect(typedIn(screen.getByLabelText('Answer due by'))).toBe(expected);
  });

  test('is not shown in another case', async () => {
    const next = summaryOf('personal', 'qualification.underReview', { number: OTHER_NUMBER });
    const user = openWholePage(
      { ...underReview, others: [next] },
      {
        deskApplication: ({ applicationNumber }) => ({
          ...underReview,
          number: applicationNumber,
          others: [next],
        }),
      },
    );
    await choose(user, 'Confirm eligibility');
    await user.type(text(), 'For Anna only.');
    await user.type(await screen.findByRole('textbox', { name: 'New note' }), 'About Anna.');
    await user.click(screen.getByRole('link', { name: OTHER_NUMBER }));
    await screen.findByRole('heading', { level: 1, name: OTHER_NUMBER });
    await choose(user, 'Confirm eligibility');
    expect(typedIn(text())).toBe('');
    expect(typedIn(await screen.findByRole('textbox', { name: 'New note' }))).toBe('');
  });

  test('is deleted once the decision is made, also from a saved draft', async () => {
    const values = { text: 'Welcome back.', dueOn: '2026-12-04', ground: '', items: [] };
    const draft = { revision: 3, savedAt: 1, content: JSON.stringify({ values, place: null }) };
    const user = openCase(underReview, {
      deskPassQualification: changed,
      draftRead: ({ name }) =>
        name.startsWith('decision') && sentTo('draftForget').length === 0 ? draft : null,
    });
    await screen.findByText('Saved');
    await choose(user, 'Confirm eligibility');
    expect(typedIn(text())).toBe('Welcome back.');
    await press(user, 'Confirm eligibility');
    await screen.findByText('The eligibility is confirmed.');
    await choose(user, 'Confirm eligibility');
    expect(typedIn(text())).toBe('');
    expect(sentTo('draftForget')).toEqual([{ name: `decision:${NUMBER}` }]);
  });
});

describe('the reason why nothing can be decided', () => {
  test.each<[string, Case, typeof reviewer, string]>([
    ['an auditor', underReview, auditor, 'Only reviewers can decide. With your role you can view.'],
    [
      'their own application',
      { ...underReview, requester: reviewer.id },
      reviewer,
      'This is your own application: a colleague decides.',
    ],
    [
      'an end by the data holder',
      caseOf('personal', 'terminated.byHolder'),
      reviewer,
      'The application has ended. A lead can reopen it.',
    ],
    [
      'an end',
      caseOf('personal', 'terminated.byRequester'),
      reviewer,
      'The application has ended: there is nothing to decide.',
    ],
    [
      'a colleague’s case',
      { ...underReview, assignee: { id: 'rolf', email: 'rolf@example.eu' } },
      reviewer,
      'rolf@example.eu has taken this application and decides; they or a lead can hand it over.',
    ],
  ])('%s', async (_, record, user, words) => {
    openCase(record, {}, user);
    expect(textOf(await area())).toContain(words);
    expect(within(await area()).queryByRole('radio')).toBeNull();
  });

  test('the letter of a decision can be downloaded', async () => {
    const user = openCase(caseOf('personal', 'terminated.byHolder'), {
      deskDecisionLetter: file('letter', 'decision.docx'),
    });
    const saved = savedFiles();
    await user.click(within(await area()).getByRole('button', { name: /decision/i }));
    await waitFor(() => expect(saved).toEqual(['decision.docx']));
    expect(sentTo('deskDecisionLetter')).toEqual([{ applicationNumber: NUMBER }]);
    expect(headersOf('deskDecisionLetter').get('accept-language')).toBe('en');
  });
});

describe('by keyboard', () => {
  const place = (numbers: string[], total = numbers.length) =>
    sessionStorage.setItem(
      `desk:place:${reviewer.id}`,
      JSON.stringify({ search: '', numbers, first: 0, total, opened: NUMBER }),
    );
  const other = { ...inDataReview, number: OTHER_NUMBER };

  test('an approval needs two keys, which open the next case', async () => {
    place([NUMBER, OTHER_NUMBER]);
    const user = openWholePage(inDataReview, {
      deskApprove: changed,
      deskApplication: ({ applicationNumber }) =>
        applicationNumber === OTHER_NUMBER ? other : afterDecision(inDataReview),
    });
    await screen.findByRole('radio', { name: 'Approve the data request' });
    await user.keyboard('a');
    const send = within(await area()).getByRole('button', { name: 'Send, open next' });
    await waitFor(() => expect(document.activeElement).toBe(send));
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { level: 1, name: OTHER_NUMBER });
    screen.getByText('The data request is approved.');
    // The case is not loaded again, because the reviewer leaves it.
    expect(sentTo('deskApplication').map((sent) => sent.applicationNumber)).toEqual([
      NUMBER,
      OTHER_NUMBER,
    ]);
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
    await choose(user, 'Approve the data request');
    await within(await area()).findByRole('button', { name: 'Send' });
    // It is the last case of the view.
    expect(screen.queryByRole('button', { name: 'Send, open next' })).toBeNull();
  });

  test('after the last case of a page the next page is opened', async () => {
    place([NUMBER], 2);
    const user = openWholePage(inDataReview, { deskApprove: changed });
    await screen.findByRole('radio', { name: 'Approve the data request' });
    await user.keyboard('a');
    const row = queued('personal', 'dataRequest.underReview', { number: OTHER_NUMBER });
    answerWith({
      deskApplication: other,
      deskQueue: { ...emptyQueue, total: 1, items: [row] },
    });
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { level: 1, name: OTHER_NUMBER });
    expect(sentTo('deskQueue')[0]).toMatchObject({ turn: 'holder', page: 1 });
  });

  test('an approval that does not open the next case moves the focus to «Next application»', async () => {
    const user = openWholePage(inDataReview, { deskApprove: changed });
    await choose(user, 'Approve the data request');
    answerWith({
      deskApplication: { ...caseOf('personal', 'approved'), number: NUMBER, revision: 4 },
    });
    await press(user, 'Approve the data request');
    await screen.findByText('The data request is approved.');
    await waitFor(() => expect(document.activeElement?.ariaLabel).toBe('Next application'));
  });

  test('a rejected decision does not open the next case', async () => {
    const user = openWholePage(inDataReview, {
      deskApprove: rejected(codes.internal, 'It went wrong.'),
    });
    await choose(user, 'Approve the data request');
    await user.click(screen.getByRole('button', { name: 'Send, open next' }));
    await within(await area()).findByText('It went wrong.');
    expect(screen.queryByText('The data request is approved.')).toBeNull();
    // Somebody else may have changed it.
    expect(sentTo('deskApplication')).toHaveLength(2);
  });

  test('Enter in the text does not send', async () => {
    const user = openWholePage(underReview);
    await choose(user, 'Confirm eligibility');
    await user.type(text(), 'One{Enter}two');
    expect(typedIn(text())).toBe('One\ntwo');
    expect(sentTo('deskPassQualification')).toEqual([]);
  });

  test.each([
    ['r', 'radio', 'The user is not identified'],
    ['q', 'checkbox', 'Vehicle proof'],
  ])(
    'the key %s moves the focus to the first choice, where the keys of decisions still work',
    async (key, role, name) => {
      const user = openWholePage(underReview);
      await screen.findByRole('radio', { name: 'Refuse' });
      await user.keyboard(`p1${key}`);
      const first = await screen.findByRole(role, { name: new RegExp(name) });
      await waitFor(() => expect(document.activeElement).toBe(first));
      await user.keyboard('p');
      const pass = screen.getByRole('radio', { name: 'Confirm eligibility' });
      expect((pass as HTMLInputElement).checked).toBe(true);
    },
  );

  test('are shown at the choices, unless the user turned them off', async () => {
    const badges = () =>
      screen
        .getAllByRole('radio')
        .map((radio) => [
          radio.closest('[data-key]')?.getAttribute('data-key'),
          radio.getAttribute('aria-keyshortcuts'),
        ]);
    openWholePage(underReview);
    await screen.findByRole('radio', { name: 'Refuse' });
    expect(badges()).toEqual([
      ['p', 'p'],
      ['q', 'q'],
      ['r', 'r'],
    ]);
    cleanup();
    localStorage.setItem('desk:shortcuts', 'off');
    openWholePage(underReview);
    await screen.findByRole('radio', { name: 'Refuse' });
    expect(badges()).toEqual(Array(3).fill([undefined, null]));
  });

  test('a decision without choices that needs a text keeps the focus on its radio', async () => {
    const user = openWholePage(inDataReview);
    await screen.findByRole('radio', { name: 'Withhold the data' });
    await user.keyboard('h');
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Withhold the data' }));
  });
});

describe('a notice', () => {
  const since = Date.parse('2026-11-19T08:00:00Z');
  const given = caseOf('public', 'approved');
  const refused = caseOf('personal', 'terminated.byHolder', {
    authorityNotice: { since, notified: null, earlier: [] },
  });
  const [ERASURE, NOTICE] = ['Erasure of the data', 'Notice to the competent authority'];
  const about = { applicationNumber: NUMBER };
  const recorded = { recordedBy: 'rita@example.eu', at: Date.parse('2026-11-20T09:00:00Z') };
  const notified = { on: '2026-11-02', how: 'Letter.', ...recorded };

  test.each([
    {
      notice: 'of the erasure',
      ...{ user: reviewer, record: given, heading: ERASURE, draft: 'rita:erasure' },
      ...{ on: 'Erased on', remark: 'Remark (optional)', call: 'deskErasureRecord' as const },
      missing: ['Enter the day of the erasure'],
      after: { ...given, erasure: { erasedOn: notified.on, text: notified.how, ...recorded } },
      sent: (text: string) => ({ ...about, erasedOn: notified.on, text }),
    },
    {
      notice: 'to the authority',
      ...{ user: lead, record: refused, heading: NOTICE, draft: 'lena:authority' },
      ...{ on: 'Notified on', remark: 'How it was notified' },
      call: 'deskAuthorityNotified' as const,
      missing: ['Enter the day of the notice', 'Write how the authority was notified'],
      after: { ...refused, authorityNotice: { since, notified, earlier: [] } },
      sent: (how: string) => ({ ...about, notifiedOn: notified.on, how }),
    },
  ])(
    '$notice is recorded with its day, which must not be in the future, and corrected',
    async (one) => {
      const { user: author, record, heading, draft, on, remark, call, missing, after, sent } = one;
      const user = openCase(record, { draftSave: rejected(500, 'No.') }, author);
      const section = await sectionOf(heading);
      const send = () =>
        user.click(within(section).getByRole('button', { name: 'Record the notice' }));
      await send();
      expect(await problems()).toEqual(missing);
      const field = Object.keys(sent('')).find((name) => name.endsWith('On')) ?? '';
      answerWith({ [call]: wrongFields({ field, problem: 'range' }) });
      await fill(user, [write(remark, 'Letter.'), set(on, '2026-12-02')]);
      await send();
      await waitFor(async () =>
        expect(await problems()).toEqual([
          'The date must be today or in the past, with four digits for the year',
        ]),
      );
      await fill(user, [set(on, '2026-11-02')]);
      await sendRejected(user, call, 'Record the notice', 'The notice is recorded.');
      // The input stays.
      expect(unsavedKeys()).toEqual([`${draft}:${NUMBER}`]);
      expect(typedIn(within(section).getByRole('textbox', { name: remark }))).toBe('Letter.');
      answerWith({ [call]: about, deskApplication: after });
      await send();
      await screen.findByText(`${on} 2 November 2026`);
      await screen.findByText('The notice is recorded.');
      expect(sentTo(call).at(-1)).toEqual(sent('Letter.'));
      expect(unsavedKeys()).toEqual([]);
      expect(textOf(section)).toContain('Letter.Recorded by rita@example.eu, 20 November 2026');
      const offered = within(section).getAllByRole('button');
      expect(offered.map(textOf)).toEqual(['Correct this entry', 'Withdraw this entry']);
      await user.click(offered[0] as HTMLElement);
      await fill(user, [write(remark, 'Another letter.')]);
      await user.click(within(section).getByRole('button', { name: 'Save' }));
      await waitFor(() =>
        expect(sentTo(call).at(-1)).toEqual({ ...sent('Another letter.'), corrects: true }),
      );
    },
  );

  test('of the erasure is shown as missing to an auditor', async () => {
    openCase(given, {}, auditor);
    const section = await sectionOf(ERASURE);
    expect(textOf(section)).toContain('The erasure has not been reported yet.');
    expect(linksIn(section)).toEqual({ 'Register of erasure notices': '/desk/erasures' });
    expect(within(section).queryByRole('button')).toBeNull();
  });

  test.each([
    ['before the data are given', caseOf('public', 'dataRequest.underReview')],
    ['for a customer’s application', caseOf('personal', 'approved')],
  ])('of the erasure is not offered %s', async (_, record) => {
    openCase(record);
    await area();
    expect(screen.queryByRole('heading', { name: ERASURE })).toBeNull();
  });

  const first = { since: Date.parse('2026-10-02T08:00:00Z'), ...notified };
  const OVERDUE = 'Overdue since 20 November 2026';
  test.each([
    ['overdue after its first day', since, [], OVERDUE],
    [
      'not overdue on its first day',
      Date.now(),
      [],
      /^To be given by \d+ \w+ \d+,? (at )?\d\d:\d\d$/,
    ],
    ['listed after those of earlier decisions', since, [first], OVERDUE],
  ])('to the authority is %s, and recorded by leads only', async (_, at, earlier, words) => {
    openCase({ ...refused, authorityNotice: { since: at, notified: null, earlier } });
    const section = await sectionOf(NOTICE);
    within(section).getByText(words);
    within(section).getByText(/^The law requires that the competent authority is notified/);
    expect(within(section).queryByRole('button')).toBeNull();
    const before =
      'Earlier decision, of 2 October 2026: notified on 2 November 2026Letter.Recorded by rita@example.eu, 20 November 2026';
    expect(textOf(section).includes(before)).toBe(earlier.length > 0);
  });
});

describe('a decision in progress', () => {
  const send = async (name: string, deskStartReview: NonNullable<Answers['deskStartReview']>) => {
    const user = openWholePage(caseOf(), { deskStartReview });
    await choose(user, 'Start the review');
    await user.dblClick(screen.getByRole('button', { name }));
    return user;
  };

  test.each(['Send', 'Send, open next'])('is not sent twice by «%s»', async (name) => {
    const user = await send(name, () => new Promise(() => {}));
    await user.click(screen.getByRole('radio', { name: 'Start the review' }));
    await user.keyboard('{Enter}');
    expect(sentTo('deskStartReview')).toHaveLength(1);
  });
});

describe('after a decision, until the case is loaded again', () => {
  const next = caseOf('personal', 'qualification.underReview', { revision: 4 });
  /** Starts the review; the case is then answered by `reload`. */
  const start = async (reload: NonNullable<Answers['deskApplication']>) => {
    const user = openWholePage(caseOf(), { deskStartReview: changed });
    await choose(user, 'Start the review');
    answerWith({ deskApplication: reload });
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(sentTo('deskStartReview')).toHaveLength(1));
    return user;
  };

  test('no key decides on the stale case', async () => {
    let answer: (record: CallData<'deskApplication'>) => void = () => {};
    const user = await start(() => new Promise((resolve) => (answer = resolve)));
    await waitFor(() => expect(sentTo('deskApplication')).toHaveLength(2));
    await user.keyboard('r{Enter}p{Enter}');
    answer(next);
    await screen.findByRole('radio', { name: 'Confirm eligibility' });
    await screen.findByText('The review has started.');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Decision' }));
    expect(sentTo('deskPreview').map(({ decision }) => decision)).toEqual(['start']);
    expect(screen.queryByText(/Your decision was not saved/)).toBeNull();
  });

  test('a failed reload can be repeated, and says that the decision is saved', async () => {
    const user = await start(rejected(500, 'It went wrong.'));
    const notice = await screen.findByText('Your decision is saved');
    expect(screen.queryByRole('radio')).toBeNull();
    expect(notice.closest('[tabindex]')).toBe(document.activeElement);
    answerWith({ deskApplication: next });
    await user.click(screen.getByRole('button', { name: 'Show how it is now' }));
    await screen.findByRole('radio', { name: 'Confirm eligibility' });
    expect(screen.queryByText('Your decision is saved')).toBeNull();
  });
});

test('the letter of one decision is not shown for another', async () => {
  let show: (preview: CallData<'deskPreview'>) => void = () => {};
  const user = openWholePage(underReview, {
    deskPreview: () => new Promise((resolve) => (show = resolve)),
  });
  await choose(user, 'Confirm eligibility');
  await waitFor(() => expect(sentTo('deskPreview')).toHaveLength(1));
  await user.click(screen.getByRole('radio', { name: 'Refuse' }));
  await act(async () => show(letter));
  expect(screen.queryByRole('region', { name: 'The letter' })).toBeNull();
});
