import { vi } from 'vitest';
import { answerOf, envelopeOf, nameOf } from './stub-calls.ts';

/** Replaces XMLHttpRequest for uploads; answers like the other calls. */
class StubbedRequest extends EventTarget {
  readonly upload = new EventTarget();
  readonly headers = new Headers();
  response: unknown = null;
  responseType = '';
  timeout = 0;
  private called = { method: '', path: '' };
  private isAborted = false;

  open(method: string, path: string) {
    this.called = { method, path };
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value);
  }
  abort() {
    this.isAborted = true;
  }
  async send(body: FormData) {
    const { file, ...fields } = Object.fromEntries(body);
    if (!(file instanceof File) || [...body.keys()].at(-1) !== 'file')
      throw new Error('The file has to follow the fields');
    this.upload.dispatchEvent(
      Object.assign(new Event('progress'), { loaded: file.size / 2, total: file.size }),
    );
    const name = nameOf(this.called.method, this.called.path);
    const answer = await answerOf(name, fields, this.headers).catch(() => null);
    if (this.isAborted) return;
    this.response = answer && envelopeOf(answer);
    this.dispatchEvent(new Event(answer ? 'load' : 'error'));
  }
}

export const stubUploads = () => vi.stubGlobal('XMLHttpRequest', StubbedRequest);
