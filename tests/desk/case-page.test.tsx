import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import CaseClock from '#desk/case-clock.tsx';
import { CaseDesk } from '#desk/case-desk.tsx';
import {
  AlreadyGiven,
  CaseChanges,
  CaseFacts,
  CaseResubmission,
  OtherApplications,
} from '#desk/case-facts.tsx';
import { NamedHere } from '#desk/case-page.tsx';
import { CasePresence } from '#desk/case-parts.tsx';
import DecisionArea from '#desk/decision/decision-area.tsx';
import CaseNotes from '#desk/notes/case-notes.tsx';
import type { Finding, Findings } from '#desk/papers/file-viewing.ts';
import { unsavedKeys } from '#tests/components/drafts.ts';
import { openPage, stopIntervals } from '#tests/components/open-page.tsx';
import {
  auditor,
  lead,
  memberOf,
  otherReviewer,
  owner,
  reviewer,
} from '#tests/components/people.ts';
import {
  factsIn,
  itemsOf,
  linksIn,
  offeredIn,
  pageOf,
  rowsOf,
  sectionOf,
  textOf,
  typedIn,
} from '#tests/components/reading.ts';
import { caseOf, files, NUMBER, OTHER_NUMBER, summaryOf } from '#tests/components/records.ts';
import { sendTwice } from '#tests/components/send-rejected.ts';
import { showCase } from '#tests/components/show-at-desk.tsx';
import {
  type Answers,
  answerWith,
  headersOf,
  rejected,
  sentTo,
} from '#tests/components/stub-calls.ts';
import { ApplicationAnswers } from '#ui/application/application-answers.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { invalidate } from '#ui/calls/query-client.ts';
import { given, note } from './page-data.ts';

type Case = CallData<'deskApplication'>;

const underReview = (others: Partial<Case> = {}) =>
  caseOf('personal', 'qualification.underReview', others);
const assigneeOf = ({ id, email }: { id: string; email: string }) => ({ id, email });
const openCase = (record: Case, user = reviewer, answers = {}) =>
  openPage(`/desk/applications/${NUMBER}`, { deskApplication: record, ...answers }, user);
/** Matches the message, in which the number has its own element. */
const isTaken = (_: string, element: Element | null) =>
  element?.getAttribute('role') === 'status' && textOf(element) === `You have taken ${NUMBER}.`;
const at = (time: string) => Date.parse(time);
const supplied = {
  revision: 3,
  at: at('2026-11-15T12:00:00Z'),
  event: 'information.supply',
  role: 'requester',
  from: 'qualification.informationRequired',
  to: 'qualification.underReview',
  text: null,
  actor: null,
} as const;

describe('the summary of a case', () => {
  test('shows its number and the next case before the application is loaded', async () => {
    openPage(
      `/desk/applications/${NUMBER}`,
      { deskApplication: () => new Promise(() => {}) },
      reviewer,
    );
    const page = await pageOf(NUMBER);
    within(page).getByText('Loading…');
    within(page).getByRole('button', { name: 'Next application' });
    expect(within(page).queryByRole('heading', { level: 2 })).toBeNull();
  });

  test.each(['/desk/applications/', '/charts/application/case/', '/desk/erasures?sameAs='])(
    '%sNUMBER does not exist for a number that no application has',
    async (path) => {
      const missing = rejected(codes.notFound, 'There is no such application.');
      const answers = { deskApplication: missing, deskErasureLedger: missing };
      openPage(`${path}${NUMBER}`, answers, reviewer);
      await pageOf('Page does not exist');
    },
  );

  test('shows the requester, the dates and the question', async () => {
    openCase(caseOf('personal', 'qualification.informationRequired'));
    const facts = await sectionOf('What was filed');
    expect(factsIn(facts)).toEqual({
      Requester: 'anna@example.eu',
      'Filed on': '18 November 2026 at 00:30',
      'Answer due by': '4 December 2026 at 12:00 (Central European Time)',
      'What is missing': 'Vehicle proof',
      'Question to the requester': 'Please add the lease.',
    });
    expect(document.title).toBe(`${NUMBER} – Anna Nowak – Vehicle data access`);
    cleanup();
    // Nothing is asked.
    openFacts(caseOf());
    expect(Object.keys(factsIn(await sectionOf('What was filed')))).toEqual([
      'Requester',
      'Filed on',
    ]);
    cleanup();
    openFacts(caseOf('public'));
    expect(within(await sectionOf('What was filed')).queryByRole('list')).toBeNull();
  });

  const headOf = async (record: Case) => {
    openCase(record);
    const page = await pageOf(NUMBER);
    await within(page).findByText(record.requesterName, { selector: 'b' });
    return page.firstElementChild as HTMLElement;
  };

  test('identifies the case in one line, and marks an unread answer', async () => {
    const asked = caseOf('personal', 'qualification.informationRequired');
    const head = await headOf(asked);
    await within(head).findByText('Insurance');
    expect(textOf(head)).toBe(
      `Applications at the desk${NUMBER}Anna Nowak, Twizy, InsuranceInformation to be addedNext`,
    );
    cleanup();
    const answered = caseOf('public', 'dataRequest.underReview', {
      purpose: 'Planning of charging stations. '.repeat(300).trim(),
      supplements: [
        { at: at('2026-11-19T12:00:00Z'), text: 'Here it is.', files: [], changes: [] },
      ],
      history: [supplied],
    });
    const shown = textOf(await headOf(answered));
    expect(shown).toMatch(
      /Statistical Office, Planning of charging stations\. .*…Waiting for data verificationanswered Thu 19 Nov/,
    );
    expect(shown.length).toBeLessThan(400);
    cleanup();
    const names = { requesterName: 'Workshop Ltd', userName: 'Anna Nowak' };
    const acting = await headOf(caseOf('personal', 'qualification.submitted', names));
    expect(textOf(acting)).toContain(`${NUMBER}Workshop Ltd for Anna Nowak, Twizy`);
  });

  const openFacts = (record: Case, findings: Findings = {}) =>
    showCase((shown) => <CaseFacts record={shown} findings={findings} />, {
      deskApplication: record,
    });

  const forThirdParty = (others: Partial<Case>, more: { email?: string } = {}) => {
    const record = caseOf('personal', 'dataRequest.underReview', others);
    const place = { name: 'Workshop Ltd', location: 'Warsaw', materials: [], agreement: [] };
    const personal = record.personal && { ...record.personal, thirdParty: { ...place, ...more } };
    return { ...record, personal };
  };

  test.each([
    ['workshop@example.com', 'Workshop Ltd Warsaw workshop@example.com', false],
    [undefined, 'Workshop Ltd Warsaw', true],
  ])('shows a third party with the address %s', async (email, recipient, isMissing) => {
    openFacts(forThirdParty({ isForThirdParty: true }, email ? { email } : {}));
    const facts = await sectionOf('What was filed');
    expect(factsIn(facts)['Data recipient']).toBe(recipient);
    const problem = 'The e-mail address of the data recipient is missing';
    expect(within(facts).queryByText(problem) !== null).toBe(isMissing);
  });

  const checksIn = async () =>
    itemsOf(within(await sectionOf('What was filed')).getAllByRole('list')[0] as HTMLElement);

  test.each<[Partial<Case>, string]>([
    [
      { linkedSince: at('2025-01-14T10:00:00Z') },
      'Account linked to the vehicle since 14 January 2025: Twizy',
    ],
    [{ linkedSince: 0 }, 'Account linked to the vehicle: Twizy'],
    [
      { linkedSince: null, vehicle: null },
      'The link of the account to the vehicle cannot be checked at present.',
    ],
    [
      { linkedSince: null, linkEndedAt: at('2026-11-18T10:00:00Z') },
      'The link of the account to the vehicle ended on 18 November 2026 at 11:00. Without it, nobody can request or approve data. Only data from before that time are delivered.',
    ],
  ])('shows for the link of the vehicle: $1', async (link, words) => {
    openFacts(caseOf('personal', 'qualification.submitted', link));
    expect(await checksIn()).toEqual([words]);
  });

  const found = (page: number): Finding => ({
    kind: 'found',
    fileId: files.proof.fileId,
    file: files.proof.name,
    page,
  });
  const missing: Finding = { kind: 'missing', files: ['one.pdf', 'two.pdf'], isPartial: false };

  test.each<[Findings, string[]]>([
    [
      { name: found(1), vin: found(1) },
      ['Name and VIN: same in the proof. registration.pdf, page 1'],
    ],
    [
      { name: found(1), vin: found(2) },
      [
        'Name: same in the proof. registration.pdf, page 1',
        'VIN: same in the proof. registration.pdf, page 2',
      ],
    ],
    [
      { name: found(1), vin: missing },
      [
        'Name: same in the proof. registration.pdf, page 1',
        'VIN: not found in the text of one.pdf and two.pdf',
      ],
    ],
    [
      { name: missing, vin: missing },
      ['Name and VIN: not found in the text of one.pdf and two.pdf'],
    ],
    [
      { name: { ...missing, isPartial: true } },
      ['Name: not found in the part of the text that was compared: one.pdf and two.pdf'],
    ],
    [
      { name: { kind: 'noText' }, vin: { kind: 'noText' } },
      ['Name and VIN: cannot be compared, no proof has text that can be read'],
    ],
    [
      { name: { kind: 'pending' }, vin: { kind: 'pending' } },
      ['Name and VIN: being compared with the proof…'],
    ],
  ])('shows how the proof compares with the form (case %#)', async (findings, words) => {
    openFacts(caseOf(), findings);
    expect((await checksIn()).slice(1)).toEqual(words);
  });

  test.each([
    [
      [files.agreement],
      'Agreement with the third party: signatures are not checked. agreement.docx',
    ],
    [[], 'No agreement with the third party was filed.'],
  ])('shows for the agreement: $1', async (agreements, words) => {
    openFacts(forThirdParty({ files: [files.proof, ...agreements] }));
    expect((await checksIn()).slice(1)).toEqual([words]);
  });
});

describe('the time to answer', () => {
  const clocked = (clock: Partial<Case['clock']>, kind: 'personal' | 'public' = 'personal') => {
    const record = caseOf(kind);
    return { ...record, clock: { ...record.clock, ...clock } };
  };
  const openClock = (record: Case) =>
    showCase((shown) => <CaseClock record={shown} />, { deskApplication: record });
  const shown = async () => textOf(await sectionOf('Time to answer'));

  test.each<[Partial<Case['clock']>, included: string, excluded: RegExp]>([
    [{}, 'Time to answerDue on Thu 17 Dec Days used: 3 of 30; left: 27', /Was due|Paused|Stopped/],
    [
      { isOverdue: true, used: 31 },
      'Was due on Thu 17 Dec Days used: 31 of 30; left: 0',
      /Due on Thu/,
    ],
    [
      { state: 'paused', dueAt: null, dueDay: null },
      'Paused while waiting for the requester',
      /Due on|Stopped/,
    ],
    [
      { state: 'ended', dueAt: null, dueDay: null },
      'Stopped: the application has ended',
      /Due on|Paused/,
    ],
  ])('with %j shows «%s»', async (clock, included, excluded) => {
    openClock(clocked(clock));
    expect(await shown()).toContain(included);
    expect(await shown()).not.toMatch(excluded);
  });
  const period = (
    party: Case['clock']['periods'][number]['party'],
    days: number,
    from: string,
  ) => ({
    ...{ party, days, from },
    to: '2026-11-20',
  });
  test.each([
    [4, [period('holder', 4, '2026-11-02')], [20]],
    [
      5,
      [
        period('holder', 4, '2026-11-02'),
        period('requester', 5, '2026-11-06'),
        period('holder', 1, '2026-11-11'),
      ],
      [16, 20, 4],
    ],
    [45, [period('holder', 45, '2026-11-02')], [100]],
  ])(
    'shows %i used days, the days of others and the remaining days as a bar',
    async (used, periods, widths) => {
      openClock(clocked({ used, periods, limit: 20 }));
      const section = await sectionOf('Time to answer');
      const bars = [...section.querySelectorAll('[role=progressbar]')];
      expect(bars.map((bar) => Number(bar.getAttribute('aria-valuenow')))).toEqual(widths);
    },
  );

  test('explains how the due date is calculated', async () => {
    const periods = [
      period('holder', 4, '2026-11-02'),
      { ...period('requester', 12, '2026-11-06'), to: '2026-11-18' },
      { ...period('paused', 1, '2026-11-18'), to: '2026-11-19' },
    ];
    const filed = { filedOn: '2026-11-02', goalDay: '2026-11-22', limit: 20, periods };
    openClock(clocked({ ...filed, dueDay: '2026-12-05' }));
    const section = await sectionOf('Time to answer');
    within(section).getByText('How this date comes about');
    expect(factsIn(section)).toEqual({
      'Filed on Mon 2 Nov; goal of the data holder in days: 20': 'Sun 22 Nov',
      'Waiting for the requester, not counted: 6 – 18 Nov': '+ 12 days',
      'Withheld or suspended, not counted: 18 – 19 Nov': '+ 1 day',
      Due: 'Sat 5 Dec',
    });
    cleanup();
    openClock(clocked({ ...filed, dueDay: null, dueAt: null, state: 'paused' }));
    const paused = await sectionOf('Time to answer');
    within(paused).getByText('How the days are counted');
    expect(Object.keys(factsIn(paused)).slice(2)).toEqual([
      'Withheld or suspended, not counted: since Wed 18 Nov',
    ]);
  });
  test('lists the working days that the law counts', async () => {
    openClock(clocked({}, 'public'));
    const section = await sectionOf('Time to answer');
    expect(textOf(section)).toContain('Working days used: 2 of 5; left: 3');
    expect(factsIn(section)).toEqual({
      'Filed on Fri 13 Nov; working days (Art. 18(2)): 5': 'Fri 20 Nov',
      'Waiting for the requester, not counted: 17 – 19 Nov': '+ 1 working day',
      Holidays: '+ 1 working day',
      Due: 'Thu 26 Nov',
    });
    await within(section).findByText('Counted day by day');
    expect(itemsOf(section.querySelector('ol') as HTMLElement)).toEqual([
      '13 November 2026Day of receipt, not counted',
      '14 November 2026Weekend',
      '16 November 2026Working day1',
      '17 November 2026Holiday: Feast',
      '18 November 2026Paused: waiting for others',
      '19 November 2026Working day2',
    ]);
  });
});

describe('the page of a case points out', () => {
  const openNotices = (record: Case, answers: Answers = {}) =>
    showCase(
      (shown) => (
        <>
          <CasePresence record={shown} />
          <CaseChanges record={shown} />
          <CaseResubmission record={shown} />
          <CaseFacts record={shown} findings={{}} />
          <AlreadyGiven record={shown} />
          <ApplicationAnswers record={shown} />
          <OtherApplications record={shown} />
        </>
      ),
      { deskApplication: record, ...answers },
    );
  test('that the same data were given to another body', async () => {
    const bare = { ...given, applicationNumber: 'VD-20261101-AAAAAA', departmentName: null };
    openNotices(
      caseOf('public', 'dataRequest.underReview', {
        alreadyGiven: { total: 2, items: [given, bare] },
      }),
    );
    const title = await screen.findByText('The same data were given to another public sector body');
    const notice = title.closest('[role]') as HTMLElement;
    expect(textOf(notice)).toContain('Their erasure was not reported');
    expect(itemsOf(within(notice).getByRole('list'))).toEqual([
      `${OTHER_NUMBER} · Statistical Office · 1 November 2026Census of charging points.`,
      'VD-20261101-AAAAAA · 1 November 2026Census of charging points.',
    ]);
    expect(Object.keys(linksIn(notice))).toEqual([OTHER_NUMBER, 'VD-20261101-AAAAAA']);
    cleanup();
    // The newest of many such deliveries, with a link to all.
    openNotices(
      caseOf('public', 'dataRequest.underReview', {
        alreadyGiven: { total: 510, items: [given] },
      }),
    );
    const more = await screen.findByRole('link', { name: 'and 509 more' });
    expect(more.getAttribute('href')).toBe(`/desk/erasures?sameAs=${NUMBER}`);
  });

  test('the answer to the last question', async () => {
    const asked = {
      revision: 2,
      at: at('2026-11-14T12:00:00Z'),
      event: 'information.request',
      role: 'reviewer',
      from: 'qualification.underReview',
      to: 'qualification.informationRequired',
      text: 'An older question.',
      actor: null,
    } as const;
    const record = underReview({
      files: [files.proof, files.answer],
      supplements: [
        { at: at('2026-11-15T12:00:00Z'), text: 'An older answer.', files: [], changes: [] },
        {
          at: at('2026-11-19T12:00:00Z'),
          text: 'Here is the lease.',
          files: [files.answer.fileId],
          changes: [{ field: 'user.city', before: ['Warszawa'], after: ['Kraków'] }],
        },
      ],
      history: [
        asked,
        supplied,
        {
          ...asked,
          revision: 4,
          at: at('2026-11-18T12:00:00Z'),
          text: 'Please add the lease.',
        },
        { ...supplied, revision: 5, at: at('2026-11-19T12:00:00Z') },
      ],
    });
    openCase(record);
    const notice = (await screen.findByText('New since the question')).closest('[role]');
    await screen.findByText('Warszawa');
    expect(textOf(notice)).toBe(
      [
        'New since the questionAsked on 18 November 2026 at 13:00:Please add the lease.',
        'Answered on 19 November 2026 at 13:00:Here is the lease.',
        'FieldBeforeNowCityWarszawaKraków lease.png 2 kB',
        'All other answers and files are unchanged.',
      ].join(''),
    );
  });

  test('an answer without files, until a decision follows it', async () => {
    const record = underReview({
      supplements: [
        { at: at('2026-11-19T12:00:00Z'), text: 'It is leased.', files: [], changes: [] },
      ],
    });
    openNotices({ ...record, history: [supplied] });
    await screen.findByText('No file was added.');
    expect(screen.queryByText(/Asked on/)).toBeNull();
    const reviewStart = {
      ...supplied,
      revision: 4,
      event: 'review.start',
      role: 'reviewer',
    } as const;
    answerWith({
      deskApplication: { ...record, history: [supplied, reviewStart] },
    });
    invalidate(['deskApplication']);
    await waitFor(() => expect(screen.queryByText('New since the question')).toBeNull());
  });

  test('differences from an earlier refused application', async () => {
    openNotices(
      underReview({
        resubmission: {
          earlier: OTHER_NUMBER,
          fields: [
            { field: 'user.city', before: ['Warszawa'], after: ['Kraków'] },
            { field: 'purposeDetails', before: [], after: ['A claim.'] },
            { field: 'dataRequest.scope', before: ['All of it.'], after: [] },
            { field: 'gone.field', before: ['1'], after: ['2'] },
          ],
          added: ['lease.png'],
          removed: ['old.pdf', 'older.pdf'],
          kept: ['registration.pdf'],
        },
      }),
    );
    const section = await sectionOf('Filed again: what changed');
    expect(rowsOf(within(section).getByRole('table'))).toEqual([
      ['Field', 'Before', 'Now'],
      ['City', 'Warszawa', 'Kraków'],
      ['Details', '–', 'A claim.'],
      ['Scope of the data request', 'All of it.', '–'],
      ['Files', 'old.pdf and older.pdf', 'lease.png'],
    ]);
    expect(linksIn(section)).toEqual({ [OTHER_NUMBER]: `/desk/applications/${OTHER_NUMBER}` });
    expect(textOf(section)).toContain('Files with the same content as before: registration.pdf');
    cleanup();
    const none = { earlier: OTHER_NUMBER, fields: [], added: [], removed: [], kept: [] };
    openNotices(underReview({ resubmission: none }));
    const unchanged = await sectionOf('Filed again: what changed');
    within(unchanged).getByText('Nothing changed.');
    expect(within(unchanged).queryByRole('table')).toBeNull();
    expect(textOf(unchanged)).not.toContain('same content');
  });

  test('the first six other applications, and all of them on request', async () => {
    const others = Array.from({ length: 8 }, (_, index) =>
      summaryOf('personal', 'approved', { number: `VD-20261101-00000${index}` }),
    );
    const user = openNotices(
      caseOf('personal', 'qualification.submitted', { others, othersTotal: 500 }),
    );
    const section = await sectionOf('Other applications of this requester');
    expect(rowsOf(within(section).getByRole('table'))[1]).toEqual([
      'VD-20261101-000000',
      '18 November 2026',
      'Review passed',
    ]);
    expect(linksIn(section)).toMatchObject({
      'VD-20261101-000000': '/desk/applications/VD-20261101-000000',
    });
    expect(Object.keys(linksIn(section))).toHaveLength(6);
    expect(within(section).queryByRole('link', { name: /more$/ })).toBeNull();
    await user.click(within(section).getByRole('button', { name: 'Show 2 more' }));
    expect(Object.keys(linksIn(section))).toHaveLength(9);
    // The other applications are in the queue.
    expect(linksIn(section)['and 492 more']).toBe('/desk?turn=all&search=anna%40example.eu');
    expect(within(section).queryByRole('button')).toBeNull();
    expect(textOf(section)).not.toContain('This is the only one.');
    cleanup();
    openNotices(caseOf());
    const none = textOf(await sectionOf('Other applications of this requester'));
    expect(none).toContain('This is the only one.');
  });

  const CHANGED = 'The application has changed since you opened it';
  const presence = { others: [], revision: 3, assignee: null, recorded: 2 };

  test.each([
    ['a decision', { revision: 4 }],
    ['a note', { recorded: 3 }],
    ['a change of the assignee', { assignee: assigneeOf(otherReviewer) }],
  ])('%s since the page was opened, and shows it on request', async (_, changed) => {
    const user = openNotices(
      { ...caseOf(), recorded: 2 },
      {
        deskPresence: { ...presence, ...changed },
      },
    );
    await screen.findByText(CHANGED);
    screen.getByText('Your input is kept.');
    expect(screen.queryByText(/Also open/)).toBeNull();
    answerWith({ deskApplication: { ...caseOf(), recorded: 2, ...changed } });
    await user.click(screen.getByRole('button', { name: 'Show how it is now' }));
    await waitFor(() => expect(screen.queryByText(CHANGED)).toBeNull());
  });
});

describe('the assignee section', () => {
  const openDesk = (record: Case, user = reviewer, answers: Answers = {}) =>
    showCase((shown) => <CaseDesk record={shown} />, { deskApplication: record, ...answers }, user);
  const taken = (by: { id: string; email: string } | null) =>
    underReview({ assignee: by && assigneeOf(by) });

  test('assigns and watches the case by button and by key', async () => {
    const user = openCase(underReview(), reviewer, {
      deskWatch: ({ isWatched }: { isWatched: boolean }) => {
        answerWith({
          deskApplication: underReview({ isWatched }),
        });
        return null;
      },
    });
    const section = await sectionOf('Assignee');
    answerWith({ deskTake: { assignee: assigneeOf(reviewer) } });
    await user.keyboard('t');
    await screen.findByText(isTaken);
    await user.click(within(section).getByRole('button', { name: 'Watch it' }));
    await within(section).findByRole('button', { name: 'Stop watching' });
    await user.keyboard('w');
    await within(section).findByRole('button', { name: 'Watch it' });
    expect(sentTo('deskWatch').map(({ isWatched }) => isWatched)).toEqual([true, false]);
  });

  const handedOver = underReview({
    assignee: assigneeOf(otherReviewer),
    previousAssignee: assigneeOf(reviewer),
  });
  const NOBODY = 'Nobody has taken this application';
  const YOU = 'You have taken this application';
  const GIVEN = 'You handed it over to rolf@example.eu.';
  const [byNobody, byUser] = [taken(null), taken(reviewer)];
  test.each<[string, string, 'deskTake' | 'deskRelease', Case, string, string[], Case, string]>([
    ['takes', 'Take it', 'deskTake', byNobody, NOBODY, [], byUser, YOU],
    ['releases', 'Release it', 'deskRelease', byUser, YOU, ['Hand it over'], byNobody, NOBODY],
    ['takes back', 'Take it back', 'deskTake', handedOver, GIVEN, [], byUser, YOU],
  ])('%s a case', async (_, pressed, call, record, before, others, changed, after) => {
    const user = openDesk(record);
    const section = await sectionOf('Assignee');
    expect(textOf(section)).toContain(before);
    expect(offeredIn(section)).toEqual([...others, pressed, 'Watch it']);
    answerWith({ [call]: { assignee: changed.assignee }, deskApplication: changed });
    await user.click(within(section).getByRole('button', { name: pressed }));
    await screen.findByText(after);
    expect(sentTo(call)).toEqual([{ applicationNumber: NUMBER }]);
  });

  test('hands the case over to another reviewer', async () => {
    const staff = [
      memberOf(reviewer),
      memberOf(otherReviewer),
      memberOf({ ...reviewer, id: 'third', email: 'third@example.eu' }),
      memberOf(auditor),
      memberOf(owner, { roles: ['reviewer'] }),
    ];
    const user = openDesk(taken(reviewer), reviewer, { staffList: staff });
    const section = await sectionOf('Assignee');
    const begin = async () => {
      await user.click(within(section).getByRole('button', { name: 'Hand it over' }));
      return screen.findByRole('dialog', { name: 'Hand the application over' });
    };
    await user.click(within(await begin()).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    const dialog = await begin();
    const choice = within(dialog).getByRole('combobox', { name: 'Colleague' });
    expect([...choice.children].map(textOf)).toEqual([
      'Choose a colleague',
      'rolf@example.eu',
      'third@example.eu',
    ]);
    // No colleague is preselected.
    await user.click(within(dialog).getByRole('button', { name: 'Hand it over' }));
    expect(choice.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(choice);
    expect(sentTo('deskHandOver')).toEqual([]);
    answerWith({
      deskHandOver: { assignee: assigneeOf(otherReviewer) },
      deskApplication: taken(otherReviewer),
    });
    await user.selectOptions(choice, 'third@example.eu');
    await user.click(within(dialog).getByRole('button', { name: 'Hand it over' }));
    await screen.findByText('Taken by rolf@example.eu');
    screen.getByText('The application is handed over.');
    expect(sentTo('deskHandOver')).toEqual([{ applicationNumber: NUMBER, to: 'third' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('names the reviewer who handed the case over', async () => {
    openDesk(
      underReview({
        assignee: assigneeOf(reviewer),
        previousAssignee: assigneeOf(otherReviewer),
      }),
    );
    const section = await sectionOf('Assignee');
    expect(textOf(section)).toContain('Handed over to you by rolf@example.eu');
    expect(offeredIn(section)).toEqual(['Hand it over', 'Release it', 'Watch it']);
  });

  test('says that there is no other reviewer', async () => {
    const user = openDesk(taken(reviewer), reviewer, {
      staffList: [memberOf(reviewer), memberOf(auditor)],
    });
    await user.click(await screen.findByRole('button', { name: 'Hand it over' }));
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText('There is no other reviewer.');
    await user.click(within(dialog).getByRole('button', { name: 'Hand it over' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sentTo('deskHandOver')).toEqual([]);
  });
});

describe('notes of the staff', () => {
  const openNotes = (record: Case, user = reviewer, answers: Answers = {}) =>
    showCase(
      (shown) => (
        <>
          <NamedHere record={shown} />
          <DecisionArea record={shown} />
          <CaseNotes record={shown} />
        </>
      ),
      { deskApplication: record, ...answers },
      user,
    );
  const QUESTION = '3f0f2f0e-6f0b-4f6e-9d51-5b7f1c9a2d10';
  test('are corrected and withdrawn by their author', async () => {
    const own = { ...note(QUESTION, 'Caled.'), author: reviewer.email };
    const earlier = [{ at: at('2026-11-19T15:00:00Z'), text: 'Caled.' }];
    const changed = { ...own, changedAt: at('2026-11-19T16:00:00Z'), earlier };
    const shown = (...notes: ReturnType<typeof note>[]) => underReview({ notes });
    const user = openNotes(shown(own, note('2', 'Mine.')));
    const section = within(await sectionOf('Internal notes'));
    expect(section.getAllByRole('button', { name: 'Correct this note' })).toHaveLength(1);
    await user.click(section.getByRole('button', { name: 'Correct this note' }));
    expect(section.getByRole('textbox', { name: 'Corrected note' })).toBe(document.activeElement);
    // An unchanged text is not sent.
    await user.click(section.getByRole('button', { name: 'Save' }));
    const opener = section.getByRole('button', { name: 'Correct this note' });
    expect(opener).toBe(document.activeElement);
    expect(sentTo('deskNoteChange')).toEqual([]);
    await user.click(opener);
    const field = section.getByRole('textbox', { name: 'Corrected note' });
    await user.clear(field);
    await user.type(field, 'Called.');
    answerWith({ deskNoteChange: rejected(500, 'It went wrong.') });
    await user.click(section.getByRole('button', { name: 'Withdraw the note' }));
    await screen.findByText('It went wrong.');
    expect(typedIn(section.getByRole('textbox', { name: 'Corrected note' }))).toBe('Called.');
    answerWith({
      deskNoteChange: null,
      deskApplication: shown({ ...changed, text: 'Called.' } as never, note('2', 'Mine.')),
    });
    await user.click(section.getByRole('button', { name: 'Save' }));
    await section.findByText(/^Corrected on 19 November 2026/);
    section.getByText('Caled.');
    expect(textOf(document.activeElement)).toBe('Correct this note');
    answerWith({
      deskNoteChange: null,
      deskApplication: shown({ ...changed, text: '' } as never),
    });
    await user.click(section.getByRole('button', { name: 'Correct this note' }));
    await user.click(section.getByRole('button', { name: 'Withdraw the note' }));
    await section.findByText(/^Withdrawn on 19 November 2026/);
    await waitFor(() => expect(textOf(document.activeElement)).toBe('Internal notes'));
    const about = { applicationNumber: NUMBER, id: QUESTION };
    expect(sentTo('deskNoteChange').slice(1)).toEqual([
      { ...about, correction: 'Called.' },
      { ...about, correction: null },
    ]);
  });

  test('are read and added by reviewers', async () => {
    const user = openCase(underReview({ notes: [note('1', 'Called.')] }));
    const section = await sectionOf('Internal notes');
    expect(itemsOf(within(section).getByRole('list'))).toEqual([
      '19 November 2026 at 16:00 · rolf@example.euCalled.',
    ]);
    await user.keyboard('n');
    await user.keyboard('The dealer confirms.');
    const field = within(section).getByRole('textbox', { name: 'New note' });
    answerWith({ deskNoteAdd: rejected(500, 'It went wrong.') });
    await user.click(within(section).getByRole('button', { name: 'Add the note' }));
    await screen.findByText('It went wrong.');
    expect(typedIn(field)).toBe('The dealer confirms.');
    answerWith({
      deskNoteAdd: note('2', 'The dealer confirms.'),
      deskApplication: underReview({
        notes: [note('1', 'Called.'), note('2', 'The dealer confirms.')],
      }),
    });
    await user.click(within(section).getByRole('button', { name: 'Add the note' }));
    await waitFor(() => expect(within(section).getAllByRole('listitem')).toHaveLength(2));
    expect(sentTo('deskNoteAdd').slice(1)).toEqual([
      { applicationNumber: NUMBER, note: 'The dealer confirms.' },
    ]);
    expect(typedIn(field)).toBe('');
  });

  test('get the focus when a mail links to them', async () => {
    openPage(`/desk/applications/${NUMBER}#notes`, { deskApplication: caseOf() }, reviewer);
    const section = await sectionOf('Internal notes');
    await waitFor(() => expect(document.activeElement).toBe(section));
  });

  const staff = [reviewer, otherReviewer, auditor, lead].map((one) => memberOf(one));

  test('complete the names of colleagues after @, by keyboard', async () => {
    const record = underReview({ requester: lead.id });
    const user = openNotes(record, reviewer, { staffList: staff, deskNoteAdd: note('2', '') });
    const section = await sectionOf('Internal notes');
    const field = within(section).getByRole('textbox', { name: 'New note' });
    await user.type(field, 'Ask me@once, or @');
    const options = await within(section).findAllByRole('option');
    // Neither the author nor the requester.
    expect(options.map(textOf)).toEqual([otherReviewer.email, auditor.email]);
    expect(field.getAttribute('aria-activedescendant')).toBe(options[0]?.id);
    within(section).getByText('2 colleagues: choose with the arrow keys and Enter');
    await user.keyboard('{ArrowDown}');
    expect(field.getAttribute('aria-activedescendant')).toBe(options[1]?.id);
    await user.keyboard('{Enter}');
    const name = auditor.email.replace(/@.*/, '');
    const put = `Ask me@once, or @${name} `;
    await waitFor(() => expect(typedIn(field)).toBe(put));
    // The next input follows the name and replaces nothing.
    await new Promise(requestAnimationFrame);
    const { selectionStart, selectionEnd } = field as HTMLTextAreaElement;
    expect([selectionStart, selectionEnd]).toEqual([put.length, put.length]);
    expect(within(section).queryByRole('option')).toBeNull();
    await user.type(field, '@');
    await within(section).findAllByRole('option');
    await user.keyboard('{Escape}');
    expect(within(section).queryByRole('option')).toBeNull();
    expect(typedIn(field)).toBe(`Ask me@once, or @${name} @`);
  });

  test('mark the case for a user whom a note mentions, until the user adds a note', async () => {
    const named = note('1', `Please look, @${reviewer.email}.`, [reviewer.email]);
    openNotes(underReview({ notes: [named] }), reviewer);
    const link = await screen.findByRole('link', { name: 'A note mentions you' });
    expect(link.getAttribute('href')).toBe('#notes');
    const section = await sectionOf('Internal notes');
    expect(textOf(within(section).getByTitle(reviewer.email))).toBe(`@${reviewer.email}`);
    cleanup();
    const own = { ...note('2', 'Done.'), author: reviewer.email };
    openNotes(underReview({ notes: [named, own] }), reviewer);
    await sectionOf('Internal notes');
    expect(screen.queryByRole('link', { name: 'A note mentions you' })).toBeNull();
  });

  test('ask a colleague for an opinion, which the decision mentions', async () => {
    const asked = {
      ...note('2', 'Enough?'),
      opinion: { of: otherReviewer.email, answer: null, agrees: null },
    };
    const user = openNotes(underReview({ requester: lead.id }), reviewer, {
      staffList: staff,
      deskOpinionAsk: () => {
        answerWith({
          deskApplication: underReview({ notes: [asked] }),
        });
        return asked;
      },
    });
    const section = await sectionOf('Internal notes');
    await user.click(within(section).getByRole('button', { name: 'Ask for an opinion' }));
    expect(within(section).getAllByText('Write the note')).toHaveLength(2);
    await user.type(within(section).getByRole('textbox', { name: 'New note' }), 'Enough?');
    expect(unsavedKeys()).toEqual([`rita:note:${NUMBER}`]);
    await user.click(within(section).getByRole('button', { name: 'Ask for an opinion' }));
    const dialog = await screen.findByRole('dialog');
    const choice = within(dialog).getByRole('combobox', { name: 'Colleague' });
    // The requester cannot be asked.
    expect(within(choice).queryByRole('option', { name: lead.email })).toBeNull();
    await user.selectOptions(choice, otherReviewer.email);
    await user.click(within(dialog).getByRole('button', { name: 'Ask for an opinion' }));
    const input = { applicationNumber: NUMBER, note: 'Enough?', of: otherReviewer.id };
    await waitFor(() => expect(sentTo('deskOpinionAsk')).toEqual([input]));
    const link = await screen.findByRole('link', {
      name: `The opinion of ${otherReviewer.email} is awaited`,
    });
    expect(link.getAttribute('href')).toBe('#notes');
  });

  test.each([
    ['an opinion', underReview(), 'Give your opinion', {}],
    [
      'one on the approval',
      caseOf('personal', 'dataRequest.underReview', { fourEyes: { second: null, opinions: [] } }),
      'Agree to the approval',
      { agrees: true },
    ],
  ])('let the colleague who is asked give %s', async (_, record, pressed, stance) => {
    const asked = {
      ...note(QUESTION, 'Enough?'),
      opinion: { of: reviewer.email, answer: null, agrees: null },
    };
    const user = openNotes({ ...record, notes: [asked] });
    await screen.findByRole('link', { name: 'You are asked for an opinion' });
    const section = within(await sectionOf('Internal notes'));
    expect(section.queryByRole('button', { name: 'Give your opinion' }) !== null).toBe(
      pressed === 'Give your opinion',
    );
    await user.type(section.getByRole('textbox', { name: 'New note' }), 'Yes.');
    const noted = 'Your opinion is saved. The colleague who asked gets an e-mail.';
    const given = { deskOpinionGive: note('3', 'Yes.') };
    const input = { applicationNumber: NUMBER, question: QUESTION, note: 'Yes.', ...stance };
    expect(await sendTwice(user, 'deskOpinionGive', pressed, noted, given)).toEqual([input]);
  });

  test('allow an approval that needs a second opinion only once it is given', async () => {
    const fourEyes = (second: { id: string; email: string } | null) => ({
      second,
      opinions: [{ by: otherReviewer.email, agrees: second !== null, isCurrent: true }],
    });
    const asked = (second: { id: string; email: string } | null) =>
      caseOf('personal', 'dataRequest.underReview', { fourEyes: fourEyes(second) });
    openNotes(asked(null), reviewer);
    const decision = await sectionOf('Decision');
    expect(textOf(decision)).toContain('another reviewer or a lead has to agree');
    expect(textOf(decision)).toContain(`${otherReviewer.email} advises against the approval.`);
    expect(within(decision).queryByRole('radio', { name: 'Approve the data request' })).toBeNull();
    cleanup();
    openNotes(asked(otherReviewer), reviewer);
    await screen.findByText(`${otherReviewer.email} agrees to the approval.`);
    await screen.findByRole('radio', { name: 'Approve the data request' });
  });

  test('can be read, but not added, by auditors', async () => {
    openNotes(underReview({ notes: [note('1', 'Called.')] }), auditor);
    const section = await sectionOf('Internal notes');
    expect(textOf(section)).toContain('Called.');
    expect(within(section).queryByRole('textbox')).toBeNull();
  });

  test('about an application are hidden from its requester', async () => {
    openNotes(underReview({ requester: reviewer.id }));
    await screen.findByText('This is your own application: a colleague decides.');
    expect(screen.queryByRole('heading', { name: 'Internal notes' })).toBeNull();
  });
});

describe('the presence of a reader', () => {
  const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
  const presenceCalls = () => sentTo('deskPresence').length;
  // The library's own `waitFor` would wait for an interval that never passes here.
  beforeEach(() => {
    stopIntervals();
  });

  test('is reported every 15 seconds by unattended calls', async () => {
    openCase(caseOf());
    await sectionOf('What was filed');
    await vi.waitFor(() => expect(presenceCalls()).toBe(1), 30_000);
    answerWith({
      deskPresence: { others: ['rolf@example.eu'], revision: 3, assignee: null, recorded: 0 },
    });
    await pass(14);
    expect(presenceCalls()).toBe(1);
    await pass(1);
    await screen.findByText('Also open at this moment: rolf@example.eu');
    expect(headersOf('deskPresence').get('unattended')).toBe('1');
    answerWith({ deskPresence: rejected(500, 'It went wrong.') });
    await pass(15);
    expect(presenceCalls()).toBe(3);
    expect(screen.queryByText('It went wrong.')).toBeNull();
    cleanup();
    await pass(60);
    expect(presenceCalls()).toBe(3);
  });

  test('is not reported again while the page is hidden', async () => {
    const sight = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    openCase(caseOf());
    await sectionOf('What was filed');
    await pass(45);
    expect(presenceCalls()).toBe(1);
    sight.mockReturnValue('visible');
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await vi.waitFor(() => expect(presenceCalls()).toBe(2), 30_000);
    sight.mockRestore();
  });
});

test('the newest twenty entries of history and notes are shown at first', async () => {
  const record = caseOf();
  const [entry] = record.history as [(typeof record.history)[number]];
  const history = Array.from({ length: 23 }, (_, revision) => ({
    ...entry,
    revision,
    text: `Reason ${revision}.`,
  }));
  const notes = Array.from({ length: 24 }, (_, index) => note(`note-${index}`, `Note ${index}.`));
  const user = openCase({ ...record, history, notes });
  const of = async (heading: string, text: RegExp) => {
    const section = within(await sectionOf(heading));
    const shown = () => section.getAllByText(text).map(textOf);
    return { section, shown };
  };
  const past = await of('History', /^Reason/);
  expect([past.shown().length, past.shown()[0], past.shown().at(-1)]).toEqual([
    20,
    'Reason 22.',
    'Reason 3.',
  ]);
  await user.click(past.section.getByRole('button', { name: 'Show 3 more' }));
  expect(past.shown().at(-1)).toBe('Reason 0.');
  const written = await of('Internal notes', /^Note/);
  expect([written.shown()[0], written.shown().at(-1)]).toEqual(['Note 4.', 'Note 23.']);
  await user.click(written.section.getByRole('button', { name: 'Show 4 more' }));
  expect(written.shown()[0]).toBe('Note 0.');
});

test('nothing of one case is shown while the next one is loading', async () => {
  const next = summaryOf('personal', 'qualification.underReview', { number: 'VD-20261101-AAAAAA' });
  let answer: (record: CallData<'deskApplication'>) => void = () => {};
  const user = openCase(caseOf('personal', 'qualification.underReview', { others: [next] }));
  const section = await sectionOf('Other applications of this requester');
  answerWith({
    deskApplication: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  await user.click(within(section).getByRole('link', { name: next.number }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Decision' })).toBeNull());
  expect(textOf(document.body)).not.toContain('anna@example.eu');
  answer({ ...caseOf(), ...next });
  await screen.findByRole('heading', { level: 1, name: next.number });
});

test('a case that the user has just taken is not shown as changed', async () => {
  const before = { others: [], revision: 3, assignee: null, recorded: 0 };
  const assignee = { id: reviewer.id, email: reviewer.email };
  const user = openCase(caseOf(), reviewer, { deskPresence: before, deskTake: { assignee } });
  await sectionOf('What was filed');
  await waitFor(() => expect(sentTo('deskPresence')).toHaveLength(1));
  answerWith({ deskApplication: caseOf('personal', 'qualification.submitted', { assignee }) });
  await user.keyboard('t');
  await screen.findByText('You have taken this application');
  expect(screen.queryByText('The application has changed since you opened it')).toBeNull();
});
