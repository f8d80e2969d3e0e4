import { type ActorRefFrom, assign, fromCallback, sendParent, setup } from 'xstate';
import type { Traced } from './requirements.ts';

/** A selected file. The browser's `File` is assignable to this type. */
export interface ChosenFile {
  readonly name: string;
  readonly size: number;
}

export type TransferEvent =
  | { type: 'transfer.progressed'; share: number }
  | { type: 'transfer.succeeded'; fileId: string }
  | { type: 'transfer.failed'; message?: string }
  /** Permanent rejection by the server: a retry would not help. */
  | { type: 'transfer.rejected'; message: string };

type UploadEvent =
  | { type: 'upload.start' }
  | { type: 'upload.retry' }
  | { type: 'upload.cancel' }
  | TransferEvent;

interface UploadContext {
  file: ChosenFile;
  /** Fraction of the bytes sent, 0 to 1. */
  share: number;
  fileId: string | null;
  message: string | null;
}

export type UploadStage = 'queued' | 'uploading' | 'uploaded' | 'failed' | 'rejected' | 'cancelled';

export const uploadMachine = setup({
  types: {
    meta: {} as Traced,
    context: {} as UploadContext,
    events: {} as UploadEvent,
    input: {} as { file: ChosenFile; fileId?: string },
    tags: {} as 'active' | 'retryable',
  },
  actors: {
    transferFile: fromCallback<TransferEvent, { file: ChosenFile }>(() => {
      throw new Error('transferFile is not provided');
    }),
  },
  guards: { isStored: ({ context }) => context.fileId !== null },
  actions: {
    storeShare: assign({ share: (_, params: { share: number }) => params.share }),
    storeFileId: assign({ share: 1, fileId: (_, params: { fileId: string }) => params.fileId }),
    storeMessage: assign({
      message: (_, params: { message: string | undefined }) => params.message ?? null,
    }),
    begin: assign({ share: 0, message: null }),
    notifyQueue: sendParent(({ context, self }, params: { stage: UploadStage }) => ({
      type: 'upload.changed',
      id: self.id,
      stage: params.stage,
      message: context.message,
    })),
  },
}).createMachine({
  id: 'upload',
  meta: { requirements: ['5-failed'] },
  context: ({ input }) => ({
    file: input.file,
    share: 0,
    fileId: input.fileId ?? null,
    message: null,
  }),
  initial: 'queued',
  states: {
    queued: {
      tags: 'active',
      always: { guard: 'isStored', target: 'uploaded' },
      on: {
        'upload.start': { target: 'uploading', actions: 'begin' },
        'upload.cancel': { target: 'cancelled' },
      },
    },
    uploading: {
      tags: 'active',
      invoke: {
        id: 'transferFile',
        src: 'transferFile',
        input: ({ context }) => ({ file: context.file }),
      },
      on: {
        'transfer.progressed': {
          actions: { type: 'storeShare', params: ({ event }) => ({ share: event.share }) },
        },
        'transfer.succeeded': {
          target: 'uploaded',
          actions: { type: 'storeFileId', params: ({ event }) => ({ fileId: event.fileId }) },
        },
        'transfer.failed': {
          target: 'failed',
          actions: { type: 'storeMessage', params: ({ event }) => ({ message: event.message }) },
        },
        'transfer.rejected': {
          target: 'rejected',
          actions: { type: 'storeMessage', params: ({ event }) => ({ message: event.message }) },
        },
        'upload.cancel': { target: 'cancelled' },
      },
    },
    uploaded: { entry: { type: 'notifyQueue', params: { stage: 'uploaded' } } },
    failed: {
      tags: 'retryable',
      entry: { type: 'notifyQueue', params: { stage: 'failed' } },
      on: {
        'upload.retry': {
          target: 'queued',
          actions: { type: 'notifyQueue', params: { stage: 'queued' } },
        },
      },
    },
    rejected: { entry: { type: 'notifyQueue', params: { stage: 'rejected' } } },
    cancelled: {
      tags: 'retryable',
      entry: { type: 'notifyQueue', params: { stage: 'cancelled' } },
      on: {
        'upload.retry': {
          target: 'queued',
          actions: { type: 'notifyQueue', params: { stage: 'queued' } },
        },
      },
    },
  },
});

export type UploadRef = ActorRefFrom<typeof uploadMachine>;
