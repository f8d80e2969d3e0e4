import type { UploadRef } from '#machines/upload.machine.ts';
import type { UploadQueueContext } from '#machines/upload-queue.machine.ts';
import type { ChildEvents } from './running-machine.ts';

/** Event that makes an upload report each stage to its queue. */
const causes = {
  queued: { type: 'upload.retry' },
  uploading: { type: 'upload.start' },
  uploaded: { type: 'transfer.succeeded', fileId: 'given' },
  failed: { type: 'transfer.failed' },
  refused: { type: 'transfer.refused', message: 'File type not supported' },
  cancelled: { type: 'upload.cancel' },
} as const;

/** Uploads report to the queue themselves. */
export const uploadChildren: ChildEvents = {
  'upload.changed': (queue, event) => {
    const { id, stage } = event as unknown as { id: string; stage: keyof typeof causes };
    const { uploads } = queue.getSnapshot().context as UploadQueueContext;
    const upload: UploadRef | undefined = uploads.find((each) => each.id === id);
    upload?.send(causes[stage]);
    return upload !== undefined;
  },
};
