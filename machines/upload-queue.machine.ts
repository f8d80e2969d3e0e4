import { assign, enqueueActions, setup, stopChild } from 'xstate';
import type { Traced } from './requirements.ts';
import {
  type ChosenFile,
  type UploadRef,
  type UploadStage,
  uploadMachine,
} from './upload.machine.ts';

interface UploadLimits {
  maxFiles: number;
  maxBytes: number;
  /** Lower-case, without the dot. */
  extensions: readonly string[];
}

const PARALLEL = 3;

export type RejectionReason = 'empty' | 'tooLarge' | 'tooMany' | 'typeNotSupported' | 'rejected';

export interface Rejection {
  name: string;
  reason: RejectionReason;
  message?: string | null;
}

export type UploadQueueEvent =
  | { type: 'files.add'; files: readonly ChosenFile[] }
  | { type: 'file.remove'; id: string }
  | { type: 'rejections.dismiss' }
  | { type: 'upload.changed'; id: string; stage: UploadStage; message?: string | null };

export interface UploadQueueContext {
  limits: UploadLimits;
  uploads: readonly UploadRef[];
  stages: Readonly<Record<string, UploadStage>>;
  rejections: readonly Rejection[];
  nextId: number;
}

type Stages = UploadQueueContext['stages'];

export function rejectionOf(
  file: ChosenFile,
  count: number,
  limits: UploadLimits,
): RejectionReason | null {
  const extension = file.name.split('.').pop()?.toLowerCase() ?? '';
  if (!limits.extensions.includes(extension)) return 'typeNotSupported';
  if (file.size === 0) return 'empty';
  if (file.size > limits.maxBytes) return 'tooLarge';
  if (count >= limits.maxFiles) return 'tooMany';
  return null;
}

export const isActive = (stage: UploadStage) => stage === 'queued' || stage === 'uploading';

export const placesOf = (stages: Stages) =>
  Object.values(stages).filter((stage) => isActive(stage) || stage === 'uploaded').length;

export const uploadQueueMachine = setup({
  types: {
    meta: {} as Traced,
    context: {} as UploadQueueContext,
    events: {} as UploadQueueEvent,
    input: {} as { limits: UploadLimits; stored?: readonly (ChosenFile & { fileId: string })[] },
  },
  actors: { upload: uploadMachine },
  guards: {
    isTransferring: ({ context }) => Object.values(context.stages).some(isActive),
    isUnfinished: ({ context: { stages } }) =>
      !Object.values(stages).some(isActive) && placesOf(stages) < Object.keys(stages).length,
    isSettled: ({ context: { stages } }) =>
      Object.values(stages).every((stage) => stage === 'uploaded'),
    isRejected: (_, params: { stage: UploadStage }) => params.stage === 'rejected',
    isOneTooMany: (
      { context: { limits, stages } },
      { id, stage }: { id: string; stage: UploadStage },
    ) => stage === 'queued' && id in stages && placesOf(stages) >= limits.maxFiles,
  },
  actions: {
    takeFiles: assign(({ context, spawn }, params: { files: readonly ChosenFile[] }) => {
      const uploads = [...context.uploads];
      const stages = { ...context.stages };
      // The server may have rejected a file while the user was choosing the next ones.
      const rejections = context.rejections.filter(
        ({ name, reason }) =>
          reason === 'rejected' && !params.files.some((file) => file.name === name),
      );
      let nextId = context.nextId;
      for (const file of params.files) {
        const reason = rejectionOf(file, placesOf(stages), context.limits);
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
    noteRejection: assign({
      rejections: (
        { context: { uploads, rejections } },
        { id, ...why }: { id: string } & Omit<Rejection, 'name'>,
      ) => {
        const upload = uploads.find((each) => each.id === id);
        if (!upload) return rejections;
        return [...rejections, { name: upload.getSnapshot().context.file.name, ...why }];
      },
    }),
    removeFile: enqueueActions(({ enqueue }, params: { id: string }) => {
      enqueue(stopChild(params.id));
      enqueue.assign({
        uploads: ({ context }) => context.uploads.filter((upload) => upload.id !== params.id),
        stages: ({ context: { stages } }) =>
          Object.fromEntries(Object.entries(stages).filter(([id]) => id !== params.id)),
      });
    }),
    storeStage: assign({
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
  meta: { requirements: ['5-number'] },
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
    'upload.changed': [
      {
        guard: { type: 'isRejected', params: ({ event }) => ({ stage: event.stage }) },
        actions: [
          {
            type: 'noteRejection',
            params: ({ event: { id, message } }) => ({
              id,
              reason: 'rejected',
              message: message ?? null,
            }),
          },
          { type: 'removeFile', params: ({ event }) => ({ id: event.id }) },
          'startNext',
        ],
      },
      {
        guard: {
          type: 'isOneTooMany',
          params: ({ event }) => ({ id: event.id, stage: event.stage }),
        },
        actions: [
          {
            type: 'noteRejection',
            params: ({ event }) => ({ id: event.id, reason: 'tooMany' }),
          },
          { type: 'removeFile', params: ({ event }) => ({ id: event.id }) },
        ],
      },
      {
        actions: [
          {
            type: 'storeStage',
            params: ({ event }) => ({ id: event.id, stage: event.stage }),
          },
          'startNext',
        ],
      },
    ],
  },
  initial: 'settled',
  states: {
    settled: {
      // Adding a file starts its transfer, so `unfinished` is only reached through `transferring`.
      always: { guard: 'isTransferring', target: 'transferring' },
    },
    transferring: {
      always: [
        { guard: 'isUnfinished', target: 'unfinished' },
        { guard: 'isSettled', target: 'settled' },
      ],
    },
    unfinished: {
      always: [
        { guard: 'isTransferring', target: 'transferring' },
        { guard: 'isSettled', target: 'settled' },
      ],
    },
  },
});
