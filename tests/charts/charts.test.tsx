import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { applicationStates } from '#contract/stored-application.ts';
import { commonAnswers } from '#tests/components/answers.ts';
import { fill, pick, set } from '#tests/components/filling.ts';
import { addressNow, openPage } from '#tests/components/open-page.tsx';
import { analyst, auditor, owner, reviewer } from '#tests/components/people.ts';
import {
  factsIn,
  itemsOf,
  linksIn,
  pageOf,
  rowsOf,
  sectionOf,
  textOf,
} from '#tests/components/reading.ts';
import { caseOf, NUMBER, OTHER_NUMBER, summaryOf } from '#tests/components/records.ts';
import { type Answers, sentTo } from '#tests/components/stub-calls.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { figures, graph, START, transitionOf } from './page-data.ts';

const open = (path: string, answers: Answers = {}, user?: typeof analyst) =>
  openPage(`/charts${path}`, answers, user);
const config = commonAnswers.config as CallData<'config'>;

const views = () => screen.findByRole('navigation', { name: 'Views of the statechart' });

describe('access to the charts', () => {
  test.each(['/nothing', '/nothing/simulate'])(
    'an unknown URL (%s) shows «Page does not exist»',
    async (path) => {
      open(path, {}, analyst);
      await pageOf('Page does not exist');
    },
  );

  test.each(['/application/cases?state=approved', `/application/case/${NUMBER}`])(
    '%s does not exist for an analyst, who may read no applications',
    async (path) => {
      open(path, { deskApplication: caseOf() }, analyst);
      await pageOf('Page does not exist');
      expect(sentTo('deskApplication')).toEqual([]);
    },
  );

  test('requires a session, unless diagrams are public', async () => {
    open('/application/figures?kind=public#states');
    await pageOf('Sign in');
    expect(addressNow()).toBe(
      `/login?redirectUrl=${encodeURIComponent('/charts/application/figures?kind=public#states')}`,
    );
  });

  test('public diagrams are shown to everyone, without figures', async () => {
    const answers = { config: { ...config, publicCharts: true } };
    open('', answers);
    await pageOf('Charts');
    cleanup();
    open('/application', answers);
    expect(Object.keys(linksIn(await views()))).toEqual(['Diagram', 'Simulate']);
    cleanup();
    open('/application', answers, analyst);
    await waitFor(async () => expect(Object.keys(linksIn(await views()))).toHaveLength(5));
  });

  test('figures are shown to staff only', async () => {
    open('/application/figures', { config: { ...config, publicCharts: true } });
    await pageOf('Page does not exist');
  });

  test('a requester reads that the charts are for staff', async () => {
    open('', {}, owner);
    expect(textOf(await pageOf('The charts are for staff'))).toContain(
      'You are signed in as anna@example.eu, which is not a staff account.',
    );
  });

  test('a session without its second factor is first redirected to the second factor of the desk', async () => {
    const state = { isSetUp: true, recoveryCodesLeft: 8, offersPasskeys: false, passkeys: [] };
    open('/application', { secondFactorState: state }, { ...analyst, secondFactor: 'code' });
    await pageOf('Your second factor');
    expect(addressNow()).toBe(
      `/desk/second-factor?redirectUrl=${encodeURIComponent('/charts/application')}`,
    );
  });
});

describe('the page of a machine', () => {
  test('shows a picture and tables', async () => {
    open('/application', {}, analyst);
    const page = await pageOf(/pplication/);
    const [states, transitions] = within(page).getAllByRole('table') as [HTMLElement, HTMLElement];
    const [, ...rows] = rowsOf(states);
    for (const state of applicationStates) expect(rows.map((row) => row[1])).toContain(state);
    expect(rowsOf(transitions).length - 1).toBe(
      graph.transitions.filter(({ kind }) => kind !== 'initial').length,
    );
    expect(screen.queryByRole('region', { name: 'Selected in the diagram' })).toBeNull();
  });

  test('can be printed', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {});
    const user = open('/report', {}, analyst);
    await user.click(await screen.findByRole('button', { name: 'Save the diagram' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Print or save as PDF' }));
    expect(print).toHaveBeenCalledOnce();
    print.mockRestore();
  });

  test('describes a selected state: code, tags and transitions', async () => {
    open('/application?state=qualification.informationRequired', {}, analyst);
    const chosen = await screen.findByRole('region', { name: 'Selected in the diagram' });
    expect(textOf(within(chosen).getByRole('heading', { level: 2 }))).toBe(
      'Information to be added',
    );
    expect(textOf(chosen)).toContain(
      'qualification.informationRequired · status code 9 · supplementable, requestersTurn',
    );
    const [out, into] = within(chosen).getAllByRole('list') as [HTMLElement, HTMLElement];
    expect(itemsOf(out)).toHaveLength(5);
    expect(itemsOf(into)).toHaveLength(4);
    await waitFor(() =>
      expect(document.activeElement).toBe(within(chosen).getByRole('heading', { level: 2 })),
    );
  });

  test('describes a selected transition: condition and effects', async () => {
    open(`/application?transition=${encodeURIComponent(START)}`, {}, analyst);
    const chosen = await screen.findByRole('region', { name: 'Selected in the diagram' });
    expect(textOf(chosen)).toContain('Condition');
    expect(textOf(chosen)).toContain('isPersonal');
    expect(textOf(chosen)).toContain('What it doesdecide');
    expect(linksIn(chosen)).toEqual({
      Submitted: '/charts/application?state=qualification.submitted',
      'Qualification under review': '/charts/application?state=qualification.underReview',
    });
  });
});

describe('the figures', () => {
  const openFigures = (search = '', answers: Answers = {}, user = reviewer) =>
    open(`/application/figures${search}`, { chartFigures: figures, ...answers }, user);

  test('link to the applications with the same filter, and list the variants', async () => {
    openFigures('?outcome=open');
    const page = await pageOf('What really happened');
    const table = (name: string) => within(page).getByRole('table', { name });
    const [states, transitions] = [table('States'), table('Transitions')];
    expect(linksIn(states)).toEqual({
      'Qualification under review':
        '/charts/application/figures?outcome=open&state=qualification.underReview',
      'Applications: 12, Qualification under review':
        '/charts/application/cases?outcome=open&state=qualification.underReview',
      'Review passed': '/charts/application/figures?outcome=open&state=approved',
    });
    const start = encodeURIComponent(START);
    expect(Object.values(linksIn(transitions))).toEqual([
      `/charts/application/figures?outcome=open&transition=${start}`,
      `/charts/application/cases?outcome=open&transition=${start}`,
      ...['figures', 'cases'].map(
        (view) =>
          `/charts/application/${view}?outcome=open&transition=approved%3Aapproval.withdraw%3A0`,
      ),
    ]);
    const section = await sectionOf('Variants');
    expect(textOf(section)).toContain('9 variants.');
    const [first, second] = itemsOf(section.querySelector('ol') as HTMLElement);
    expect(first).toBe('300 (25%)Submitted → Terminated by the requester');
    expect(second).toMatch(
      /^60 \(5%\)Public sector bodies · Submitted → .+ → Review passed · the normal course$/,
    );
    expect(Object.values(linksIn(section))[1]).toBe(
      '/charts/application/cases?outcome=open&kind=public&trace=qualification.submitted%2CdataRequest.underReview%2Capproved',
    );
  });

  test('are shown in the picture: how many, how many late, median, shares of exits', async () => {
    openFigures('?kind=personal');
    const page = await pageOf('What really happened');
    const drawn = (place: string) => page.querySelector(`.chart ${place}`);
    const state = '[data-state="qualification.underReview"]';
    expect(textOf(drawn(state))).toMatch(/now 12, late 3 median 5 hrs$/);
    expect(drawn(state)?.getAttribute('data-tone')).toBe('bad');
    expect(textOf(drawn(`[data-transition="${START}"]`))).toMatch(/75%$/);
    // Corrections have no arrow: they are stated in the state that they leave.
    expect(textOf(drawn('[data-state="approved"]'))).toMatch(
      /now 0 median < 1 min corrections 17$/,
    );
    expect(textOf(drawn(state))).not.toContain('corrections');
  });

  test('have bars in the states: counts, median stay or share of late ones, as the URL says', async () => {
    const user = openFigures('?kind=personal');
    const page = await pageOf('What really happened');
    const bars = () =>
      ['qualification.underReview', 'approved'].map((state) => {
        const [whole, filled] = [...page.querySelectorAll(`[data-state="${state}"] .bar`)];
        const [all, part] = [whole, filled].map((bar) =>
          Number(bar?.getAttribute('d')?.split('h')[1]),
        );
        return [filled?.getAttribute('class'), Math.round((100 * (part ?? 0)) / (all ?? 0))];
      });
    expect(bars()).toEqual([
      ['bar brand', 100],
      ['bar brand', 0],
    ]);
    const choose = (name: string) =>
      user.click(screen.getByRole('button', { name, pressed: false }));
    await choose('Stay');
    expect(addressNow()).toBe('/charts/application/figures?kind=personal&bar=stay');
    expect(bars()).toEqual([
      ['bar amber', 100],
      ['bar amber', 0],
    ]);
    await choose('Late');
    expect(bars()[0]).toEqual(['bar red', 25]);
    expect(textOf(page)).toContain('Bar in a state: share of late applications');
    await choose('Counts');
    expect(addressNow()).toBe('/charts/application/figures?kind=personal');
    expect(sentTo('chartFigures')).toEqual([{ kind: 'personal' }]);
  });

  test('draw frequent arrows thicker and untaken ones faintly, and fold rare variants', async () => {
    const often = figures.transitions[0] as (typeof figures.transitions)[number];
    const PASS = transitionOf('qualification.pass', 'qualification.underReview');
    const REQUEST = transitionOf('data.request', 'dataRequest.awaited');
    const [variant] = figures.variants as [(typeof figures.variants)[number]];
    const chartFigures = {
      ...figures,
      transitions: [often, { ...often, id: PASS, count: 225 }, { ...often, id: REQUEST, count: 0 }],
      variants: [300, 200, 100, 60, 40, 30, 20].map((count, index) => ({
        ...variant,
        count,
        states: [...Array(index).fill('dataRequest.underReview'), ...variant.states],
      })),
    };
    openFigures('', { chartFigures });
    const page = await pageOf('What really happened');
    const drawn = (id: string) => {
      const arrow = page.querySelector(`.chart [data-transition="${id}"]`);
      return [arrow?.querySelector('path')?.style.strokeWidth, arrow?.getAttribute('data-tone')];
    };
    // The additional width is proportional to the square root of the count.
    expect([START, PASS, REQUEST].map(drawn)).toEqual([
      ['6', null],
      ['3.5', null],
      ['1', 'faint'],
    ]);
    const section = await sectionOf('Variants');
    const [top, further] = within(section).getAllByRole('list', { hidden: true });
    expect([top?.children.length, further?.children.length]).toEqual([5, 2]);
    expect(textOf(section)).toContain('4 other variants: applications 500 (41.7%)');
  });

  test('can be filtered by every field', async () => {
    const user = openFigures('?page=2');
    await pageOf('What really happened');
    await fill(user, [
      set('Filed from', '2026-01-01'),
      set('Filed until', '2026-06-30'),
      pick('Kind', 'Public sector bodies'),
      pick('Outcome', 'Still open'),
    ]);
    await waitFor(() =>
      expect(sentTo('chartFigures').at(-1)).toEqual({
        from: '2026-01-01',
        to: '2026-06-30',
        kind: 'public',
        outcome: 'open',
      }),
    );
    expect(addressNow()).toBe(
      '/charts/application/figures?from=2026-01-01&to=2026-06-30&kind=public&outcome=open',
    );
  });

  test('ignore invalid filters, and show a share of 0 % without applications', async () => {
    openFigures('?from=soon&to=2026&kind=all&outcome=none', {
      chartFigures: { ...figures, total: 0, open: 0, suspended: 0, normal: 0 },
    });
    const page = await pageOf('What really happened');
    expect(factsIn(page)['Ended along the normal course']).toBe('0%');
    expect(sentTo('chartFigures')).toEqual([{}]);
  });
});

describe('the cases behind a figure', () => {
  test('are listed with their variant', async () => {
    open(
      `/application/cases?transition=${encodeURIComponent(START)}&state=approved&trace=qualification.submitted,approved,x&kind=public&page=2`,
      { chartCases: { total: 21, items: [summaryOf('public', 'approved')] } },
      auditor,
    );
    const page = await pageOf('Applications behind a figure');
    expect(sentTo('chartCases')).toEqual([
      {
        kind: 'public',
        state: 'approved',
        transition: START,
        trace: ['qualification.submitted', 'approved'],
        page: 2,
        pageSize: 20,
      },
    ]);
    expect(textOf(page)).toContain('Submitted → Review passed');
  });

  test('are all applications if the URL selects no figure', async () => {
    open(
      '/application/cases?state=x&transition=x',
      { chartCases: { total: 1, items: [summaryOf()] } },
      auditor,
    );
    const page = await pageOf('Applications behind a figure');
    expect(sentTo('chartCases').at(-1)).toEqual({ page: 1, pageSize: 20 });
    expect(textOf(page.querySelector('h1')?.nextElementSibling)).toBe('1 application');
  });
});

describe('one case on the chart', () => {
  test('has no next steps after its end', async () => {
    open(
      `/application/case/${NUMBER}`,
      { deskApplication: caseOf('personal', 'terminated.byRequester') },
      reviewer,
    );
    expect(textOf(await sectionOf('Possible next steps'))).toContain(
      'Nothing: this is a final state.',
    );
  });
});

describe('the conformance page', () => {
  const deviation = {
    kind: 'personal' as const,
    from: 'qualification.submitted',
    to: 'approved',
    event: 'data.approve',
    role: 'reviewer' as const,
    reason: 'guard' as const,
    guard: 'isReviewer',
    count: 1200,
    cases: [NUMBER, OTHER_NUMBER],
  };
  const data: CallData<'chartConformance'> = {
    applications: 900,
    pending: 0,
    steps: 4321,
    deviating: 0,
    nonconforming: [],
    total: 0,
    deviations: [],
  };
  const openIt = (others: Partial<typeof data> = {}, search = '') =>
    open(
      `/application/conformance${search}`,
      { chartConformance: { ...data, ...others } },
      analyst,
    );

  test('says that all steps conform if there are no deviations', async () => {
    openIt();
    const page = await pageOf('Conformance');
    expect(textOf(page)).toContain(
      '900 applications, steps: 4,321. All steps conform to the statechart.',
    );
    expect(within(page).queryByRole('table')).toBeNull();
    expect(textOf(page)).not.toContain('not yet been checked');
  });

  test('says that there is no deviation for the selected reason', async () => {
    openIt({}, '?reason=gap');
    const page = await pageOf('Conformance');
    expect(textOf(page)).toContain('No deviation for this reason.');
    expect(sentTo('chartConformance')).toEqual([{ reason: 'gap', page: 1, pageSize: 20 }]);
  });

  test('shows a single deviation, and the page that the URL names', async () => {
    const { from, to, event, count } = deviation;
    openIt(
      {
        ...{ deviating: 1, total: 21, deviations: [deviation] },
        nonconforming: [{ from, to, event, count }],
      },
      '?kind=personal&page=2',
    );
    const page = await pageOf('Conformance');
    expect(textOf(within(page).getByRole('region', { name: 'Diagram' }))).toContain(
      'Data request approved × 1,200',
    );
    expect(sentTo('chartConformance')).toEqual([{ kind: 'personal', page: 2, pageSize: 20 }]);
    expect(textOf(within(page).getByRole('alert'))).toContain(
      'The statechart would not have allowed 1 of these steps.',
    );
    expect(rowsOf(within(page).getByRole('table'))).toHaveLength(2);
    expect(textOf(page)).toContain('Page 2 of 2');
  });

  test('can be filtered by reason', async () => {
    const user = openIt({}, '?page=2');
    await pageOf('Conformance');
    await fill(user, [pick('Reason', 'condition not met')]);
    await waitFor(() =>
      expect(sentTo('chartConformance').at(-1)).toEqual({ reason: 'guard', page: 1, pageSize: 20 }),
    );
  });
});

describe('the simulation', () => {
  const steps = async () =>
    itemsOf((await sectionOf('Steps so far')).querySelector('ol') as HTMLElement);
  const now = () =>
    textOf(screen.getAllByRole('status').find((one) => textOf(one).startsWith('Now:')));

  test('steps forward, back, and restarts', async () => {
    const user = open('/application/simulate', {}, analyst);
    await pageOf(/^Simulate: /);
    expect(now()).toBe('Now: Submitted');
    const here = () => document.querySelector('.chart [data-chosen]')?.getAttribute('data-state');
    expect(here()).toBe('qualification.submitted');
    const back = screen.getByRole<HTMLButtonElement>('button', { name: 'Undo last step' });
    expect(back.disabled).toBe(true);
    expect(await steps()).toHaveLength(1);
    const can = await sectionOf('What can happen');
    const [first] = within(can).getAllByRole('button');
    const sent = textOf(first as HTMLElement);
    await user.click(first as HTMLElement);
    expect(await steps()).toHaveLength(2);
    expect((await steps())[1]).toContain(sent);
    expect(document.activeElement?.closest('section')).toBe(can);
    expect(now()).not.toBe('Now: Submitted');
    expect(back.disabled).toBe(false);
    await user.click(within(can).getAllByRole('button')[0] as HTMLElement);
    expect((await steps())[2]).toMatch(/effects: .*by e-mail/);
    await user.click(back);
    await user.click(back);
    expect(now()).toBe('Now: Submitted');
    await user.click(within(can).getAllByRole('button')[0] as HTMLElement);
    await user.click(screen.getByRole('button', { name: 'Start over' }));
    expect(await steps()).toHaveLength(1);
  });

  test('marks the walk with the numbers of its steps, the last step, and what can follow', async () => {
    const names = [
      'review.start by a reviewer',
      'information.request by a reviewer',
      'information.supply by the requester',
      'information.request by a reviewer',
    ];
    const run = new URLSearchParams(names.map((name) => ['step', name]));
    open(`/application/simulate?${run}`, {}, analyst);
    expect(await steps()).toHaveLength(5);
    const marked = (tone: string) =>
      [...document.querySelectorAll<SVGElement>(`.chart [data-tone="${tone}"]`)].flatMap(
        ({ dataset }) => dataset.state ?? dataset.transition ?? [],
      );
    const REQUEST = transitionOf('information.request', 'qualification.underReview');
    const SUPPLY = transitionOf('information.supply', 'qualification.informationRequired');
    expect(marked('here')).toEqual(['qualification.informationRequired']);
    expect(marked('last')).toEqual([REQUEST]);
    expect(marked('passed')).toEqual([
      'qualification.submitted',
      'qualification.underReview',
      START,
      SUPPLY,
    ]);
    expect(marked('next')).toContain('qualification:application.terminate:0');
    const numbers = [...document.querySelectorAll('.chart .steps')].map(textOf);
    expect(numbers).toEqual(['2', '3 · 5', '4']);
  });

  test('stores a run in its URL, up to the first step that the machine rejects', async () => {
    const step = (name: string) => `&step=${encodeURIComponent(name)}`;
    open(
      `/application/simulate?start=${encodeURIComponent('a personal application')}${step('review.start by a reviewer')}${step('data.approve by a reviewer')}`,
      {},
      analyst,
    );
    expect(await steps()).toHaveLength(2);
    expect(now()).toBe('Now: Qualification under review');
  });

  test('shows no list of blocked events if every event can be sent', async () => {
    open('/upload-queue/simulate', {}, analyst);
    const can = await sectionOf('What can happen');
    expect(within(can).getAllByRole('button').length).toBeGreaterThan(1);
    expect(screen.queryByText(/would be refused/)).toBeNull();
  });

  test('shows why events are blocked, can start from another input, and ends', async () => {
    const user = open('/application/simulate', {}, analyst);
    const blocked = (await screen.findByText(/\d+ other events would be refused/)).closest(
      'details',
    );
    const reasons = [...(blocked?.querySelectorAll('li') ?? [])].map((one) => [
      textOf(one).includes('condition not met: '),
      textOf(one).includes('no transition of this state depends on it'),
    ]);
    expect(reasons).toContainEqual([true, false]);
    expect(reasons).toContainEqual([false, true]);
    for (const [isGuarded, isElsewhere] of reasons) expect(isGuarded).toBe(!isElsewhere);
    const starts = await screen.findByRole('combobox', { name: 'Begin with' });
    await user.selectOptions(starts, (starts.children[1] as HTMLOptionElement).value);
    expect((await steps())[0]).toContain(textOf(starts.children[1]));
    const can = await sectionOf('What can happen');
    await user.click(within(can).getByRole('button', { name: /^Application ended/ }));
    expect(textOf(await sectionOf('What can happen'))).toContain(
      'Nothing: the statechart accepts no more events.',
    );
  });
});
