import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { ZipWriter } from '@zip.js/zip.js';
import type { Kysely, Selectable } from 'kysely';
import { stateAuthorities } from '#contract/authorities.ts';
import { dataRequests, personalForms, publicForms } from '#contract/stored-forms.ts';
import { msg } from '#lib/words/msg.ts';
import { emailOf } from '#server/applications/application-row.ts';
import { effectiveConfig } from '#server/applications/deadlines/desk-settings.ts';
import { docxAnswer } from '#server/applications/documents/docx.ts';
import {
  type Content,
  contentOf,
  readContent,
} from '#server/applications/files/stored-contents.ts';
import { findAuthorityNotice } from '#server/applications/notices/authority.ts';
import { bodyNoticesOf } from '#server/applications/notices/body-notices.ts';
import { quotesOf } from '#server/applications/quotes/quotes.ts';
import { heldReportsOf } from '#server/applications/recipients/report-copies.ts';
import { isWithdrawn } from '#server/applications/reports/withdraw-report.ts';
import { findRow, findRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { DamagedFile } from '#server/platform/database/store-error.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { FileAnswer } from '#server/platform/http/file-answers.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import { fallbackIfUnavailable } from '#server/vehicles/backend-error.ts';
import { findVehicle } from '#server/vehicles/linked-vehicles.ts';
import { caseSummary } from './case-summary.ts';
import { disputesOf } from './disputes.ts';

type Application = Schema['application'];
type FileRow = Selectable<Schema['stored_file']>;

type Part = readonly [path: string, content: () => Promise<Readable>];

/**
 * Creates a zip archive of an application for a dispute body, with the digest of each part
 * (`sha256sum -c SHA256SUMS`), and a summary for people. Omits internal notes, and passwords in
 * letters.
 * @param letter written decision, if there is one
 */
export async function disputePack(
  services: Services,
  row: Application,
  letter: FileAnswer | null,
): Promise<FileAnswer> {
  const parts = await partsOf(services, row, letter);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  void write(parts, new ZipWriter(writable, { useWebWorkers: false })).catch((error) =>
    writable.abort(error).catch(() => {}),
  );
  return {
    name: `${row.number}-dispute.zip`,
    mediaType: 'application/zip',
    content: Readable.fromWeb(readable as NodeReadableStream),
  };
}

async function write(parts: readonly Part[], zip: ZipWriter<unknown>): Promise<void> {
  const digests: string[] = [];
  const add = async (path: string, content: Readable) => {
    const hash = createHash('sha256');
    async function* hashed() {
      for await (const chunk of content) {
        hash.update(chunk);
        yield chunk as Uint8Array;
      }
    }
    await zip.add(path, {
      readable: NodeReadableStream.from(hashed()) as ReadableStream<Uint8Array>,
    });
    digests.push(`${hash.digest('hex')}  ${path}\n`);
  };
  for (const [path, content] of parts) await add(path, await content());
  await add('SHA256SUMS', Readable.from([Buffer.from(digests.join(''))]));
  await zip.close();
}

async function partsOf(
  services: Services,
  row: Application,
  letter: FileAnswer | null,
): Promise<Part[]> {
  const { db } = services.store;
  const own = { application_number: row.number };
  const history = await findRows(db, 'history_entry', own, 'revision');
  const files = await findRows(db, 'stored_file', own, 'created_at', 'id');
  const recipient = await emailOf(db, row.requester_id);
  const mails = await findRows(db, 'mail', { ...own, recipient }, 'created_at', 'id');
  const named = files.map((file, index) => ({
    file,
    path: file.scan === 'none' || file.scan === 'clean' ? pathOf(file, index) : null,
  }));
  const held = await heldReportsOf(db, row.number);
  const quotes = await quotesOf(db, row.number, services.now());
  const disputes = await disputesOf(db, row);
  const { DESK_LANGUAGE } = await effectiveConfig(services);
  const summary = caseSummary(services.config, DESK_LANGUAGE, {
    row,
    email: recipient,
    vehicle: (await fallbackIfUnavailable(findVehicle(services, row.vehicle_id))) ?? null,
    history,
    disputes,
    files: named.map(({ file, path }) => ({ path, name: file.name, sha256: file.sha256 })),
    mails,
  });
  const document = await docxAnswer('summary.docx', { summary });
  return [
    [document.name, async () => document.content as Readable],
    json('application.json', {
      number: row.number,
      kind: row.kind,
      requester: recipient,
      state: row.state,
      code: row.code,
      filedAt: instant(row.created_at),
      changedAt: instant(row.updated_at),
      refusalGround: row.refusal_ground,
      form: (row.kind === 'personal' ? personalForms : publicForms).read(row.form_json),
      dataRequest: row.data_request_json && dataRequests.read(row.data_request_json),
      files: named.map(({ file, path }) => ({
        id: file.id,
        name: file.name,
        path,
        size: file.size,
        sha256: file.sha256,
      })),
      report: isWithdrawn(row) ? null : await reportOf(services, row.number),
      earlierReports: held.map(({ name, size, sha256, held_at }) => ({
        path: `reports/${name}`,
        size,
        sha256,
        replacedAt: instant(held_at),
      })),
    }),
    json(
      'history.json',
      history.map(({ application_number, at, facts_json, ...entry }) => ({
        ...entry,
        at: instant(at),
        facts: facts_json === null ? null : JSON.parse(facts_json),
      })),
    ),
    ...(quotes.length > 0 ? [json('quotes.json', quotes)] : []),
    ...(await noticesOf(db, row.number)),
    json('disputes.json', disputes),
    json(
      'letters/sent.json',
      mails.map(({ created_at, sent_at, subject, letter }) => ({
        recipient,
        subject,
        text: letter,
        writtenAt: instant(created_at),
        sentAt: sent_at === null ? null : instant(sent_at),
      })),
    ),
    ...(letter
      ? [[`letters/${letter.name}`, async () => letter.content as Readable] as const]
      : []),
    json('authorities.json', stateAuthorities),
    ...named.flatMap(({ file, path }): Part[] =>
      path === null
        ? []
        : [[path, () => readOrReplace(services, contentOf(services, 'stored_file', file))]],
    ),
    ...held.map((file): Part => {
      const content = contentOf(services, 'held_report', file);
      return [`reports/${file.name}`, () => readOrReplace(services, content)];
    }),
  ];
}

async function noticesOf(db: Kysely<Schema>, number: string): Promise<Part[]> {
  const authority = await findAuthorityNotice(db, number);
  const { passedOn, acknowledgement, erasedOn } = await bodyNoticesOf(db, number);
  const isNone = !authority && passedOn.length === 0 && !acknowledgement && erasedOn === null;
  const notices = { authority, passedOn, acknowledgementAsked: acknowledgement, erasedOn };
  return isNone ? [] : [json('notices.json', notices)];
}

const json = (path: string, value: unknown): Part => [
  path,
  async () => Readable.from([Buffer.from(`${JSON.stringify(value, null, 2)}\n`)]),
];

const instant = (at: number) => new Date(at).toISOString();

/** Numbers and cleans the requester's file names, which may repeat or be unsafe in a path. */
function pathOf({ name }: FileRow, index: number): string {
  return `files/${String(index + 1).padStart(2, '0')}-${name.replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')}`;
}

/** Reads a file. Returns a line of text instead of a damaged file, to complete the archive. */
async function readOrReplace(services: Services, content: Content): Promise<Readable> {
  try {
    return await readContent(services, content);
  } catch (error) {
    if (!(error instanceof DamagedFile || error instanceof ApiError)) throw error;
    const { DESK_LANGUAGE } = await effectiveConfig(services);
    const line = msg`This file is damaged or missing where it is stored.`;
    return Readable.from([Buffer.from(`${wordsOf(DESK_LANGUAGE)(line)}\n`)]);
  }
}

async function reportOf({ store }: Services, number: string) {
  const report = await findRow(store.db, 'report', { application_number: number });
  if (!report) return null;
  const { state, rows, size, sha256, updated_at } = report;
  return { state, rows, size, sha256, updated_at: instant(updated_at) };
}
