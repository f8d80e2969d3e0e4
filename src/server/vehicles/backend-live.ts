import { setTimeout } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { signalNamed } from '#contract/data-catalogue.ts';
import { BackendError } from '#server/vehicles/backend-error.ts';
import { type BackendTimes, backendAt, pathOf } from './ask-backend.ts';
import type { BackendLocation } from './backend-access.ts';
import { answerOf, changesLine, checked, latestAnswer, ndjsonLines } from './backend-answers.ts';
import {
  EARLIEST,
  MAX_CLOCK_SKEW,
  noFix,
  ReceivedFaults,
  samplesWithoutFix,
} from './check-values.ts';
import { contactOf } from './live-source.ts';
import type { LiveSample, LiveSource } from './vehicle-source.ts';

const STREAM_RETRY_MS = 1000;

export class NotOffered extends BackendError {
  constructor(call: string) {
    super('away', `The vehicle back end has no ${call} (404)`);
  }
}

/**
 * Live data from the maker's back end. Samples of unknown signals, and values of a wrong type or
 * range, are left out.
 */
export function backendLiveSource(
  location: BackendLocation,
  now: () => number,
  times?: BackendTimes,
): LiveSource & { faults: ReceivedFaults } {
  const get = backendAt(location, times);
  const faults = new ReceivedFaults();
  const latest = async (vehicleId: string, signals: readonly string[] = []) => {
    const search = new URLSearchParams(signals.map((name) => ['signal', name]));
    const answer = await get(pathOf(vehicleId, 'latest'), search, { isBrief: true });
    const sent = await answerOf(latestAnswer, answer);
    if (!sent) throw new NotOffered('latest values');
    const samples = samplesIn(sent, faults, now());
    return signals.length === 0
      ? samples
      : samples.filter((sample) => signals.includes(sample.signal));
  };
  return {
    faults,
    latest: async (vehicleId, signals) => (signals?.length === 0 ? [] : latest(vehicleId, signals)),
    async *changes(vehicleId, cursor, abort) {
      let after = cursor;
      for (let isOpen = false; !abort.aborted; ) {
        let pause = STREAM_RETRY_MS;
        try {
          const search = new URLSearchParams(after === undefined ? {} : { after });
          const answer = await get(pathOf(vehicleId, 'changes'), search, { abort });
          if (!answer) throw new NotOffered('changes');
          for await (const item of ndjsonLines(answer)) {
            const line = checked(changesLine, item);
            after = line.cursor;
            isOpen = true;
            pause = line.samples.length > 0 ? 0 : STREAM_RETRY_MS;
            yield { samples: samplesIn(line.samples, faults, now()), cursor: after };
          }
        } catch (error) {
          if (abort.aborted) return;
          // Retries connection errors of an open stream. After other errors, the reader resumes it.
          if (!isOpen || !isOfConnection(error)) throw error;
          pause = Math.max(STREAM_RETRY_MS, error.retryAfter);
        }
        await setTimeout(pause, undefined, { signal: abort }).catch(() => {});
      }
    },
    async contact(vehicleId, range) {
      const samples = await latest(vehicleId);
      const last = Math.max(...samples.flatMap(({ receivedAt }) => receivedAt ?? []));
      return contactOf(samples, Number.isFinite(last) ? last : null, range, now());
    },
  };
}

const isOfConnection = (error: unknown): error is BackendError =>
  error instanceof BackendError &&
  !(error instanceof NotOffered) &&
  ['away', 'silent', 'tooSlow', 'cutOff'].includes(error.breach);

function samplesIn(
  samples: z.output<typeof latestAnswer>,
  faults: ReceivedFaults,
  now: number,
): LiveSample[] {
  const withoutFix = samplesWithoutFix(samples);
  return samples.flatMap((sample) => {
    const { signal: name, value } = sample;
    const signal = signalNamed(name);
    const accepted = faults.accepted(name, value, 'Live data');
    const [capturedAt, receivedAt] = [Date.parse(sample.capturedAt), Date.parse(sample.receivedAt)];
    const error = withoutFix.has(sample) ? noFix('Live data') : instantFault(name, capturedAt, now);
    if (signal && error) faults.reject(name, error);
    if (!signal || accepted === null || error) return [];
    return { signal: name, value: accepted, unit: signal.unit || null, capturedAt, receivedAt };
  });
}

function instantFault(name: string, at: number, now: number): BackendError | null {
  if (at >= EARLIEST && at <= now + MAX_CLOCK_SKEW) return null;
  const fault = at < EARLIEST ? 'before 1990' : 'in the future';
  return new BackendError('outOfTime', `Live data: capturedAt of ${name} is ${fault}`);
}
