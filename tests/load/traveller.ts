import { type CallFigures, Calls } from './call.ts';
import { journeys, type Kind, type Traveller } from './journeys.ts';

/** Concurrent journeys of one process. */
export interface TravelOrder {
  url: string;
  reviewerToken: string;
  atOnce: number;
  people: (Traveller & { kind: Kind })[];
}

export interface Mailed {
  email: string;
  code: string;
}

export interface TravelFigures extends CallFigures {
  /** Started journeys. */
  started: number;
  /** Completed journeys. */
  ended: number;
}

const arrivals = new Map<string, (code: string) => void>();

async function travel(order: TravelOrder): Promise<TravelFigures> {
  const { url, reviewerToken, atOnce, people } = order;
  const calls = new Calls(url);
  const ways = {
    calls,
    reviewer: { network: '192.0.2.1', token: reviewerToken },
    codeTo: (email: string) => new Promise<string>((resolve) => arrivals.set(email, resolve)),
  };
  let started = 0;
  let ended = 0;
  const queue = people.values();
  const traveller = async () => {
    for (const person of queue) {
      started++;
      try {
        await journeys[person.kind](ways, person);
        ended++;
      } catch (error) {
        // Error responses are already counted, broken connections are not.
        if (error instanceof TypeError) calls.figures.errors[error.message] = 1;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, traveller));
  return { ...calls.figures, started, ended };
}

process.on('message', async (message: TravelOrder | Mailed) => {
  if ('code' in message) {
    arrivals.get(message.email)?.(message.code);
    return;
  }
  // The output must be flushed before the process exits.
  process.send?.(await travel(message), () => process.disconnect());
});
