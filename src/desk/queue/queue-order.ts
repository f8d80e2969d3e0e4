import { type QueueOrder, queueOrders } from '#contract/queue.ts';
import { PAGE_SIZE, readFilter } from '../queue-filter.ts';

export interface Order {
  sort?: QueueOrder;
  descending?: true;
}

/** Reads the order from an address: a column, with a minus before it the other way round. */
export function readOrder(address: URLSearchParams): Order {
  const asked = address.get('sort') ?? '';
  const sort = queueOrders.find((one) => one === asked.replace(/^-/, ''));
  if (!sort) return {};
  return { sort, ...(asked.startsWith('-') && { descending: true as const }) };
}

/** What is asked for one page of the queue; the document of the desk asks the same. */
export const queueQuestion = (address: URLSearchParams, page: number) => ({
  ...readFilter(address),
  ...readOrder(address),
  page,
  pageSize: PAGE_SIZE,
});

/** Address of the queue sorted by a column; once more, the other way round. */
export function orderAddress(address: URLSearchParams, column: QueueOrder): string {
  const { sort = 'due', descending } = readOrder(address);
  const next = new URLSearchParams(address);
  next.delete('page');
  next.set('sort', sort === column && !descending ? `-${column}` : column);
  return `?${next}`;
}
