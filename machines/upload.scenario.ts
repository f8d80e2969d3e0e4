import { scenario } from '#lib/statechart/paths/scenario.ts';
import { uploadMachine } from './upload.machine.ts';

const file = { name: 'proof.pdf', size: 20 };

export const uploadScenario = scenario<typeof uploadMachine>({
  machine: uploadMachine,
  starts: [
    { name: 'a file that was chosen', input: { file } },
    { name: 'a file that is stored', input: { file, fileId: 'stored' } },
  ],
  epoch: Date.UTC(2026, 0, 5, 9),
  samples: () => [
    { name: 'upload.start', event: { type: 'upload.start' } },
    { name: 'upload.cancel', event: { type: 'upload.cancel' } },
    { name: 'upload.retry', event: { type: 'upload.retry' } },
    {
      name: 'transfer.progressed to the half',
      event: { type: 'transfer.progressed', share: 0.5 },
    },
    {
      name: 'transfer.progressed to the end',
      event: { type: 'transfer.progressed', share: 1 },
    },
    { name: 'transfer.succeeded', event: { type: 'transfer.succeeded', fileId: 'given' } },
    {
      name: 'transfer.rejected with the server’s words',
      event: { type: 'transfer.rejected', message: 'File type not supported' },
    },
    {
      name: 'transfer.failed with the server’s words',
      event: { type: 'transfer.failed', message: 'Please check the marked fields.' },
    },
    { name: 'transfer.failed without a word', event: { type: 'transfer.failed' } },
  ],
  abstract: ({ context }) => context,
});
