import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { openPage } from '#tests/components/open-page.tsx';
import { body, owner } from '#tests/components/people.ts';
import {
  factsIn,
  linksIn,
  offeredIn,
  openMenus,
  pageOf,
  rowsOf,
  sectionOf,
  textOf,
} from '#tests/components/reading.ts';
import {
  dataRequest,
  files,
  NUMBER,
  OTHER_NUMBER,
  recordOf,
  summaryOf,
  workingDays,
} from '#tests/components/records.ts';
import { type Answers, answerWith, file, refused, sentTo } from '#tests/components/stub-calls.ts';

const HOME = '/home/data-acquisition';
const APPLICATION = `${HOME}/applications/${NUMBER}`;
const at = (time: string) => Date.parse(time);
const openList = (path = '', answers: Answers = {}) =>
  openPage(`${HOME}${path}`, { history: { total: 1, items: [summaryOf()] }, ...answers }, owner);
const openDetails = (record: ApplicationRecord, answers: Answers = {}, user = owner) =>
  openPage(APPLICATION, { applicationDetails: record, ...answers }, user);

describe('the list', () => {
  test('shows number, local date, purpose and state', async () => {
    openList('', {
      history: {
        total: 30,
        items: [summaryOf(), summaryOf('public', 'approved', { number: OTHER_NUMBER })],
      },
    });
    await screen.findByText('Insurance');
    const table = screen.getByRole('table');
    expect(rowsOf(table).map((row) => row.slice(0, 4))).toEqual([
      ['Order number', 'Application time', 'Purpose of use', 'Processing status'],
      ['Needs you'],
      [
        OTHER_NUMBER,
        '18 November 2026',
        'Planning of charging stations.',
        'Review passedYour data are ready until Sun 20 Dec',
      ],
      ['Under way'],
      [
        `${NUMBER}Twizy`,
        '18 November 2026',
        'Insurance',
        'SubmittedWith us, answer expected by Fri 4 Dec, in 14 days',
      ],
    ]);
    expect(rowsOf(table)[0]?.[4]).toBe('Operate');
    expect(screen.getByText('Page 1 of 2')).toBeTruthy();
    expect(sentTo('history')).toEqual([{ page: 1, pageSize: 25 }]);
  });

  test.each([
    ['', 'My applications', undefined],
    ['/qualification-review', 'Qualification review', 'qualificationReview'],
    ['/data-application', 'Data application', 'dataApplication'],
    ['/approved', 'Approved', 'approved'],
    ['/termination', 'Termination', 'termination'],
  ])('%s is «%s»', async (path, title, list) => {
    openList(`${path}?page=2`, { history: { total: 30, items: [summaryOf()] } });
    const page = await pageOf(title);
    await screen.findByRole('table');
    expect(sentTo('history')).toEqual([{ ...(list && { list }), page: 2, pageSize: 25 }]);
    expect(linksIn(within(page).getByRole('navigation', { name: 'Lists' }))).toEqual({
      'All applications': HOME,
      'Qualification review': `${HOME}/qualification-review`,
      'Data application': `${HOME}/data-application`,
      Approved: `${HOME}/approved`,
      Termination: `${HOME}/termination`,
    });
    expect(linksIn(page)).toMatchObject({
      'New application': `${HOME}/new`,
      'Request of a public sector body': `${HOME}/public-sector`,
    });
    expect(within(page).queryByRole('navigation', { name: 'Breadcrumb' }) === null).toBe(!list);
  });

  test.each([
    ['', 'You have no applications yet. Begin with a new application.'],
    ['/approved', 'None of your applications is in this list.'],
  ])('%s explains that it is empty', async (path, words) => {
    openList(path, { history: { total: 0, items: [] } });
    expect(await screen.findByRole('heading', { name: 'No data' })).toBeTruthy();
    expect(screen.getByText(words)).toBeTruthy();
  });

  test('shows a network error', async () => {
    const user = openList();
    await screen.findByRole('table');
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await user.click(screen.getByRole('link', { name: 'Approved' }));
    expect(await screen.findByText('Network error')).toBeTruthy();
  });

  test('links each row to its pages', async () => {
    const [supply, request] = ['VD-20261120-000001', 'VD-20261120-000002'];
    openList('', {
      history: {
        total: 2,
        items: [
          summaryOf('personal', 'qualification.informationRequired', { number: supply }),
          summaryOf('personal', 'dataRequest.awaited', { number: request }),
        ],
      },
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
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const user = openList('', {
      history: { total: 1, items: [summaryOf('personal', 'approved')] },
      report: file('workbook', 'report.xlsx'),
    });
    await user.click(await screen.findByRole('button', { name: 'Download data' }));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect((saved.mock.contexts[0] as HTMLAnchorElement).download).toBe('report.xlsx');
    expect(sentTo('report')).toEqual([{ applicationNumber: NUMBER, format: 'xlsx' }]);
    saved.mockRestore();
  });

  test('shows why there is no download', async () => {
    const user = openList('', {
      history: { total: 1, items: [summaryOf('personal', 'approved')] },
      report: refused(40903, 'We are generating the report.'),
    });
    await user.click(await screen.findByRole('button', { name: 'Download data' }));
    expect(await screen.findByText('We are generating the report.')).toBeTruthy();
  });

  test('an application is terminated after confirmation', async () => {
    const user = openList('', { terminateOrder: { applicationNumber: NUMBER, revision: 4 } });
    const terminate = async () => {
      await user.click(await screen.findByRole('button', { name: `More for ${NUMBER}` }));
      await user.click(screen.getByRole('menuitem', { name: 'Terminate' }));
    };
    await terminate();
    const dialog = await screen.findByRole('dialog', { name: 'Terminate the application?' });
    expect(textOf(dialog)).toContain(
      `This closes application ${NUMBER} for good. To ask again, you need a new application.`,
    );
    await user.click(within(dialog).getByRole('button', { name: 'Keep the application' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sentTo('terminateOrder')).toEqual([]);
    await terminate();
    answerWith({ history: { total: 1, items: [summaryOf('personal', 'terminated.byRequester')] } });
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Terminate' }),
    );
    await waitFor(() =>
      expect(textOf(screen.getByRole('status'))).toBe(`Application ${NUMBER} is terminated.`),
    );
    await screen.findByRole('rowheader', { name: 'Ended' });
    expect(sentTo('terminateOrder')).toEqual([{ applicationNumber: NUMBER, revision: 3 }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('an application that can no longer be terminated shows the error', async () => {
    const user = openList('', { terminateOrder: refused(40901, 'It has ended.') });
    await user.click(await screen.findByRole('button', { name: `More for ${NUMBER}` }));
    await user.click(await screen.findByRole('menuitem', { name: 'Terminate' }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Terminate' }),
    );
    expect(await screen.findByText('It has ended.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(textOf(screen.getByRole('status'))).toBe('');
  });
});

describe('an application', () => {
  test('shows all answers', async () => {
    openDetails(
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
      'Data Sharing Agreement': 'Not given',
    });
    await screen.findByText('Warszawa');
    expect(textOf(await sectionOf('Supplementary information'))).toBe(
      'Supplementary information19 November 2026 at 13:00The lease.FieldBeforeNowCityWarszawaKraków lease.png 2 kB',
    );
  });

  test('of a public-sector body shows all answers', async () => {
    openDetails(recordOf('public', 'dataRequest.underReview'), {}, body);
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

  test('of another account is «not found»', async () => {
    openDetails(recordOf(), { applicationDetails: refused(404, 'There is none.') });
    const page = await pageOf('Page does not exist');
    expect(linksIn(page)).toEqual({ 'Go to the start page': '/role' });
    expect(textOf(page)).toContain('If you typed the address, check that it is right.');
  });

  test('is never shown under the address of another', async () => {
    let arrive = () => {};
    const user = openPage(
      HOME,
      {
        history: { total: 1, items: [summaryOf()] },
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
    await pageOf(`Application ${NUMBER}`);
    history.pushState(null, '', `${HOME}/applications/${OTHER_NUMBER}`);
    window.dispatchEvent(new PopStateEvent('popstate'));
    await waitFor(() => expect(screen.queryAllByText('Submitted')).toHaveLength(0));
    arrive();
    await pageOf(`Application ${OTHER_NUMBER}`);
  });
});

describe('whose turn it is', () => {
  const notice = async (record: ApplicationRecord, title: string) => {
    openDetails(record);
    return textOf((await screen.findByText(title)).closest('[role]'));
  };

  test('the data holder’s, with its service goal', async () => {
    expect(await notice(recordOf(), 'Waiting for the data holder')).toBe(
      'Waiting for the data holderThe data holder aims to answer by 17 December 2026.You do not need to do anything now. We will e-mail you when something changes.',
    );
  });
  test('the data holder’s, which is overdue', async () => {
    const { clock } = recordOf();
    expect(
      await notice(
        recordOf('personal', 'qualification.underReview', { clock: { ...clock, isOverdue: true } }),
        'Waiting for the data holder',
      ),
    ).toContain(
      'The data holder aimed to answer by 17 December 2026 but needs more time. We are sorry for the delay.',
    );
  });
  test('the data holder’s, with the working days of the law', async () => {
    const words = await notice(
      recordOf('public', 'dataRequest.underReview', { clock: workingDays }),
      'Waiting for the data holder',
    );
    expect(words).toContain(
      'To decline the request or ask to change it, the data holder has 5 working days from its receipt, until 26 November 2026 (Art. 18(2)).',
    );
    expect(words).toContain('Counted day by day');
    expect(words).not.toContain('aims to answer');
  });
  test('the requester’s, with request and deadline', async () => {
    expect(
      await notice(recordOf('personal', 'qualification.informationRequired'), 'You need to act'),
    ).toBe(
      'You need to actThe reviewer asks for more information:Please add the lease.Answer by 4 December 2026 at 12:00 (Central European Time). If you do not, we will close your application.',
    );
  });
  test('the requester’s, to request data', async () => {
    expect(await notice(recordOf('personal', 'dataRequest.awaited'), 'You need to act')).toBe(
      'You need to actWe have confirmed your right to ask for data. Now choose the data you want.Answer by 4 December 2026 at 12:00 (Central European Time). If you do not, we will close your application.',
    );
    expect(linksIn(await pageOf(/Application/))).toMatchObject({
      'Request data': `${APPLICATION}/data-request`,
    });
  });
});

describe('the end', () => {
  test.each([
    ['personal', 'New application', `${HOME}/new`],
    ['public', 'New request', `${HOME}/public-sector`],
  ] as const)(
    'of a %s application says the reason and what one can do',
    async (kind, label, to) => {
      const { history } = recordOf();
      openDetails(
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
      const title = await screen.findByText('Application refused', { selector: '[role=note] *' });
      expect(textOf(title.closest('[role]'))).toBe(
        'Application refusedWe have refused your application for this reason:You can complain.Complaints and disputes',
      );
      expect(linksIn(await pageOf(/Application/))).toMatchObject({
        [label]: to,
        'Complaints and disputes': `${APPLICATION}#disputes`,
      });
    },
  );

  test('by the requester shows no reason', async () => {
    openDetails(recordOf('personal', 'terminated.byRequester'));
    await pageOf(/Application/);
    expect(screen.queryByText('Application filed', { selector: '[role=note] *' })).toBeNull();
  });

  test('offers the decision letter', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const user = openDetails(recordOf('personal', 'approved'), {
      decisionLetter: file('letter', 'decision.docx'),
    });
    await user.click(await screen.findByRole('button', { name: 'Decision in writing (Word)' }));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(sentTo('decisionLetter')).toEqual([{ applicationNumber: NUMBER }]);
    saved.mockRestore();
  });
});

describe('the report', () => {
  const report: NonNullable<ApplicationRecord['report']> = {
    state: 'delivered',
    reason: null,
    attempts: 1,
    regenerations: 0,
    maxRegenerations: 3,
    updatedAt: at('2026-11-19T10:00:00Z'),
    keptUntil: at('2026-12-18T23:30:00Z'),
    rows: 1200,
    size: 3 * 1024 * 1024,
    packageSize: 2 * 1024 * 1024,
  };
  const area = async (others: Partial<typeof report>, answers: Answers = {}) => {
    const user = openDetails(
      recordOf('personal', 'approved', { report: { ...report, ...others } }),
      answers,
    );
    return { user, section: await sectionOf('Report') };
  };

  test('that is ready shows size, password hint and expiry', async () => {
    const { section } = await area({});
    expect(textOf(section)).toContain(
      'Your data are readyAn Excel workbook with 1,200 rows, 3 MBThe file opens with the password that we sent you by e-mail.You can download the file until 19 December 2026 at 00:30 (Central European Time).',
    );
    expect(offeredIn(section)).toEqual([
      'Download data',
      'CSV and JSON (zip, 2 MB)',
      'Generate the report again',
    ]);
    for (const words of [
      /Parquet files.*signed manifest/,
      /Windows7-Zip/,
      /macOSKeka/,
      /File Roller/,
    ])
      expect(textOf(section)).toMatch(words);
  });
  test('is downloaded once at a time, then the page reloads', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof file>>();
    const { user, section } = await area({}, { report: () => promise });
    const looks = sentTo('applicationDetails').length;
    await user.click(within(section).getByRole('button', { name: 'Download data' }));
    for (const name of ['Download data', 'CSV and JSON (zip, 2 MB)', 'Generate the report again'])
      expect(within(section).getByRole('button', { name }).matches(':disabled')).toBe(true);
    expect(sentTo('applicationDetails')).toHaveLength(looks);
    resolve(file('workbook', 'report.xlsx'));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    await waitFor(() => expect(sentTo('applicationDetails')).toHaveLength(looks + 1));
    const again = within(section).getByRole('button', { name: 'Download data' });
    await waitFor(() => expect(again.matches(':disabled')).toBe(false));
    expect(sentTo('report')).toHaveLength(1);
    saved.mockRestore();
  });
  test('that is ready leaves out unknown facts', async () => {
    const { section } = await area({ rows: 1, size: null, packageSize: null, keptUntil: null });
    expect(textOf(section)).toContain('An Excel workbook with 1 rowThe file opens');
    expect(textOf(section)).not.toContain('You can download the file until');
    expect(offeredIn(section)).toEqual(['Download data', 'Generate the report again']);
    expect(textOf(section)).not.toContain('7-Zip');
  });
  test.each(['queued', 'generating'] as const)('that is %s shows its progress', async (state) => {
    const { section } = await area({ state });
    expect(textOf(within(section).getByRole('status'))).toBe(
      'Generating file… check your e-mailThe password of the file is sent to the contact e-mail address.',
    );
    expect(within(section).queryByRole('button', { name: 'Download data' })).toBeNull();
  });
  test.each([
    ['empty', 'There are no data for this request', 'Nothing was recorded.'],
    ['failed', 'The report could not be generated', 'The source did not answer.'],
    ['expired', 'The report is no longer kept', 'It was kept for 30 days.'],
  ] as const)('that is %s shows the reason', async (state, title, reason) => {
    const { section } = await area({ state, reason });
    expect(textOf(section)).toContain(`${title}${reason}`);
    expect(within(section).queryByRole('button', { name: 'Download data' })).toBeNull();
    expect(within(section).queryByRole('alert') !== null).toBe(state === 'failed');
  });
  test.each([
    ['Download data', 'xlsx'],
    ['CSV and JSON (zip, 2 MB)', 'zip'],
    ['Manifest (zip, 2 MB)', 'zip', 'empty'],
  ])('is downloaded: %s', async (name, format, state = 'delivered') => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { user, section } = await area({ state }, { report: file('x', 'report.xlsx') });
    await user.click(within(section).getByRole('button', { name }));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(sentTo('report')).toEqual([{ applicationNumber: NUMBER, format }]);
    saved.mockRestore();
  });
  test('is generated again', async () => {
    const { user, section } = await area({}, { regenerateReport: null });
    answerWith({
      applicationDetails: recordOf('personal', 'approved', {
        report: { ...report, state: 'queued' },
      }),
    });
    await user.click(within(section).getByRole('button', { name: 'Generate the report again' }));
    await within(section).findByRole('status');
    expect(sentTo('regenerateReport')).toEqual([{ applicationNumber: NUMBER }]);
  });
});
