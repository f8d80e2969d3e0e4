import { assign, type SnapshotFrom, setup } from 'xstate';

/** A failed generation is tried again this often before the report counts as failed. */
export const MAX_ATTEMPTS = 5;

export type ReportEvent =
  | { type: 'generation.started' }
  | { type: 'generation.succeeded'; keptUntil: number }
  | { type: 'generation.foundNothing' }
  | { type: 'generation.failed' }
  | { type: 'report.regenerate'; by: string }
  | { type: 'retention.passed'; at: number };

export interface ReportContext {
  /** Account id of the requester. */
  requester: string;
  /** Generations begun since the report was last asked for. */
  attempts: number;
  /** Until when a delivered file is kept, ms since the epoch. */
  keptUntil: number | null;
}

/** Generation of one report. Pure; a report always ends in an outcome a person can see. */
export const reportMachine = setup({
  types: {
    context: {} as ReportContext,
    events: {} as ReportEvent,
    input: {} as { requester: string },
    tags: {} as 'working' | 'downloadable',
  },
  guards: {
    isOwner: ({ context }, params: { by: string }) => params.by === context.requester,
    canRetry: ({ context }) => context.attempts < MAX_ATTEMPTS,
    isRetentionOver: ({ context }, params: { at: number }) =>
      context.keptUntil !== null && params.at >= context.keptUntil,
  },
  actions: {
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    resetAttempts: assign({ attempts: 0, keptUntil: null }),
    keepUntil: assign({ keptUntil: (_, params: { until: number }) => params.until }),
    /** Effect: a generation job is queued, later the more attempts there were. */
    queueGeneration: () => {},
    /** Effect: the password is mailed. */
    mailPassword: () => {},
    /** Effect: the requester is told why there is nothing. */
    mailReason: () => {},
    /** Effect: the file is deleted. */
    deleteFile: () => {},
  },
}).createMachine({
  id: 'report',
  context: ({ input }) => ({ ...input, attempts: 0, keptUntil: null }),
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
        // The process was killed while generating, and its successor begins again.
        'generation.started': { target: 'generating', actions: 'countAttempt' },
        'generation.succeeded': {
          target: 'delivered',
          actions: [
            { type: 'keepUntil', params: ({ event }) => ({ until: event.keptUntil }) },
            'mailPassword',
          ],
        },
        'generation.foundNothing': { target: 'empty', actions: 'mailReason' },
        'generation.failed': [
          { guard: 'canRetry', target: 'queued' },
          { target: 'failed', actions: 'mailReason' },
        ],
      },
    },
    delivered: {
      tags: 'downloadable',
      on: {
        'report.regenerate': {
          guard: { type: 'isOwner', params: ({ event }) => ({ by: event.by }) },
          target: 'queued',
          actions: ['resetAttempts', 'deleteFile'],
        },
        'retention.passed': {
          guard: { type: 'isRetentionOver', params: ({ event }) => ({ at: event.at }) },
          target: 'expired',
          actions: 'deleteFile',
        },
      },
    },
    empty: {
      on: {
        'report.regenerate': {
          guard: { type: 'isOwner', params: ({ event }) => ({ by: event.by }) },
          target: 'queued',
          actions: 'resetAttempts',
        },
      },
    },
    failed: {
      on: {
        'report.regenerate': {
          guard: { type: 'isOwner', params: ({ event }) => ({ by: event.by }) },
          target: 'queued',
          actions: 'resetAttempts',
        },
      },
    },
    expired: {
      on: {
        'report.regenerate': {
          guard: { type: 'isOwner', params: ({ event }) => ({ by: event.by }) },
          target: 'queued',
          actions: 'resetAttempts',
        },
      },
    },
  },
});

export type ReportSnapshot = SnapshotFrom<typeof reportMachine>;
export type ReportState = ReportSnapshot['value'];
