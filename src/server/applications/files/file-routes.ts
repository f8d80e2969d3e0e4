import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { FileUsage, StoredFile } from '#contract/files.ts';
import { MAX_WAITING_FILES } from '#contract/limits.ts';
import { isUnchangedTemplate } from '#server/applications/agreement/agreement-clauses.ts';
import { uploadQuotas } from '#server/applications/quotas.ts';
import { recordRead } from '#server/platform/audit/audit-log.ts';
import { countRows, findRow, insertRows, lockRow } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { StoreUnavailable } from '#server/platform/database/store-error.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { RateLimiter } from '#server/platform/http/rate-limiter.ts';
import { type Account, hasAccess, type Route } from '#server/platform/http/route.ts';
import type { FileStorage } from '#server/platform/storage/file-storage.ts';
import { readUpload, type Upload } from '#server/platform/storage/read-upload.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { enqueueScan, scanUpload } from './scan-files.ts';
import { contentOf, readContent } from './stored-contents.ts';
import { storedFileOf } from './stored-files.ts';

/** A page sends three files at a time for each of up to three fields. */
const MAX_UPLOADS_AT_ONCE = 9;
const RETRY_AFTER_S = 5;

export function fileRoutes(route: Route, services: Services): void {
  const storage = storageOf(services);
  const rateLimiter = new RateLimiter(services);
  const inProgress = new Map<string, number>();

  async function fewAtOnce<T>({ id }: Account, upload: () => Promise<T>): Promise<T> {
    const others = inProgress.get(id) ?? 0;
    if (others >= MAX_UPLOADS_AT_ONCE)
      throw new ApiError(codes.tooMany, {
        retryAfter: RETRY_AFTER_S,
        rateLimit: 'filesOfAccount',
      });
    inProgress.set(id, others + 1);
    try {
      return await upload();
    } finally {
      const left = (inProgress.get(id) ?? 1) - 1;
      if (left > 0) inProgress.set(id, left);
      else inProgress.delete(id);
    }
  }

  for (const endpoint of [endpoints.personUploadCert, endpoints.publicUploadCert] as const) {
    route(endpoint, (_, { account, request }) =>
      fewAtOnce(account, async () => {
        // Rejects before the body is read, if the limit is already used up.
        rateLimiter.rejectIfLimited(uploadQuotas(services.config, account, 0));
        const upload = await readUpload(request, endpoint.input, storage);
        // Of any usage, because a form can name any upload of its sender as the agreement.
        if (await isUnchangedTemplate(upload)) {
          await upload.received.discard();
          throw new ApiError(codes.agreementUnsigned, { file: upload.name });
        }
        const scan = await scanUpload(services, upload, (error) => request.log.error(error));
        return saveUpload({ ...services, rateLimiter }, storage, account, { ...upload, scan });
      }),
    );
  }

  route(endpoints.file, async ({ fileId }, { account }) => {
    const file = await findRow(services.store.db, 'stored_file', { id: fileId });
    const isFiled = file !== undefined && file.application_number !== null;
    const isAllowed = file?.owner_id === account.id || (isFiled && mayReadAtDesk(account));
    if (!file || !isAllowed) throw new ApiError(codes.notFound, { file: fileId });
    if (file.scan === 'waiting') throw new ApiError(codes.fileWaits, { file: file.name });
    if (file.scan === 'malware')
      throw new ApiError(codes.unsafeFile, { file: file.name, unsafe: 'malware' });
    if (file.owner_id !== account.id)
      recordRead(services, {
        by: account,
        action: 'file.open',
        ...(file.application_number && { reference: file.application_number }),
        // The id, not the name: a name may identify a person, and the log outlives the file.
        detail: file.id,
      });
    const content = await readContent(services, contentOf(services, 'stored_file', file));
    return { name: file.name, mediaType: file.media_type, size: file.size, content };
  });
}

function mayReadAtDesk(account: Account): boolean {
  const isComplete = account.secondFactor === 'notNeeded' || account.secondFactor === 'given';
  return isComplete && hasAccess(account, 'desk');
}

type Scanned = Upload<{ usage: FileUsage }> & Pick<Schema['stored_file'], 'scan'>;

async function saveUpload(
  services: Services & { rateLimiter: RateLimiter },
  storage: FileStorage,
  account: Account,
  { fields, name, mediaType, received, marks, scan }: Scanned,
): Promise<StoredFile> {
  const { store, now } = services;
  const { id, size, sha256 } = received;
  const row = {
    id,
    owner_id: account.id,
    application_number: null,
    usage: fields.usage,
    name,
    media_type: mediaType,
    size,
    sha256,
    created_at: now(),
    marks_json: JSON.stringify(marks),
    scan,
  };
  await received.persist();
  try {
    await store.transact(async (trx) => {
      await lockRow(store, trx, 'account', { id: account.id });
      const waiting = trx
        .selectFrom('stored_file')
        .where('owner_id', '=', account.id)
        .where('application_number', 'is', null);
      if ((await countRows(waiting)) >= MAX_WAITING_FILES)
        throw new ApiError(codes.tooManyFiles, { file: name });
      await services.rateLimiter.consume(trx, uploadQuotas(services.config, account, size));
      await insertRows(trx, 'stored_file', row);
      if (scan === 'waiting') await enqueueScan(services, trx, id);
    });
  } catch (error) {
    // Keeps the content if the row may have been committed. Otherwise, the clean-up removes it.
    if (!(error instanceof StoreUnavailable)) await storage.remove(id, 'its upload was rejected');
    throw error;
  }
  return storedFileOf(row);
}
