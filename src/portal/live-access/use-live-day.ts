import { useDocumentVisibility } from '@mantine/hooks';
import type { EventSourceMessage } from 'eventsource-parser';
import { useEffect, useMemo, useState } from 'react';
import type * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import type { streamEvents } from '#contract/live/calls.ts';
import { tileSignals } from '#contract/live/grants.ts';
import { SECOND } from '#lib/words/durations.ts';
import type { ApiError, CallData } from '#ui/calls/call-types.ts';
import { openEvents } from '#ui/calls/event-stream.ts';
import { invalidate } from '#ui/calls/query-client.ts';
import { loginToken } from '#ui/calls/session.ts';
import { useQuery } from '#ui/calls/use-query.ts';

type Day = CallData<'liveDay'>;
type Data<Name extends keyof typeof streamEvents> = z.output<(typeof streamEvents)[Name]>;
type Sample = Data<'samples'>['samples'][number];

/** Intervals in ms at which the whole day is reloaded, with an open stream and without. */
const REFRESH = { open: 60 * SECOND, broken: 5 * SECOND };
const RECONNECT_DELAY = 3 * SECOND;

const [CHARGE] = tileSignals;

/**
 * Returns the latest values of a vehicle and its last 24 hours, kept up to date by a stream while
 * the page is visible. If the stream breaks, the values are polled.
 */
export function useLiveDay(grantId: string | null, isPaused: boolean): Day | undefined {
  const isStreaming = useDocumentVisibility() !== 'hidden' && !isPaused;
  const { status, samples, contactAt } = useStream(isStreaming ? grantId : null);
  // The day is read after the stream has opened, so that no value in between is missed.
  const input = grantId === null || status === 'opening' ? null : { grantId };
  const { data: day } = useQuery('liveDay', input, {
    silent: true,
    pollEvery: () => isStreaming && status !== 'opening' && REFRESH[status],
  });
  return useMemo(() => day && withSamples(day, samples, contactAt), [day, samples, contactAt]);
}

function withSamples(day: Day, samples: Stream['samples'], contactAt: number): Day {
  const newerSample = (signal: string, than: number | null | undefined) => {
    const sample = samples.get(signal);
    return sample && Date.parse(sample.capturedAt) > (than ?? 0) ? sample : undefined;
  };
  const charge = newerSample(CHARGE, day.charge.at(-1)?.[0]);
  return {
    ...day,
    at: Math.max(day.at, contactAt),
    lastContactAt: Math.max(day.lastContactAt ?? 0, contactAt) || null,
    tiles: day.tiles.map((tile) => {
      const sample = newerSample(tile.signal, tile.capturedAt);
      if (typeof sample?.value !== 'number') return tile;
      const { value, capturedAt } = sample;
      return { ...tile, value, capturedAt: Date.parse(capturedAt), reason: null };
    }),
    charge: charge
      ? [...day.charge, [Date.parse(charge.capturedAt), Number(charge.value)]]
      : day.charge,
  };
}

interface Stream {
  status: 'opening' | 'open' | 'broken';
  samples: ReadonlyMap<string, Sample>;
  /** ms since the epoch; 0 if unknown. */
  contactAt: number;
}

function useStream(grantId: string | null): Stream {
  const [stream, setStream] = useState<Stream>({
    status: 'opening',
    samples: new Map(),
    contactAt: 0,
  });
  const token = loginToken();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another session opens another stream
  useEffect(() => {
    if (grantId === null) return;
    const abort = new AbortController();
    const { signal } = abort;
    void follow(grantId, signal, (change) => {
      if (!signal.aborted) setStream(change);
    });
    return () => abort.abort();
  }, [grantId, token]);
  return stream;
}

/**
 * Reads the stream until the signal is aborted, and reconnects after it breaks. Missed values are
 * in the reloaded day.
 */
async function follow(
  grantId: string,
  signal: AbortSignal,
  setStream: (change: (stream: Stream) => Stream) => void,
): Promise<void> {
  while (!signal.aborted) {
    let isOpen = false;
    try {
      for await (const event of openEvents('liveStream', { grantId }, signal)) {
        setStream((stream) => ({ ...applyEvent(stream, event), status: 'open' }));
        if (!isOpen) void invalidate(['liveDay']);
        isOpen = true;
        if (event.event === 'end') void invalidate(['liveAccess']);
      }
    } catch (error) {
      const { code } = error as ApiError;
      if (code === codes.notAllowedNow || code === codes.notFound) void invalidate(['liveAccess']);
    }
    setStream((stream) => ({ ...stream, status: 'broken' }));
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_DELAY));
  }
}

function applyEvent(stream: Stream, { event, data }: EventSourceMessage): Stream {
  if (event === 'heartbeat') {
    const { lastContactAt } = JSON.parse(data) as Data<'heartbeat'>;
    const contactAt = lastContactAt === null ? 0 : Date.parse(lastContactAt);
    return { ...stream, contactAt: Math.max(stream.contactAt, contactAt) };
  }
  if (event !== 'samples') return stream;
  const samples = new Map(stream.samples);
  let { contactAt } = stream;
  for (const sample of (JSON.parse(data) as Data<'samples'>).samples) {
    contactAt = Math.max(contactAt, Date.parse(sample.receivedAt ?? sample.capturedAt));
    // A car may send older measurements later.
    if (sample.capturedAt > (samples.get(sample.signal)?.capturedAt ?? ''))
      samples.set(sample.signal, sample);
  }
  return { ...stream, samples, contactAt };
}
