import { and, assign, type SnapshotFrom, setup } from 'xstate';
import { effect } from './effect.ts';
import { MAX_ATTEMPTS } from './limits.ts';
import type { Traced } from './requirements.ts';

export type ReportEvent =
  | { type: 'generation.started' }
  | { type: 'generation.succeeded'; keptUntil: number }
  | { type: 'generation.foundNothing' }
  | { type: 'generation.failed' }
  /** `linkEndedAt`: null while the vehicle is linked. `limit`: maximum number of regenerations. */
  | { type: 'report.regenerate'; by: string; linkEndedAt: number | null; limit: number }
  | { type: 'retention.passed'; at: number };

interface ReportContext {
  requester: string;
  attempts: number;
  regenerations: number;
  keptUntil: number | null;
}

const chart = setup({
  types: {
    meta: {} as Traced,
    context: {} as ReportContext,
    events: {} as ReportEvent,
    input: {} as { requester: string },
    tags: {} as 'working' | 'downloadable',
  },
  guards: {
    isOwner: ({ context, event }) =>
      event.type === 'report.regenerate' && event.by === context.requester,
    isLinked: ({ event }) => event.type === 'report.regenerate' && event.linkEndedAt === null,
    canRegenerate: ({ context, event }) =>
      event.type === 'report.regenerate' && context.regenerations < event.limit,
    byLinkedOwner: and(['isOwner', 'isLinked', 'canRegenerate']),
    canRetry: ({ context }) => context.attempts < MAX_ATTEMPTS,
    isRetentionOver: ({ context }, params: { at: number }) =>
      context.keptUntil !== null && params.at >= context.keptUntil,
  },
  actions: {
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    countRegeneration: assign({
      regenerations: ({ context }) => context.regenerations + 1,
      attempts: 0,
      keptUntil: null,
    }),
    storeRetention: assign({ keptUntil: (_, params: { until: number }) => params.until }),
    queueGeneration: effect,
    mailPassword: effect,
    mailReason: effect,
    deleteFile: effect,
  },
});

const again = { guard: 'byLinkedOwner', target: 'queued', actions: 'countRegeneration' } as const;
const giveUp = { target: 'failed', actions: 'mailReason' } as const;

/** Generation of one report, up to an outcome that the requester sees. No actors or timers. */
export const reportMachine = chart.createMachine({
  id: 'report',
  meta: { requirements: ['4-report', 'Art. 4(1)'] },
  context: ({ input }) => ({ ...input, attempts: 0, regenerations: 0, keptUntil: null }),
  initial: 'queued',
  states: {
    queued: {
      tags: 'working',
      entry: 'queueGeneration',
      on: { 'generation.started': { target: 'generating', actions: 'countAttempt' } },
    },
    generating: {
      tags: 'working',
      on: {
        // The generation starts again after the process was terminated.
        'generation.started': [
          { guard: 'canRetry', target: 'generating', actions: 'countAttempt' },
          giveUp,
        ],
        'generation.succeeded': {
          target: 'delivered',
          actions: [
            { type: 'storeRetention', params: ({ event }) => ({ until: event.keptUntil }) },
            'mailPassword',
          ],
        },
        'generation.foundNothing': { target: 'empty', actions: 'mailReason' },
        'generation.failed': [{ guard: 'canRetry', target: 'queued' }, giveUp],
      },
    },
    delivered: {
      tags: 'downloadable',
      on: {
        'report.regenerate': { ...again, actions: ['countRegeneration', 'deleteFile'] },
        'retention.passed': {
          guard: { type: 'isRetentionOver', params: ({ event }) => ({ at: event.at }) },
          meta: { requirements: ['Art. 5(1)(e) GDPR'] },
          target: 'expired',
          actions: 'deleteFile',
        },
      },
    },
    // An empty report has a file too, which contains only the manifest.
    empty: {
      on: { 'report.regenerate': { ...again, actions: ['countRegeneration', 'deleteFile'] } },
    },
    failed: { on: { 'report.regenerate': again } },
    expired: { on: { 'report.regenerate': again } },
  },
});

export type ReportSnapshot = SnapshotFrom<typeof reportMachine>;
export type ReportState = ReportSnapshot['value'];
