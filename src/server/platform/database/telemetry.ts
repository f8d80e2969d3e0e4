import { Counter, collectDefaultMetrics, Histogram, Registry } from '@prometheus-io/client';
import { type Code, codes } from '#contract/codes.ts';
import type { RateLimitName } from '#contract/error-data.ts';
import type { LiveRateLimit } from '#contract/live/problems.ts';

/** Histogram buckets in seconds: requests up to a proxy's timeout, user journeys up to one day. */
const CALL_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const JOURNEY_BUCKETS = [0.05, 0.1, 0.3, 1, 3, 10, 30, 60, 300, 900, 3600, 14_400, 86_400];

/** Codes whose increase raises an alert of `alerts.yml`. */
const ALERTED_CODES = [codes.wrongCode, codes.unavailable, codes.storageFull];

interface AnsweredRequest {
  /** Route template, without any text that a client sent. */
  route: string;
  status: number;
  errorCode: Code | null;
  rateLimit: RateLimitName | LiveRateLimit | null;
  duration: number;
}

export class Telemetry {
  readonly registry = new Registry();
  readonly #requests = new Histogram({
    name: 'portal_request_duration_seconds',
    help: 'Duration of requests, by route and status.',
    labelNames: ['route', 'status'],
    buckets: CALL_BUCKETS,
    registers: [this.registry],
  });
  readonly #errors = new Counter({
    name: 'portal_refusals_total',
    help: 'Error responses, by code; code 42901 also by rate limit.',
    labelNames: ['code', 'limit'],
    registers: [this.registry],
  });
  readonly #journeys = new Histogram({
    name: 'portal_journey_duration_seconds',
    help: 'Duration of user journeys.',
    labelNames: ['journey'],
    buckets: JOURNEY_BUCKETS,
    registers: [this.registry],
  });

  constructor() {
    // Prometheus does not count the first increase of a series that did not exist before.
    for (const code of ALERTED_CODES) this.#errors.inc({ code }, 0);
  }

  countRequest({ route, status, errorCode, rateLimit, duration }: AnsweredRequest): void {
    this.#requests.observe({ route, status }, duration / 1000);
    if (errorCode !== null)
      this.#errors.inc({ code: errorCode, ...(rateLimit !== null && { limit: rateLimit }) });
  }

  observe(journey: string, duration: number): void {
    this.#journeys.observe({ journey }, Math.max(0, duration) / 1000);
  }

  measureProcess(): void {
    collectDefaultMetrics({ register: this.registry });
  }
}
