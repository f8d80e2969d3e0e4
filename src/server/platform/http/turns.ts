import { codes } from '#contract/codes.ts';
import { ApiError } from './api-error.ts';

/** Calls of one kind that are worked on at once: those that come first keep few waiting. */
const AT_WORK = 4;
/** Calls that wait for one network; an office behind one address has no more in the same instant. */
const MOST_OF_NETWORK = 50;
/** Calls that wait in all: as many as are done within a second, with their mails. */
const MOST_WAITING = 100;
/** Longest wait, in ms: whoever waited longer tries again. */
const LONGEST_WAIT = 5000;
/**
 * Pause of a place at work while others are refused at the door, in ms. The process takes one new
 * line after each bit of work: without a pause whoever comes behind a flood waits for all of both.
 */
const PAUSE = 100;
/** Seconds after which a call is worth another try, of a network with too many, and of any. */
const RETRY_AFTER = { tooMany: 2, unavailable: 1 };

interface Waiting {
  network: string;
  since: number;
  begin(): void;
  refuse(error: ApiError): void;
}

/**
 * Turns of calls that anybody may make and that write. Few are worked on at once and few wait, so
 * that a flood is refused without a look into the database, and whoever needs no turn goes first.
 * Next comes the network of which fewest wait, and of several the one that came first: the line is
 * so short that nobody in it waits for long. Each process counts for itself.
 */
export class Turns {
  /** In the order in which they came. */
  #waiting: Waiting[] = [];
  readonly #ofNetwork = new Map<string, number>();
  #inAll = 0;
  #atWork = 0;
  /** Somebody was refused at the door since a place was last left. */
  #hasRefused = false;

  /**
   * Refuses at the door what there is no room for. One of a new network finds room while another has
   * several in the line.
   * @throws {ApiError} `tooMany` when enough calls of the network wait, `unavailable` when all that
   *   can wait do
   */
  requireRoom(network: string): void {
    this.#refuseOverdue();
    const ofNetwork = this.#ofNetwork.get(network) ?? 0;
    const isEachAlone = this.#inAll === this.#ofNetwork.size;
    const isTooMany = ofNetwork >= MOST_OF_NETWORK;
    const isFull = this.#waiting.length >= MOST_WAITING && (ofNetwork > 0 || isEachAlone);
    if (!isTooMany && !isFull) return;
    this.#hasRefused = true;
    const reason = isTooMany ? 'tooMany' : 'unavailable';
    throw new ApiError(codes[reason], { retryAfter: RETRY_AFTER[reason] });
  }

  /**
   * Does the work when its turn comes.
   * @throws {ApiError} `tooMany` when enough calls of the network wait, `unavailable` when the turn
   *   did not come in time
   */
  async take<T>(network: string, work: () => Promise<T>): Promise<T> {
    this.requireRoom(network);
    this.#count(network, 1);
    try {
      await this.#turn(network);
      try {
        return await work();
      } finally {
        this.#leave();
      }
    } finally {
      this.#count(network, -1);
    }
  }

  #turn(network: string): Promise<void> {
    const { promise, resolve: begin, reject: refuse } = Promise.withResolvers<void>();
    this.#waiting.push({ network, since: performance.now(), begin, refuse });
    if (this.#waiting.length > MOST_WAITING) this.#refuse(this.#eldestOfMost());
    this.#next();
    return promise;
  }

  /** Leaves the place to the next one; the lines are read in between. */
  #leave(): void {
    const goOn = () => {
      this.#atWork--;
      this.#next();
    };
    if (this.#hasRefused) setTimeout(goOn, PAUSE);
    else setImmediate(goOn);
    this.#hasRefused = false;
  }

  #next(): void {
    this.#refuseOverdue();
    if (this.#atWork >= AT_WORK) return;
    const network = this.#chooseNetwork();
    if (network === undefined) return;
    const next = this.#waiting.findIndex((one) => one.network === network);
    this.#atWork++;
    this.#waiting.splice(next, 1)[0]?.begin();
  }

  #chooseNetwork(): string | undefined {
    let chosen: string | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const { network } of this.#waiting) {
      const count = this.#ofNetwork.get(network) ?? 0;
      if (count >= fewest) continue;
      fewest = count;
      chosen = network;
    }
    return chosen;
  }

  #refuseOverdue(): void {
    const oldest = performance.now() - LONGEST_WAIT;
    while (this.#waiting[0] && this.#waiting[0].since < oldest) this.#refuse(0);
  }

  /** The eldest of the networks that have most in the line. */
  #eldestOfMost(): number {
    const counts = this.#waiting.map(({ network }) => this.#ofNetwork.get(network) ?? 0);
    return counts.indexOf(Math.max(...counts));
  }

  #refuse(index: number): void {
    const retryAfter = RETRY_AFTER.unavailable;
    const [refused] = this.#waiting.splice(index, 1);
    refused?.refuse(new ApiError(codes.unavailable, { retryAfter }));
  }

  #count(network: string, by: 1 | -1): void {
    const count = (this.#ofNetwork.get(network) ?? 0) + by;
    this.#inAll += by;
    if (count === 0) this.#ofNetwork.delete(network);
    else this.#ofNetwork.set(network, count);
  }
}
