import { hasState, restored } from '#lib/durable-machine/stored.ts';
import type { Actor } from '#machines/application.events.ts';
import { type QuoteEvent, quoteMachine } from '#machines/quote.machine.ts';
import type { Quote } from './quote.ts';

export function canTakeQuote(
  quote: Quote,
  requester: string,
  event: { type: QuoteEvent['type']; by: Actor },
): boolean {
  const { state, validUntil, sentAt, isOver } = quote;
  const at = isOver ? validUntil : sentAt;
  if (!hasState(quoteMachine, state)) return false;
  return restored(quoteMachine, { state, context: { requester, validUntil } }).can({
    ...event,
    at,
  });
}

export function isUnsettled({ settledAt, isOver }: Quote): boolean {
  return settledAt === null && !isOver;
}
