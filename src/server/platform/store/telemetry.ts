import { Counter, collectDefaultMetrics, Histogram, Registry } from '@prometheus-io/client';
import type { Code } from '#contract/codes.ts';

/** A call took so many seconds: up to what people take for at once, then up to a patient proxy. */
const CALL_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** A journey: from what is at once to what is a day. */
const JOURNEY_BUCKETS = [0.05, 0.1, 0.3, 1, 3, 10, 30, 60, 300, 900, 3600, 14_400, 86_400];

/** A request that was answered. */
export interface AnsweredRequest {
  /** As it is registered, so that no label holds anything that somebody sent. */
  route: string;
  status: number;
  /** Of the envelope, where it was refused. */
  refusedWith: Code | null;
  /** ms */
  duration: number;
}

/** Figures of one process about the service itself, for Prometheus. They name nobody. */
export class Telemetry {
  readonly registry = new Registry();
  readonly #requests = new Histogram({
    name: 'portal_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer, by route and status.',
    labelNames: ['route', 'status'],
    buckets: CALL_BUCKETS,
    registers: [this.registry],
  });
  readonly #refusals = new Counter({
    name: 'portal_refusals_total',
    help: 'Requests that were refused, by the code of the envelope.',
    labelNames: ['code'],
    registers: [this.registry],
  });
  readonly #journeys = new Histogram({
    name: 'portal_journey_duration_seconds',
    help: 'Time of what somebody waits for, by journey.',
    labelNames: ['journey'],
    buckets: JOURNEY_BUCKETS,
    registers: [this.registry],
  });

  countRequest({ route, status, refusedWith, duration }: AnsweredRequest): void {
    this.#requests.observe({ route, status }, duration / 1000);
    if (refusedWith !== null) this.#refusals.inc({ code: refusedWith });
  }

  /** Records that somebody waited so long, in ms, for what they set out for. */
  observe(journey: string, duration: number): void {
    this.#journeys.observe({ journey }, Math.max(0, duration) / 1000);
  }

  /** Adds memory, processor time and the delay of the event loop. */
  measureProcess(): void {
    collectDefaultMetrics({ register: this.registry });
  }
}
