import { link, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { SnapshotFrom } from 'xstate';
import { fileLimits } from '#contract/limits.ts';
import type { ConcreteStep } from '#lib/statechart/paths/concrete-walks.ts';
import type { Sample } from '#lib/statechart/paths/scenario.ts';
import type { UploadStage } from '#machines/upload.machine.ts';
import type {
  RejectionReason,
  UploadQueueEvent,
  uploadQueueMachine,
} from '#machines/upload-queue.machine.ts';
import { uploadQueueScenario } from '#machines/upload-queue.scenario.ts';
import { recordedWalks } from '../../recorded-walks.ts';
import { test } from '../portal.ts';
import { type Gate, interceptingProxy } from './gate.ts';
import { cancelTransfer, row, rowButton, transfer, unlikePdf } from './transfers.ts';
import { openVehicleStep } from './vehicle-step.ts';

type QueueSnapshot = SnapshotFrom<typeof uploadQueueMachine>;

const { maxFiles, extensions } = fileLimits;
const walks = recordedWalks({
  level: 3,
  suite: 'browser',
  machine: 'upload-queue',
  scenario: {
    ...uploadQueueScenario,
    starts: [{ name: 'an empty area', input: { limits: { maxFiles, maxBytes: 20, extensions } } }],
    samples,
  },
  criteria: ['transitions'],
});

/** Events that a page can send: none about removed files, and it hides only what it shows. */
function samples(snapshot: never, now: number): Sample[] {
  const { rejections } = (snapshot as QueueSnapshot).context;
  return uploadQueueScenario
    .samples(snapshot, now)
    .filter(
      ({ name }) =>
        !name.endsWith('one that was removed') &&
        (name !== 'rejections.dismiss' || rejections.length > 0),
    );
}

/** The scenario's files, by the limits of the page. */
const sizes: Record<string, number> = {
  'largest.PDF': fileLimits.maxBytes,
  'empty.pdf': 0,
  'too-large.pdf': fileLimits.maxBytes + 1,
  'program.exe': 1,
};
const reasons: Record<RejectionReason, string> = {
  empty: 'The file is empty',
  tooLarge: 'Single file size must not exceed 20M',
  typeNotSupported: 'File type not supported',
  tooMany: `There can be at most ${maxFiles} files`,
  rejected: 'File type not supported',
};
const texts: Record<Exclude<UploadStage, 'rejected'>, string | null> = {
  queued: 'Waiting',
  uploading: null,
  uploaded: 'Uploaded',
  failed: 'File upload failed, please try again!',
  cancelled: 'Cancelled',
};

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walk-upload-queue-'));
  for (const [name, size] of Object.entries(sizes)) {
    await writeFile(join(folder, name), '%PDF-1.7\n');
    await truncate(join(folder, name), size);
  }
});
test.afterAll(async () => {
  walks.write();
  await rm(folder, { recursive: true });
});

for (const { name, walk } of walks.walks) {
  test(name, async ({ page, portal }) => {
    const gate = await interceptingProxy(portal.url);
    gate.hold('personUploadCert');
    await openVehicleStep(page, gate, portal);
    /** Unique name of each accepted file, by the id of its upload. */
    const names = new Map<string, string>();
    /** Files that the page lists as rejected. */
    let rejected = new Set<string>();
    /** Those that the server rejected, which stay listed until they are hidden. */
    const byServer = new Set<string>();
    walks.begin(walk);
    await expectArea(page, walk.start.snapshot as QueueSnapshot, names, rejected);
    for (const step of walk.steps) {
      await test.step(step.sent.name, async () => {
        const model = step.result.snapshot as QueueSnapshot;
        const event = step.sent.event as unknown as UploadQueueEvent;
        const { rejections, stages } = model.context;
        if (event.type === 'files.add') await add(page, event.files, model, names);
        else await act(page, gate, step, names);
        if (event.type === 'rejections.dismiss') byServer.clear();
        if (event.type === 'files.add' || event.type === 'rejections.dismiss') {
          const found = rejections.filter(({ reason }) => reason !== 'rejected');
          const lines = found.map(({ name, reason }) => `${name}: ${reasons[reason]}`);
          rejected = new Set([...byServer, ...lines]);
        } else if (event.type === 'upload.changed' && !(event.id in stages)) {
          const reason = rejections.at(-1)?.reason ?? 'empty';
          const line = `${names.get(event.id)}: ${reasons[reason]}`;
          rejected.add(line);
          if (reason === 'rejected') byServer.add(line);
        }
        await expectArea(page, model, names, rejected);
        walks.took(step);
      });
    }
    await gate.close();
  });
}

async function add(
  page: Page,
  files: readonly { name: string }[],
  { context }: QueueSnapshot,
  names: Map<string, string>,
) {
  const taken = context.uploads.map(({ id }) => id).filter((id) => !names.has(id));
  const paths = files.map(async ({ name }, index) => {
    const id = taken[index];
    if (!id) return join(folder, name);
    const own = `${id}.PDF`;
    names.set(id, own);
    await link(join(folder, name), join(folder, own));
    return join(folder, own);
  });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles(await Promise.all(paths));
}

async function act(page: Page, gate: Gate, { sent }: ConcreteStep, names: Map<string, string>) {
  const event = sent.event as unknown as Exclude<UploadQueueEvent, { type: 'files.add' }>;
  if (event.type === 'rejections.dismiss')
    return page.getByRole('button', { name: 'Hide' }).click();
  const name = names.get(event.id) ?? '';
  const isTravelling = (await row(page, name).getByRole('progressbar').count()) === 1;
  const drop = (action: 'Cancel' | 'Remove') =>
    isTravelling ? cancelTransfer(page, gate, name, action) : rowButton(page, action, name).click();
  if (event.type === 'file.remove') return drop('Remove');
  switch (event.stage) {
    case 'uploaded':
      return (await transfer(gate, name)).pass();
    case 'rejected':
      return (await transfer(gate, name)).pass(unlikePdf);
    case 'failed':
      return (await transfer(gate, name)).lose();
    case 'cancelled':
      return drop('Cancel');
    default:
      return rowButton(page, 'Retry', name).click();
  }
}

/** Expects every file in the queue's order, and the reason of each rejection shown once. */
async function expectArea(
  page: Page,
  { context }: QueueSnapshot,
  names: Map<string, string>,
  rejected: ReadonlySet<string>,
) {
  const shown = page.getByRole('list', { name: 'Files' }).getByRole('listitem');
  await expect(shown).toHaveText(context.uploads.map(({ id }) => new RegExp(names.get(id) ?? id)));
  for (const { id } of context.uploads) {
    const own = row(page, names.get(id) ?? '');
    const text = texts[(context.stages[id] ?? 'queued') as keyof typeof texts];
    await expect(own.getByRole('status')).toHaveText(text ?? '');
    await expect(own.getByRole('progressbar')).toHaveCount(text === null ? 1 : 0);
  }
  const listed = page.getByRole('main').getByRole('alert').getByRole('listitem');
  await expect(listed).toHaveText([...rejected]);
}
