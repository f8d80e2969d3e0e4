import { t } from '@lingui/core/macro';
import { fromCallback } from 'xstate';
import { calls } from '#contract/calls.ts';
import { codes } from '#contract/codes.ts';
import type { Envelope } from '#contract/envelope.ts';
import type { StoredFile } from '#contract/files.ts';
import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts';
import type { ChosenFile, TransferEvent } from '#machines/upload.machine.ts';
import { callHeaders, handleApiError } from './call.ts';
import type { ApiError } from './call-types.ts';
import { loginToken } from './session.ts';

export type UploadCallName = 'personUploadCert' | 'publicUploadCert';

const permanentErrors: readonly number[] = [
  codes.emptyFile,
  codes.agreementUnsigned,
  codes.tooLarge,
  codes.typeNotSupported,
  codes.unsafeFile,
];

/**
 * Returns the actor that uploads a file. Stopping it aborts the upload. It uses XMLHttpRequest
 * because fetch reports no progress.
 */
export function transferTo(call: UploadCallName, fields: Record<string, string>) {
  return fromCallback<TransferEvent, { file: ChosenFile }>(({ sendBack, input }) => {
    const request = new XMLHttpRequest();
    const token = loginToken();
    const fail = (message = t`File upload failed, please try again!`) =>
      sendBack({ type: 'transfer.failed', message });
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      sendBack({ type: 'transfer.progressed', share: total ? loaded / total : 0 }),
    );
    request.addEventListener('load', () => {
      const answer = request.response as Envelope<StoredFile> | Envelope<ApiError['data']> | null;
      if (answer?.code === codes.ok) {
        sendBack({ type: 'transfer.succeeded', fileId: (answer.data as StoredFile).fileId });
        return;
      }
      if (answer?.code === codes.signedOut)
        handleApiError(answer as Envelope<ApiError['data']>, token, null);
      if (answer && permanentErrors.includes(answer.code))
        sendBack({ type: 'transfer.rejected', message: answer.message });
      else fail(answer?.message);
    });
    request.addEventListener('error', () => fail());
    request.addEventListener('timeout', () => fail());
    const { method, path } = calls[call];
    request.open(method, path);
    request.responseType = 'json';
    request.timeout = REQUEST_TIMEOUT_MS;
    for (const [name, value] of Object.entries(callHeaders())) {
      request.setRequestHeader(name, value);
    }
    request.send(multipart(fields, input.file as File));
    return () => request.abort();
  });
}

/** Fields precede the file, because older versions of the portal require this order. */
function multipart(fields: Record<string, string>, file: File): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', file, file.name);
  return body;
}
