import { expect, test } from 'vitest';
import { queueFilter } from '#contract/queue.ts';
import {
  filterAddress,
  type QueueFilter,
  readFilter,
  readOrder,
} from '#desk/queue/queue-address.ts';
import { stateGroups } from '#forms/states.ts';

/** Possible values of every field of a filter, with their addresses. */
const parts: Record<keyof typeof queueFilter.shape, [filter: QueueFilter, address: string][]> = {
  states: [...stateGroups].map(([group, states]) => [{ states: [...states] }, `state=${group}`]),
  turn: [
    [{ turn: 'holder' }, ''],
    [{ turn: 'requester' }, 'turn=requester'],
    [{ turn: 'nobody' }, 'turn=nobody'],
    [{}, 'turn=all'],
  ],
  kind: [
    [{ turn: 'holder', kind: 'personal' }, 'kind=personal'],
    [{ turn: 'holder', kind: 'public' }, 'kind=public'],
  ],
  overdue: [[{ turn: 'holder', overdue: true }, 'overdue=yes']],
  authority: [[{ turn: 'holder', authority: true }, 'authority=yes']],
  watched: [[{ turn: 'holder', watched: true }, 'watched=yes']],
  opinion: [[{ turn: 'holder', opinion: true }, 'opinion=yes']],
  assigned: [
    [{ turn: 'holder', assigned: 'me' }, 'assigned=me'],
    [{ turn: 'holder', assigned: 'nobody' }, 'assigned=nobody'],
  ],
  outcome: [[{ turn: 'nobody', outcome: 'refused' }, 'turn=nobody&outcome=refused']],
  ground: [[{ turn: 'nobody', ground: 'tradeSecrets' }, 'turn=nobody&ground=tradeSecrets']],
  search: [
    [{ turn: 'holder', search: 'VD 7' }, 'turn=holder&search=VD+7'],
    [{ search: 'VD 7' }, 'turn=all&search=VD+7'],
  ],
  sort: [[{ turn: 'holder', sort: 'filed' }, 'sort=filed']],
  descending: [[{ turn: 'holder', sort: 'filed', descending: true }, 'sort=-filed']],
};

test.each([
  ['outcome=refused', { outcome: 'refused' }],
  ['ground=tradeSecrets', { ground: 'tradeSecrets' }],
  ['search=VD+7', { search: 'VD 7' }],
])('%s includes ended applications', (address, filter) => {
  expect(readFilter(new URLSearchParams(address))).toEqual(filter);
});

test('the table has every part of a view that the server accepts', () => {
  expect(Object.keys(parts).toSorted()).toEqual(Object.keys(queueFilter.shape).toSorted());
});

test.each(Object.values(parts).flat())(
  '%j is written to the URL as %j, and read from it',
  (filter, address) => {
    expect(String(filterAddress(filter))).toBe(address);
    const read = new URLSearchParams(address);
    expect({ ...readFilter(read), ...readOrder(read) }).toEqual(filter);
  },
);

test.each(['overdue', 'authority', 'watched', 'opinion', 'kind', 'assigned'])(
  'an invalid value of %s is ignored',
  (key) => {
    expect(readFilter(new URLSearchParams({ [key]: 'no' }))).toEqual({ turn: 'holder' });
  },
);
