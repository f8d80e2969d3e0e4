import { type Sample, scenario } from '#lib/statechart/paths/scenario.ts';
import type { UploadStage } from './upload.machine.ts';
import { placesOf, type UploadQueueEvent, uploadQueueMachine } from './upload-queue.machine.ts';

const limits = { maxFiles: 4, maxBytes: 20, extensions: ['pdf'] };
const largest = { name: 'largest.PDF', size: 20 };
const tooLarge = { name: 'too-large.pdf', size: 21 };
const empty = { name: 'empty.pdf', size: 0 };
const otherType = { name: 'program.exe', size: 1 };

/** The queue treats failed and cancelled uploads alike: both can be retried. */
const kinds = {
  queued: 'queued',
  uploading: 'uploading',
  uploaded: 'uploaded',
  failed: 'stopped',
  // The queue removes rejected files, so their stage is never seen.
  rejected: 'stopped',
  cancelled: 'stopped',
} as const satisfies Record<UploadStage, string>;

const reportedStages: Record<string, readonly UploadStage[]> = {
  queued: ['cancelled'],
  uploading: ['uploaded', 'failed', 'rejected', 'cancelled'],
  stopped: ['queued'],
};

export const uploadQueueScenario = scenario<typeof uploadQueueMachine>({
  machine: uploadQueueMachine,
  starts: [
    { name: 'an empty area', input: { limits } },
    {
      name: 'an area with a stored file',
      input: { limits, stored: [{ ...largest, fileId: '1' }] },
    },
  ],
  epoch: Date.UTC(2026, 0, 5, 9),
  samples({ context: { limits, stages } }) {
    const firstOf = new Map<string, string>();
    for (const [id, stage] of Object.entries(stages)) {
      const kind = kinds[stage];
      if (!firstOf.has(kind)) firstOf.set(kind, id);
    }
    const add = (name: string, ...files: (typeof largest)[]): Sample<UploadQueueEvent> => ({
      name: `files.add, ${name}`,
      event: { type: 'files.add', files },
    });
    // Stopped files do not count towards the maximum, so without this limit the states are infinite.
    const count = Object.keys(stages).length;
    const isBounded = count < limits.maxFiles || count === placesOf(stages);
    return [
      ...(isBounded ? [add('one of the largest size', largest), add('two', largest, largest)] : []),
      add('an empty one', empty),
      add('a byte too large', tooLarge),
      add('of a type that is not supported', otherType),
      ...[...firstOf].flatMap(([from, id]): Sample<UploadQueueEvent>[] => [
        { name: `file.remove, one ${from}`, event: { type: 'file.remove', id } },
        ...(reportedStages[from] ?? []).map(
          (stage): Sample<UploadQueueEvent> => ({
            name: `upload.changed, one ${from} is ${stage}`,
            event: {
              type: 'upload.changed',
              id,
              stage,
              ...(stage === 'rejected' && { message: 'File type not supported' }),
            },
          }),
        ),
      ]),
      { name: 'file.remove, one that was removed', event: { type: 'file.remove', id: 'gone' } },
      {
        name: 'upload.changed, one that was removed',
        event: { type: 'upload.changed', id: 'gone', stage: 'uploaded' },
      },
      { name: 'rejections.dismiss', event: { type: 'rejections.dismiss' } },
    ];
  },
  // File ids and reasons of rejections do not influence the machine.
  abstract: ({ context }) => ({
    stages: Object.values(context.stages)
      .map((stage) => kinds[stage])
      .sort(),
    hasRejections: context.rejections.length > 0,
  }),
});
