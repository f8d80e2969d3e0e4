import type { Property } from '#lib/statechart/paths/properties.ts';

const requester = { by: { role: 'requester', id: 'owner' } } as const;
const clock = { by: { role: 'clock' } } as const;
const reviewer = { by: { role: 'reviewer' } } as const;
const PERSONAL = 'a personal application';
const THIRD_PARTY = 'a third-party application';
const PUBLIC = 'a public application';

export const applicationProperties: readonly Property[] = [
  {
    name: 'Until the data are approved, an end is reachable by the requester alone',
    source: 'Specification §4: «terminate the application?»',
    kind: 'reachable',
    to: { states: ['terminated.byRequester', 'terminated.byHolder', 'approved', 'suspended'] },
    by: { sent: requester },
  },
  {
    name: 'Data that were suspended can be shared again',
    source: 'Art. 4(7) and 5(10): until the measures are kept',
    starts: [PERSONAL, THIRD_PARTY],
    kind: 'reachable',
    from: { states: ['suspended'] },
    to: { tag: 'downloadable' },
    by: { sent: reviewer },
  },
  {
    name: 'No user’s data are withheld or suspended without notice to requester and authority',
    starts: [PERSONAL, THIRD_PARTY],
    source: 'Art. 4(7) and 5(10): in writing, and notified to the competent authority',
    kind: 'never',
    step: {
      to: { tag: 'withheld' },
      not: [
        { from: { tag: 'withheld' } },
        { sent: reviewer, effects: ['notifyRequester', 'notifyAuthority'] },
        // The authority was notified before the application ended.
        { events: ['application.reopen'] },
        // Undoes a decision before its notices are sent.
        { events: ['decision.undo'] },
      ],
    },
  },
  {
    name: 'No application is refused without a ground',
    source: 'Art. 4, 5 and 18(2): refusals are reasoned',
    kind: 'never',
    step: {
      to: { states: ['terminated.byHolder'] },
      not: [
        { events: ['application.refuse'], sent: { ground: true, ...reviewer } },
        { events: ['deadline.passed'], sent: clock },
        {
          from: { states: ['suspended'] },
          events: ['sharing.end'],
          sent: { by: { isLead: true } },
        },
        // Undoes a reopening, before its mail is sent: the ground of the earlier end stays.
        { events: ['decision.undo'] },
      ],
    },
  },
  {
    name: 'No public-sector body is refused on a ground of the users’ right',
    source: 'Art. 18(2)',
    starts: [PUBLIC],
    kind: 'never',
    step: {
      events: ['application.refuse'],
      not: [{ sent: { ground: ['dataNotControlled', 'alreadyProvided', 'conditionsNotMet'] } }],
    },
  },
  {
    name: 'No user is refused their own use on a ground against third parties',
    source: 'Art. 5(1) and 5(3)',
    starts: [PERSONAL],
    kind: 'never',
    step: {
      events: ['application.refuse'],
      sent: { ground: ['gatekeeper', 'notRequestedByUser'] },
    },
  },
  {
    name: 'No customer is given data without a data request',
    source: 'Specification §4: 2 before 3 and 4',
    starts: [PERSONAL, THIRD_PARTY],
    kind: 'precededBy',
    step: { to: { states: ['approved'] } },
    by: { events: ['data.request'], sent: requester },
  },
  {
    name: 'Nobody is given data without a review',
    source: 'Specification §4',
    kind: 'precededBy',
    step: { to: { states: ['approved'] } },
    by: { events: ['review.start'], sent: reviewer },
  },
  {
    name: 'Every deadline is followed by an answer, or by mail and its withdrawal or the end',
    source: 'Design: «after a configurable number of days without an answer»',
    kind: 'leadsTo',
    step: { events: ['qualification.pass', 'information.request'] },
    to: {
      any: [
        { sent: requester, effects: ['notifyDesk'] },
        {
          events: ['deadline.passed', 'information.withdraw', 'application.refuse'],
          effects: ['notifyRequester'],
        },
        { events: ['decision.undo'] },
      ],
    },
  },
  {
    name: 'Every approval queues a report and is mailed',
    source: 'Design: «On approval a report is queued»',
    kind: 'never',
    step: {
      to: { states: ['approved'] },
      not: [
        { events: ['data.approve'], effects: ['queueReport', 'notifyRequester'] },
        { from: { states: ['suspended'] }, effects: ['notifyRequester'] },
        // Undoes a suspension or a withdrawal.
        { events: ['decision.undo'], effects: ['resumeReport'] },
      ],
    },
  },
  {
    name: 'Nobody decides on their own application',
    source: 'Design: «nobody reviews their own»',
    kind: 'never',
    step: { sent: { by: { role: 'reviewer', id: 'owner' } } },
  },
];
