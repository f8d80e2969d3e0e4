import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { codes } from '#contract/codes.ts';
import { MAX_PAGE } from '#contract/limits.ts';
import { commonAnswers } from '#tests/components/answers.ts';
import { APPLICATION, HOME, openApplication } from '#tests/components/open-application.ts';
import { openPage, stopIntervals } from '#tests/components/open-page.tsx';
import { body, owner } from '#tests/components/people.ts';
import {
  factsIn,
  itemsOf,
  linksIn,
  openMenus,
  pageOf,
  sectionOf,
  textOf,
} from '#tests/components/reading.ts';
import {
  dataRequest,
  files,
  listOf,
  NUMBER,
  OTHER_NUMBER,
  personal,
  recordOf,
  reportIn,
  summaryOf,
  workingDays,
} from '#tests/components/records.ts';
import {
  type Answers,
  answerWith,
  file,
  headersOf,
  rejected,
  savedFiles,
  sentTo,
} from '#tests/components/stub-calls.ts';

const at = (time: string) => Date.parse(time);
const openList = (path = '', answers: Answers = {}) =>
  openPage(`${HOME}${path}`, { history: listOf(summaryOf()), ...answers }, owner);

describe('the list', () => {
  test('an endless page number asks for the last page that can be asked for', async () => {
    openList('?page=99999999999');
    await waitFor(() => expect(sentTo('history')).toMatchObject([{ page: MAX_PAGE }]));
  });

  test.each([
    ['', 'My applications', undefined],
    ['/qualification-review', 'Qualification review', 'qualificationReview'],
    ['/data-application', 'Data application', 'dataApplication'],
    ['/approved', 'Approved', 'approved'],
    ['/termination', 'Termination', 'termination'],
  ])(
    'at the path «%s» has the title «%s»',
    {
      tags: ['2-list', '2-qualification', '2-data-application', '2-approved', '2-termination'],
    },
    async (path, title, list) => {
      openList(`${path}?page=2`, { history: { ...listOf(summaryOf()), total: 30 } });
      const page = await pageOf(title);
      await screen.findByRole('table');
      expect(sentTo('history')).toEqual([{ ...(list && { list }), page: 2, pageSize: 25 }]);
      expect(linksIn(within(page).getByRole('navigation', { name: 'Lists' }))).toEqual({
        'All applications 1': HOME,
        'Qualification review 1': `${HOME}/qualification-review`,
        'Data application 0': `${HOME}/data-application`,
        'Approved 0': `${HOME}/approved`,
        'Termination 0': `${HOME}/termination`,
      });
      expect(linksIn(page)).toMatchObject({
        'New application': `${HOME}/new`,
        'Request of a public sector body': `${HOME}/public-sector`,
      });
      expect(within(page).queryByRole('navigation', { name: 'Breadcrumb' }) === null).toBe(!list);
    },
  );

  test('of a public sector body leads to its own form', async () => {
    openPage(HOME, { history: listOf(summaryOf('public')) }, body);
    await screen.findByRole('table');
    const links = linksIn(await pageOf('My applications'));
    expect(links).toMatchObject({ 'New request': `${HOME}/public-sector` });
    expect(links).not.toHaveProperty('New application');
  });

  test('shows a network error', { tags: ['8-transport'] }, async () => {
    const user = openList();
    await screen.findByRole('table');
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await user.click(screen.getByRole('link', { name: /^Approved/ }));
    await screen.findByText('Network error');
  });

  test('links each row to its pages', async () => {
    const [supply, request] = ['VD-20261120-000001', 'VD-20261120-000002'];
    openList('', {
      history: listOf(
        summaryOf('personal', 'qualification.informationRequired', { number: supply }),
        summaryOf('personal', 'dataRequest.awaited', { number: request }),
      ),
    });
    const table = await screen.findByRole('table');
    expect(screen.queryByText('Owner information')).toBeNull();
    openMenus(table);
    const [, , first, second] = within(table).getAllByRole('row');
    const of = (number: string) => ({
      [number]: `${HOME}/applications/${number}`,
      History: `${HOME}/applications/${number}#history`,
      'Owner information': `${HOME}/applications/${number}#owner`,
      'Vehicle information': `${HOME}/applications/${number}#vehicle`,
    });
    expect(linksIn(first as HTMLElement)).toEqual({
      ...of(supply),
      'Supplementary information': `${HOME}/applications/${supply}/supplement`,
    });
    expect(linksIn(second as HTMLElement)).toEqual({
      ...of(request),
      'Request data': `${HOME}/applications/${request}/data-request`,
    });
  });

  test('downloads the data', async () => {
    const saved = savedFiles();
    const user = openList('', {
      history: listOf(summaryOf('personal', 'approved')),
      report: file('workbook', 'report.xlsx'),
    });
    await user.click(await screen.findByRole('button', { name: 'Download data' }));
    await waitFor(() => expect(saved).toEqual(['report.xlsx']));
    expect(sentTo('report')).toEqual([{ applicationNumber: NUMBER, format: 'xlsx' }]);
  });

  test('terminates an application after confirmation', async () => {
    const user = openList('', { terminateOrder: { applicationNumber: NUMBER, revision: 4 } });
    const terminate = async () => {
      await user.click(await screen.findByRole('button', { name: `More for ${NUMBER}` }));
      await user.click(screen.getByRole('menuitem', { name: 'Terminate' }));
    };
    await terminate();
    const dialog = await screen.findByRole('dialog', { name: 'Terminate the application?' });
    expect(textOf(dialog)).toContain(
      `This ends application ${NUMBER} for good. To ask again, you need a new application.`,
    );
    await user.click(within(dialog).getByRole('button', { name: 'Keep the application' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sentTo('terminateOrder')).toEqual([]);
    await terminate();
    answerWith({ history: listOf(summaryOf('personal', 'terminated.byRequester')) });
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Terminate' }),
    );
    await waitFor(() =>
      expect(textOf(screen.getByRole('status'))).toBe(`Application ${NUMBER} has ended.`),
    );
    await screen.findByRole('rowheader', { name: /^Ended/ });
    expect(sentTo('terminateOrder')).toEqual([{ applicationNumber: NUMBER, revision: 3 }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('an application', () => {
  test('shows all answers', async () => {
    openApplication(
      recordOf('personal', 'dataRequest.underReview', {
        dataRequest,
        supplements: [
          {
            at: at('2026-11-19T12:00:00Z'),
            text: 'The lease.',
            files: [files.answer.fileId],
            changes: [{ field: 'user.city', before: ['Warszawa'], after: ['Kraków'] }],
          },
        ],
        files: [files.proof, files.answer],
      }),
    );
    const asked = await sectionOf('What you asked for');
    await within(asked).findAllByText('3 rows');
    expect(textOf(asked)).toMatch(/Battery and charging3 rows.*Trips and usage3 rows/);
    expect(textOf(asked)).toMatch(/^What you asked for1.–.31 Oct/);
    const owning = await sectionOf('Owner information');
    await within(owning).findByText(/Poland/);
    expect(factsIn(owning)).toEqual({
      Name: 'Ms Anna Maria Nowak',
      'Date of birth': '12 April 1985',
      'Phone number': '+48 600 100 200',
      'Contact address': 'ul. Długa 7 31-147 Kraków Poland',
    });
    expect(factsIn(await sectionOf('Vehicle information'))).toEqual({
      Vehicle: 'Twizy',
      'Vehicle identification number': 'VF1AAAAA000000001',
      'Vehicle proof': 'registration.pdf 2 kB',
    });
    expect(factsIn(await sectionOf('Processing information'))).toEqual({
      'Purpose of use': 'Insurance',
      Details: 'A claim after an accident.',
      'Who uses the data': 'I use them myself',
      'Start time': '1 October 2026 at 00:00',
      'End time': '1 November 2026 at 00:00',
      'Data types': 'Battery and charging, trips and usage',
      'Data masking': 'Yes',
      'Contact e-mail': 'owner@example.eu',
      'Report language': 'Polish',
      'Scope of the data request': 'Driving days only.',
    });
    await screen.findByText('Warszawa');
    expect(textOf(await sectionOf('Supplementary information'))).toBe(
      'Supplementary information19 November 2026 at 13:00The lease.FieldBeforeNowCityWarszawaKraków lease.png 2 kB',
    );
  });

  test('shows the requested range beside the data of the vehicle', async () => {
    const span = { first: at('2026-10-16T12:00:00Z'), last: at('2026-11-16T12:00:00Z') };
    const coverage = commonAnswers.dataCoverage as (input: { from?: string | undefined }) => object;
    openApplication(recordOf('personal', 'dataRequest.underReview', { dataRequest }), {
      dataCoverage: (input) => ({ ...coverage(input), span }),
    } as Answers);
    const asked = await sectionOf('What you asked for');
    await within(asked).findAllByText('3 rows');
    const frame = asked.querySelector('svg rect:last-child');
    expect(frame?.getAttribute('x')).toBe('0');
    expect(Math.round(Number(frame?.getAttribute('width')))).toBe(267);
    const labels = [...asked.querySelectorAll<HTMLElement>('[style*=inset]')].map(textOf);
    expect(labels).toEqual(['2 Oct', '16 Oct', '30 Oct']);
  });

  test('of a public-sector body shows all answers', async () => {
    openApplication(recordOf('public', 'dataRequest.underReview'), {}, body);
    const section = await sectionOf('Requester information');
    await within(section).findByText(/Task in the public interest/);
    expect(factsIn(section)).toEqual({
      'Department name': 'Road Safety Authority',
      Telephone: '+32 2 123 45 67',
      'Contact e-mail': 'authority@example.eu',
      Type: 'Task in the public interest (Art. 15(1)(b))',
      'Granularity, volume and frequency': 'Monthly counts.',
      Penalties: 'Fines.',
      'Data coordinator': 'The national one.',
      Publication: 'In its register.',
      'Legal provision': 'Regional Mobility Act, section 4.',
      'Exceptional need': 'No other source holds them.',
      'Data request': 'Counts of emergency braking.',
      'Start time': '1 January 2026 at 01:00',
      'End time': '1 July 2026 at 02:00',
      'Data types': 'Battery and charging',
      'Scope of the data request': 'Vehicles of the region.',
      'Why this data holder': 'The holder makes the vehicles.',
      'Data purpose': 'Planning of charging stations.',
      'Intended use and duration': 'Analysis over six months.',
      'Onward recipients': 'The regional institute.',
      Safeguards: 'Stored encrypted.',
      'Expected erasure': 'On 31 December 2027.',
      'Needed by': '1 February 2027',
      'Preferred reception method': 'Download from the portal',
      'Report language': 'English',
      'Related materials': 'signed-request.pdf 2 kB',
    });
    expect(textOf(await sectionOf('Vehicle information'))).toContain(
      'This request is not about one particular vehicle.',
    );
    expect(screen.queryByRole('heading', { name: 'Processing information' })).toBeNull();
  });

  test('focuses the section in the fragment', async () => {
    openPage(`${APPLICATION}#history`, { applicationDetails: recordOf() }, owner);
    const section = await sectionOf('History');
    await waitFor(() => expect(document.activeElement).toBe(section));
  });

  test.each([
    ['of another account', codes.notFound],
    ['with a mistyped number', codes.invalid],
  ])('%s is «not found»', async (_, code) => {
    openApplication(recordOf(), { applicationDetails: rejected(code, 'There is none.') });
    const page = await pageOf('Page does not exist');
    expect(linksIn(page)).toEqual({ 'Go to the start page': '/role' });
    expect(textOf(page)).toContain('If you typed the address, check that it is right.');
  });

  test('is never shown at the URL of another application', async () => {
    let arrive = () => {};
    const user = openPage(
      HOME,
      {
        history: listOf(summaryOf()),
        applicationDetails: ({ applicationNumber }) =>
          applicationNumber === NUMBER
            ? recordOf()
            : new Promise((resolve) => {
                arrive = () => resolve(recordOf('personal', 'approved', { number: OTHER_NUMBER }));
              }),
      },
      owner,
    );
    await user.click(await screen.findByRole('link', { name: NUMBER }));
    await pageOf('Insurance');
    history.pushState(null, '', `${HOME}/applications/${OTHER_NUMBER}`);
    window.dispatchEvent(new PopStateEvent('popstate'));
    await waitFor(() => expect(screen.queryAllByText('Submitted')).toHaveLength(0));
    arrive();
    await waitFor(() => expect(textOf(document.body)).toContain(`Application ${OTHER_NUMBER}`));
  });
});

describe('who has to act', () => {
  const HOLDER = 'Waiting for the data holder';
  const YOU = 'You need to act';
  const overdue = { clock: { ...recordOf().clock, isOverdue: true } };
  test.each<[string, ApplicationRecord, string, string]>([
    [
      'the data holder, with its service goal',
      recordOf(),
      HOLDER,
      'Nothing to do for you nowThe data holder aims to answer by 17 December 2026.We will e-mail you when something changes.What happens nextThe data holder is checking whether you have the right to these data.If we need more information, we will e-mail you. You can then add it under “Supplementary information”.Once we have confirmed your right, we will e-mail you and ask which data you want.',
    ],
    [
      'the data holder, who is overdue',
      recordOf('personal', 'qualification.underReview', overdue),
      HOLDER,
      'Nothing to do for you nowThe data holder aimed to answer by 17 December 2026 but needs more time. We are sorry for the delay.',
    ],
    [
      'the data holder, with the working days of the law',
      recordOf('public', 'dataRequest.underReview', { clock: workingDays }),
      HOLDER,
      'Nothing to do for you nowTo decline the request or ask to change it, the data holder has 5 working days from its receipt, until 26 November 2026 (Art. 18(2)).Counted day by day',
    ],
    [
      'the requester, with request and deadline',
      recordOf('personal', 'qualification.informationRequired'),
      YOU,
      'Add the supplementary informationAnswer by 4 December 2026 at 12:00 (Central European Time). If you do not, we will end your application.Supplementary informationThe reviewer asks for more information:Please add the lease.',
    ],
    [
      'the requester, to request data',
      recordOf('personal', 'dataRequest.awaited'),
      YOU,
      'Choose the data you wantAnswer by 4 December 2026 at 12:00 (Central European Time). If you do not, we will end your application.Request dataWe have confirmed your right to ask for data.',
    ],
  ])('%s', async (_, record, turn, words) => {
    openApplication(record);
    const answer = (await screen.findByText(turn)).closest('section');
    expect(textOf(answer)).toContain(turn + words);
  });
});

describe('the decision', () => {
  test.each([
    ['personal', 'New application', `${HOME}/new`],
    ['public', 'New request', `${HOME}/public-sector`],
  ] as const)(
    'to refuse a %s application states the reason and the possible next steps',
    async (kind, label, to) => {
      const { history } = recordOf();
      openApplication(
        recordOf(kind, 'terminated.byHolder', {
          decision: ['We have refused your application for this reason:', 'You can complain.'],
          history: [
            ...history,
            {
              revision: 3,
              at: 0,
              event: 'application.refuse',
              role: 'reviewer',
              from: 'qualification.underReview',
              to: 'terminated.byHolder',
              text: 'The proof names another owner.',
            },
          ],
        }),
      );
      const answer = await sectionOf('Application refused');
      expect(textOf(answer)).toBe(
        `Application refusedWe have refused your application for this reason:You can complain.Complaints and disputes${label}`,
      );
      expect(linksIn(answer)).toMatchObject({
        [label]: to,
        'Complaints and disputes': `${APPLICATION}#disputes`,
      });
    },
  );

  test.each(['approved', 'dataRequest.withheld'] as const)(
    'in %s can be downloaded as a letter',
    async (state) => {
      const saved = savedFiles();
      const user = openApplication(recordOf('personal', state), {
        decisionLetter: file('letter', 'decision.docx'),
      });
      await user.click(await screen.findByRole('button', { name: 'Decision in writing (Word)' }));
      await waitFor(() => expect(saved).toHaveLength(1));
      expect(sentTo('decisionLetter')).toEqual([{ applicationNumber: NUMBER }]);
    },
  );
});

describe('the report', () => {
  const report = reportIn('delivered', {
    keptUntil: at('2026-12-18T23:30:00Z'),
    passwordMailedAt: at('2026-11-19T10:02:00Z'),
    rows: 1200,
    size: 3 * 1024 * 1024,
    packageSize: 2 * 1024 * 1024,
  });
  const open = (others: Partial<typeof report>, answers: Answers = {}) =>
    openApplication(
      recordOf('personal', 'approved', { report: { ...report, ...others } }),
      answers,
    );

  test('that is ready shows rows, expiry, and the size of each format', async () => {
    open({});
    expect(textOf(await sectionOf('Your data are ready'))).toBe(
      'Your data are ready1,200 rowsYou can download the file until 19 December 2026 at 00:30 (Central European Time).Download data',
    );
    expect(itemsOf(within(await sectionOf('Choose the format')).getByRole('list'))).toEqual([
      'Excel workbookWith a summary. Opens in Excel and LibreOffice3 MBDownload Excel workbook',
      'CSV, JSON and Parquet (zip)For other programs and data tools2 MBDownload CSV, JSON and Parquet (zip)',
    ]);
    const formats = textOf(await sectionOf('Choose the format'));
    for (const words of [
      /Parquet files.*signed manifest/,
      /Windows7-Zip/,
      /macOSKeka/,
      /File Roller/,
    ])
      expect(formats).toMatch(words);
  });
  test.each([
    ['delivered', 1],
    ['generating', 0],
    ['expired', 0],
  ] as const)('that is %s requests %i previews', async (state, count) => {
    const types = [{ type: 'trips' as const, rows: 1200, reason: null, gaps: [] }];
    const reportPreview = {
      ...{ timeZone: 'Europe/Warsaw', isOneVehicle: true, types },
      ...{ months: [], charge: [], drives: [] },
    };
    open({ state }, { reportPreview });
    if (count > 0) await sectionOf('What is in it');
    else await screen.findByRole('heading', { name: 'History' });
    expect(sentTo('reportPreview')).toHaveLength(count);
  });
  test('that expired is not offered again by an outdated response', async () => {
    stopIntervals();
    const before = Promise.withResolvers<ApplicationRecord>();
    const record = (state: string) =>
      recordOf('personal', 'approved', { report: { ...report, state: state as 'delivered' } });
    const user = open({}, { report: rejected(404, 'It is no longer kept.') });
    await screen.findByRole('button', { name: 'Download data' });
    const asked = sentTo('applicationDetails').length;
    answerWith({ applicationDetails: () => before.promise });
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(sentTo('applicationDetails')).toHaveLength(asked + 1);
    answerWith({ applicationDetails: record('expired') });
    await user.click(screen.getByRole('button', { name: 'Download data' }));
    await sectionOf('The report is no longer kept');
    await act(async () => before.resolve(record('delivered')));
    for (const heading of ['The report is no longer kept', 'Choose the format', 'Your password'])
      expect(screen.queryAllByRole('heading', { name: heading })).toHaveLength(
        heading === 'The report is no longer kept' ? 1 : 0,
      );
  });
  test('is downloaded once at a time, then the page reloads', async () => {
    const saved = savedFiles();
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof file>>();
    const user = open({}, { report: () => promise });
    const button = await screen.findByRole('button', { name: 'Download data' });
    const looks = sentTo('applicationDetails').length;
    await user.click(button);
    expect(button.matches(':disabled')).toBe(true);
    expect(sentTo('applicationDetails')).toHaveLength(looks);
    resolve(file('workbook', 'report.xlsx'));
    await waitFor(() => expect(saved).toHaveLength(1));
    await waitFor(() => expect(sentTo('applicationDetails')).toHaveLength(looks + 1));
    await waitFor(() => expect(button.matches(':disabled')).toBe(false));
    expect(sentTo('report')).toHaveLength(1);
  });
  test('that is ready leaves out unknown facts', async () => {
    open({ rows: null, size: null, packageSize: null, keptUntil: null });
    expect(textOf(await sectionOf('Your data are ready'))).toBe('Your data are readyDownload data');
    expect(within(await sectionOf('Choose the format')).getAllByRole('listitem')).toHaveLength(1);
  });
  test.each(['queued', 'generating'] as const)('that is %s shows its progress', async (state) => {
    open({ state });
    const answer = await sectionOf('Generating file… check your e-mail');
    expect(textOf(within(answer).getByRole('status'))).toBe(
      'The password of the file is sent to the contact e-mail address.',
    );
    expect(screen.queryByRole('button', { name: 'Download data' })).toBeNull();
  });
  test.each([
    ['empty', 'There are no data for this request', 'Nothing was recorded.'],
    ['failed', 'The report could not be generated', 'The source did not answer.'],
    ['expired', 'The report is no longer kept', 'It was kept for 30 days.'],
  ] as const)('that is %s shows the reason', async (state, title, reason) => {
    open({ state, reason });
    const answer = await sectionOf(title);
    expect(textOf(answer)).toContain(`${title}${reason}`);
    expect(within(answer).queryByRole('button', { name: 'Download data' })).toBeNull();
    expect(within(answer).queryByRole('alert') !== null).toBe(state === 'failed');
  });
  test.each([
    ['Download data', 'xlsx'],
    ['Download Excel workbook', 'xlsx'],
    ['Download CSV, JSON and Parquet (zip)', 'zip'],
    ['Manifest (zip, 2\u00a0MB)', 'zip', 'empty'],
  ])('is downloaded by «%s»', async (name, format, state = 'delivered') => {
    const saved = savedFiles();
    const user = open({ state }, { report: file('x', 'report.xlsx') });
    await user.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(sentTo('report')).toEqual([{ applicationNumber: NUMBER, format }]);
  });
  test('that is ready has its password mailed again', async () => {
    const record = recordOf('personal', 'approved', { report, dataRequest });
    const user = openApplication(record, { resendPassword: { email: 'me@example.eu' } });
    await user.click(await screen.findByRole('button', { name: 'Send it again' }));
    const aside = screen.getByRole('complementary', { name: 'About this application' });
    expect(textOf(aside)).toContain(
      'the password that we sent to owner@example.eu.Last sent: 19 November 2026 at 11:02 (Central European Time)',
    );
    await screen.findByText('The password was sent to me@example.eu.');
    expect(sentTo('resendPassword')).toEqual([{ applicationNumber: NUMBER }]);
  });
  test('is generated again', { tags: ['8-generating'] }, async () => {
    const user = open({}, { regenerateReport: null });
    const again = await screen.findByRole('button', { name: 'Generate the report again' });
    answerWith({
      applicationDetails: recordOf('personal', 'approved', {
        report: { ...report, state: 'queued' },
      }),
    });
    await user.click(again);
    await sectionOf('Generating file… check your e-mail');
    expect(sentTo('regenerateReport')).toEqual([{ applicationNumber: NUMBER }]);
  });
  test.each([
    ['while the vehicle is linked', {}, {}, true],
    ['not after the link has ended', { linkEndedAt: 1 }, {}, false],
    ['not more than three times', {}, { regenerations: 3 }, false],
  ])('can be generated again: %s', async (_, others, report, isOffered) => {
    openApplication(
      recordOf('personal', 'approved', { report: reportIn('delivered', report), ...others }),
    );
    await screen.findByRole('heading', { name: 'Your data are ready' });
    const again = screen.queryByRole('button', { name: 'Generate the report again' });
    expect(again !== null).toBe(isOffered);
  });

  test('in progress is polled by unattended calls', async () => {
    stopIntervals();
    openApplication(recordOf('personal', 'approved', { report: reportIn('queued') }));
    await screen.findByText('Generating file… check your e-mail');
    const unattended = () => headersOf('applicationDetails').get('unattended');
    expect(unattended()).toBeNull();
    answerWith({
      applicationDetails: recordOf('personal', 'approved', { report: reportIn('delivered') }),
    });
    await act(() => vi.advanceTimersByTimeAsync(3000));
    await screen.findByText('Your data are ready');
    expect(unattended()).toBe('1');
    // A loaded report is polled less often.
    const before = sentTo('applicationDetails').length;
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(sentTo('applicationDetails')).toHaveLength(before);
  });
});

const unconfirmedContact = 'partner@example.com';
const title = 'The contact e-mail address is not confirmed yet';
const requested = (others: Partial<ApplicationRecord> = { unconfirmedContact }) =>
  recordOf('personal', 'dataRequest.underReview', others);

describe('an unconfirmed contact address', () => {
  test('is confirmed with an e-mailed code', async () => {
    const user = openApplication(requested(), {
      sendContactCode: { resendAfter: 30 },
      confirmContact: null,
    });
    const notice = await screen.findByText(title);
    expect(textOf(notice.closest('[role]'))).toContain(
      `Until ${unconfirmedContact} is confirmed, the password of the file is sent only to the address you sign in with.`,
    );
    expect(screen.queryByLabelText('Verification code')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    const field = await screen.findByLabelText('Verification code');
    expect(document.activeElement).toBe(field);
    screen.getByRole('button', { name: 'Resend' });
    await user.type(field, '12 34 5{Enter}');
    await screen.findByText('The verification code has 6 digits');
    answerWith({ applicationDetails: requested({}) });
    await user.type(field, '6{Enter}');
    await waitFor(() => expect(screen.queryByText(title)).toBeNull());
    expect(sentTo('sendContactCode')).toEqual([{ applicationNumber: NUMBER }]);
    expect(sentTo('confirmContact')).toEqual([{ applicationNumber: NUMBER, code: '123456' }]);
  });

  test('stays unconfirmed after a wrong code', async () => {
    const user = openApplication(requested(), {
      sendContactCode: { resendAfter: 30 },
      confirmContact: rejected(codes.wrongCode, 'Wrong. 4 tries are left.', { triesLeft: 4 }),
    });
    await user.click(await screen.findByRole('button', { name: 'Send code' }));
    const field = await screen.findByLabelText('Verification code');
    await user.type(field, '123456{Enter}');
    await screen.findByText('Wrong. 4 tries are left.');
    screen.getByText(title);
  });

  test('is not mentioned when no report will follow', async () => {
    openApplication(recordOf('personal', 'terminated.byHolder', { unconfirmedContact }));
    await pageOf('Insurance');
    expect(screen.queryByText(title)).toBeNull();
  });

  test('receives no password, and the page says which address does', async () => {
    const report = reportIn('queued');
    openApplication(recordOf('personal', 'approved', { report, unconfirmedContact }));
    expect(textOf(await sectionOf('Generating file… check your e-mail'))).toContain(
      'The password of the file is sent to the address you sign in with.',
    );
  });
});

describe('a vehicle that is no longer linked', () => {
  const linkTitle = 'The vehicle is no longer linked to your account';
  // Past midnight in Warsaw.
  const linkEndedAt = Date.parse('2026-11-18T23:30:00Z');

  test.each([
    ['dataRequest.awaited', {}],
    ['approved', { reportState: 'queued' }],
  ] as const)('is mentioned in %s with %o', async (state, others) => {
    openApplication(recordOf('personal', state, { linkEndedAt, ...others }));
    const notice = (await screen.findByText(linkTitle)).closest('[role=alert]');
    expect(textOf(notice)).toBe(
      `${linkTitle}The link ended on 19 November 2026 at 00:30. You can request data, and we can approve and generate them, only while the vehicle is linked. You only receive data from that time.If the vehicle is still yours, please link it again in the vehicle app.`,
    );
  });

  test('is mentioned to a third party with the data holder’s address', async () => {
    openApplication(
      recordOf('personal', 'dataRequest.awaited', {
        linkEndedAt,
        ...(personal && { personal: { ...personal, onBehalfOf: 'user@example.eu' } }),
      }),
    );
    const notice = textOf((await screen.findByText(linkTitle)).closest('[role=alert]'));
    expect(notice).toContain('If the user still consents, write to');
    expect(notice).not.toContain('vehicle app');
    expect(textOf(await pageOf('Insurance'))).toContain('for Twizy, on behalf of user@example.eu');
  });

  test('is not mentioned once the data are delivered, nor is the contact address', async () => {
    const report = reportIn('delivered');
    openApplication(recordOf('personal', 'approved', { report, linkEndedAt, unconfirmedContact }));
    await screen.findByRole('heading', { name: 'Your data are ready' });
    expect(screen.queryByText(linkTitle)).toBeNull();
    expect(screen.queryByText(title)).toBeNull();
  });

  test.each([
    ['terminated.byHolder', linkEndedAt],
    ['dataRequest.awaited', null],
  ] as const)('is not mentioned in %s (end of the link: %s)', async (state, ended) => {
    openApplication(recordOf('personal', state, { linkEndedAt: ended }));
    await pageOf('Insurance');
    expect(screen.queryByText(linkTitle)).toBeNull();
  });
});
