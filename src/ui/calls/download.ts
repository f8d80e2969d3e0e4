import { t } from '@lingui/core/macro';
import { parse } from 'content-disposition';
import { ofetch } from 'ofetch';
import { calls } from '#contract/calls.ts';
import type { Envelope } from '#contract/envelope.ts';
import { dismissErrorsOf, showMessage } from '#ui/messages/messages.ts';
import { callHeaders, handleApiError, requestOf } from './call.ts';
import type { ApiError, CallInput, FileCallName } from './call-types.ts';
import { invalidate } from './query-client.ts';
import { loginToken } from './session.ts';

export async function download<Name extends FileCallName>(
  name: Name,
  input: CallInput<Name>,
): Promise<boolean> {
  const file = await fetchFile(name, input);
  if (file) saveFile(file.content, file.name);
  return file !== null;
}

export async function fetchFile<Name extends FileCallName>(
  name: Name,
  input: CallInput<Name>,
): Promise<{ content: Blob; name: string } | null> {
  const { path, ...request } = requestOf(name, input);
  const token = loginToken();
  try {
    const response = await ofetch.raw(path, {
      ...request,
      headers: callHeaders(),
      responseType: 'blob',
    });
    const content = response._data as Blob;
    if (response.headers.get('content-type')?.startsWith('application/json')) {
      handleApiError(JSON.parse(await content.text()) as Envelope<ApiError['data']>, token, name);
      return null;
    }
    dismissErrorsOf(name);
    return { content, name: fileName(response.headers.get('content-disposition')) };
  } catch {
    const text = t`File acquisition error, refresh and try again`;
    showMessage({ kind: 'error', text, call: name });
    return null;
  } finally {
    await invalidate(calls[name].invalidates ?? []);
  }
}

/** File name of a Content-Disposition header (RFC 6266). `filename*` takes precedence. */
export function fileName(disposition: string | null): string {
  return parse(disposition ?? '').parameters.filename || 'download';
}

export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers cancel the download if the URL is revoked immediately.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
