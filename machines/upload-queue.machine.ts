import { assign, enqueueActions, setup, stopChild } from 'xstate';
import {
  type ChosenFile,
  type UploadRef,
  type UploadStage,
  uploadMachine,
} from './upload.machine.ts';

/** Limits on the files a queue accepts; the contract's limits fit. */
export interface UploadLimits {
  maxFiles: number;
  /** Bytes a file. */
  maxBytes: number;
  /** Lower-case extensions without the dot. */
  extensions: readonly string[];
}

/** Files that travel at once. */
const PARALLEL = 3;

export type RejectionReason = 'tooLarge' | 'tooMany' | 'typeNotSupported';

export interface Rejection {
  name: string;
  reason: RejectionReason;
}

export type UploadQueueEvent =
  | { type: 'files.add'; files: readonly ChosenFile[] }
  | { type: 'file.remove'; id: string }
  | { type: 'rejections.dismiss' }
  | { type: 'upload.changed'; id: string; stage: UploadStage };

export interface UploadQueueContext {
  limits: UploadLimits;
  uploads: readonly UploadRef[];
  /** Last reported stage of each upload, by its id. */
  stages: Readonly<Record<string, UploadStage>>;
  /** Files of the last choice that were not taken, each with its reason. */
  rejections: readonly Rejection[];
  nextId: number;
}

/** Why a file is not taken when `count` are there already; null if it is. */
export function rejectionOf(
  file: ChosenFile,
  count: number,
  limits: UploadLimits,
): RejectionReason | null {
  const extension = file.name.split('.').pop()?.toLowerCase() ?? '';
  if (!limits.extensions.includes(extension)) return 'typeNotSupported';
  if (file.size > limits.maxBytes) return 'tooLarge';
  if (count >= limits.maxFiles) return 'tooMany';
  return null;
}

export const isActive = (stage: UploadStage) => stage === 'queued' || stage === 'uploading';

/** The files of one upload area: takes what the limits allow and sends them side by side. */
export const uploadQueueMachine = setup({
  types: {
    context: {} as UploadQueueContext,
    events: {} as UploadQueueEvent,
    input: {} as { limits: UploadLimits; stored?: readonly (ChosenFile & { fileId: string })[] },
  },
  actors: { upload: uploadMachine },
  guards: {
    isTransferring: ({ context }) => Object.values(context.stages).some(isActive),
    isIdle: ({ context }) => !Object.values(context.stages).some(isActive),
  },
  actions: {
    takeFiles: assign(({ context, spawn }, params: { files: readonly ChosenFile[] }) => {
      const uploads = [...context.uploads];
      const stages = { ...context.stages };
      const rejections: Rejection[] = [];
      let nextId = context.nextId;
      for (const file of params.files) {
        const reason = rejectionOf(file, uploads.length, context.limits);
        if (reason) {
          rejections.push({ name: file.name, reason });
          continue;
        }
        const id = `upload-${nextId++}`;
        uploads.push(spawn('upload', { id, input: { file } }));
        stages[id] = 'queued';
      }
      return { uploads, stages, rejections, nextId };
    }),
    removeFile: enqueueActions(({ enqueue }, params: { id: string }) => {
      enqueue(stopChild(params.id));
      enqueue.assign({
        uploads: ({ context }) => context.uploads.filter((upload) => upload.id !== params.id),
        stages: ({ context: { stages } }) =>
          Object.fromEntries(Object.entries(stages).filter(([id]) => id !== params.id)),
      });
    }),
    keepStage: assign({
      stages: ({ context: { stages } }, { id, stage }: { id: string; stage: UploadStage }) =>
        id in stages ? { ...stages, [id]: stage } : stages,
    }),
    clearRejections: assign({ rejections: [] }),
    startNext: enqueueActions(({ context: { uploads, stages }, enqueue }) => {
      const travelling = Object.values(stages).filter((stage) => stage === 'uploading').length;
      const next = uploads
        .filter(({ id }) => stages[id] === 'queued')
        .slice(0, PARALLEL - travelling);
      for (const upload of next) enqueue.sendTo(upload, { type: 'upload.start' });
      enqueue.assign({
        stages: { ...stages, ...Object.fromEntries(next.map(({ id }) => [id, 'uploading'])) },
      });
    }),
  },
}).createMachine({
  id: 'uploadQueue',
  context: ({ input, spawn }) => ({
    limits: input.limits,
    uploads: (input.stored ?? []).map((file, index) =>
      spawn('upload', { id: `upload-${index}`, input: { file, fileId: file.fileId } }),
    ),
    stages: Object.fromEntries(
      (input.stored ?? []).map((_, index) => [`upload-${index}`, 'uploaded']),
    ),
    rejections: [],
    nextId: input.stored?.length ?? 0,
  }),
  on: {
    'files.add': {
      actions: [
        { type: 'takeFiles', params: ({ event }) => ({ files: event.files }) },
        'startNext',
      ],
    },
    'file.remove': {
      actions: [{ type: 'removeFile', params: ({ event }) => ({ id: event.id }) }, 'startNext'],
    },
    'rejections.dismiss': { actions: 'clearRejections' },
    'upload.changed': {
      actions: [
        {
          type: 'keepStage',
          params: ({ event }) => ({ id: event.id, stage: event.stage }),
        },
        'startNext',
      ],
    },
  },
  initial: 'settled',
  states: {
    settled: { always: { guard: 'isTransferring', target: 'transferring' } },
    transferring: { always: { guard: 'isIdle', target: 'settled' } },
  },
});
