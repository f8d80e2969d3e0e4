import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { SnapshotFrom } from 'xstate';
import type { ConcreteStep } from '#lib/statechart/paths/concrete-walks.ts';
import type { uploadMachine } from '#machines/upload.machine.ts';
import { uploadScenario } from '#machines/upload.scenario.ts';
import { recordedWalks } from '../../recorded-walks.ts';
import { test } from '../portal.ts';
import { type Gate, interceptingProxy } from './gate.ts';
import { cancelTransfer, row, rowButton, transfer, unlikePdf } from './transfers.ts';
import { openVehicleStep } from './vehicle-step.ts';

type UploadSnapshot = SnapshotFrom<typeof uploadMachine>;

const MEBIBYTE = 1024 * 1024;
/** More than the connection between browser and gate buffers. */
const SIZE = 19 * MEBIBYTE;
/** Uploads that fill the queue, so that the tested one has to wait. */
const blockers = ['blocker-1.pdf', 'blocker-2.pdf', 'blocker-3.pdf'];
const WALKED = 'proof.pdf';

const walks = recordedWalks({
  level: 3,
  suite: 'browser',
  machine: 'upload',
  scenario: uploadScenario,
  criteria: ['transitions'],
});

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walk-upload-'));
  const content = Buffer.alloc(SIZE);
  content.write('%PDF-1.7\n');
  for (const name of [...blockers, WALKED]) await writeFile(join(folder, name), content);
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
    const start = walk.start.snapshot as UploadSnapshot;
    if (start.matches('uploaded')) {
      await choose(page, WALKED);
      await (await transfer(gate, WALKED)).pass();
      await expect(row(page, WALKED)).toContainText('Uploaded');
      await page.reload();
    } else {
      await choose(page, ...blockers);
      for (const each of blockers) await transfer(gate, each);
      await choose(page, WALKED);
    }
    walks.begin(walk);
    await expectRow(page, start);
    for (const step of walk.steps) {
      await test.step(step.sent.name, async () => {
        await act(page, gate, step);
        await expectRow(page, step.result.snapshot as UploadSnapshot);
        walks.took(step);
      });
    }
    await gate.close();
  });
}

const choose = (page: Page, ...names: string[]) =>
  page.locator('input[type=file]').setInputFiles(names.map((name) => join(folder, name)));

async function act(page: Page, gate: Gate, { sent }: ConcreteStep) {
  switch (sent.name) {
    case 'upload.start':
      // Cancels an upload in progress, so that the waiting one starts.
      return cancelTransfer(page, gate, blockers[0] ?? '');
    case 'upload.cancel':
      if (await row(page, WALKED).getByRole('progressbar').count())
        return cancelTransfer(page, gate, WALKED);
      return rowButton(page, 'Cancel', WALKED).click();
    case 'upload.retry':
      await fillPlaces(page, gate);
      return rowButton(page, 'Retry', WALKED).click();
    case 'transfer.progressed to the half':
      return (await transfer(gate, WALKED)).receive(SIZE / 2);
    case 'transfer.progressed to the end':
      return (await transfer(gate, WALKED)).receive(Number.POSITIVE_INFINITY);
    case 'transfer.succeeded':
      return (await transfer(gate, WALKED)).pass();
    case 'transfer.rejected with the server’s words':
      return (await transfer(gate, WALKED)).pass(unlikePdf);
    case 'transfer.failed with the server’s words':
      return (await transfer(gate, WALKED)).pass(ofUnknownField);
    case 'transfer.failed without a word':
      return (await transfer(gate, WALKED)).lose();
    default:
      throw new Error(`«${sent.name}» is not done on the page`);
  }
}

function ofUnknownField(body: Buffer): Buffer {
  const changed = Buffer.from(body);
  changed.write('other', changed.indexOf('usage'));
  return changed;
}

/** Fills the queue, so that a retry has to wait. */
async function fillPlaces(page: Page, gate: Gate) {
  for (const name of blockers) {
    const retry = rowButton(page, 'Retry', name);
    if (await retry.count()) await retry.click();
    await transfer(gate, name);
  }
}

/** Expects the file's row to show its state and exactly the accepted actions. */
async function expectRow(page: Page, model: UploadSnapshot) {
  const own = row(page, WALKED);
  if (model.matches('rejected')) {
    // The queue removes the file and shows the reason.
    await expect(own).toHaveText(`${WALKED}: ${model.context.message}`);
    await expect(own.getByRole('button')).toHaveCount(0);
    return;
  }
  const texts = {
    queued: 'Waiting',
    uploaded: 'Uploaded',
    failed: model.context.message ?? 'File upload failed, please try again!',
    cancelled: 'Cancelled',
  };
  for (const [state, text] of Object.entries(texts))
    await expect(own.getByRole('status').getByText(text, { exact: true }), state).toHaveCount(
      model.matches(state as 'queued') ? 1 : 0,
    );
  await expectProgress(own, model);
  for (const [action, type] of [
    ['Cancel', 'upload.cancel'],
    ['Retry', 'upload.retry'],
  ] as const) {
    const isOffered = async () => (await rowButton(page, action, WALKED).count()) === 1;
    await expect.poll(isOffered, type).toBe(model.can({ type }));
  }
}

/** The connection buffers some bytes, so that the progress bar is slightly ahead. */
async function expectProgress(own: Locator, model: UploadSnapshot) {
  const bar = own.getByRole('progressbar');
  await expect(bar).toHaveCount(model.matches('uploading') ? 1 : 0);
  if (!model.matches('uploading')) return;
  const percent = async () => Number(await bar.getAttribute('aria-valuenow'));
  const { share } = model.context;
  await expect.poll(percent).toBeGreaterThanOrEqual(share * 100);
  // Near the end, the buffer may hold the rest.
  if (share < 0.5) expect(await percent()).toBeLessThan(100);
}
