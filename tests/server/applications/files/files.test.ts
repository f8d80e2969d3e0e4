import { createHash } from 'node:crypto';
import { type AddressInfo, connect } from 'node:net';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import {
  fileLimits,
  LOGIN_HEADER,
  MAX_WAITING_FILES,
  UNNAMED_FILE_DAYS,
} from '#contract/limits.ts';
import { cleanUpFiles } from '#server/applications/files/clean-up.ts';
import { docx, jpeg, pdf, png, rar, zip } from '#tests/server/applications/samples.ts';
import { expectAnswer, expectCode } from '#tests/server/expect-code.ts';
import { addRows, changeRows, row, startPortal } from '#tests/server/fixture.ts';
import { compoundFile, wordStreams } from '#tests/server/platform/inspection/documents.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { namesIn } from '#tests/server/stored.ts';

const DAY = 24 * 60 * 60 * 1000;

const portal = portalOfTest(startPortal);
let token: string;
beforeEach(async () => {
  token = await portal.signIn('owner@example.eu');
});

const stored = () => namesIn(portal.services);
const rows = () => portal.services.store.db.selectFrom('stored_file').selectAll().execute();
const send = (
  name: string,
  content: Uint8Array,
  fields: Record<string, string> = { usage: 'vehicleProof' },
) => portal.upload('personUploadCert', { fields, file: { name, content } }, { token });

/** Attaches a file to an application of its owner. */
async function nameInForm(id: string) {
  const { owner_id, created_at } = await row(portal.services, 'stored_file', { id });
  const number = 'VD-20261120-4K7Q2M';
  await addRows(portal.services, 'application', {
    number,
    kind: 'personal',
    requester_id: owner_id,
    state: 'qualification.submitted',
    code: 0,
    revision: 0,
    submission_id: 'a',
    purpose: 'other',
    form_json: '{}',
    created_at,
    updated_at: created_at,
    due_at: created_at,
    requester_name: '',
    reminded_revision: -1,
  });
  await changeRows(portal.services, 'stored_file', { id }, { application_number: number });
}

async function expectNothingStays() {
  expect(await stored()).toEqual([]);
  expect(await rows()).toEqual([]);
}

describe('an upload', () => {
  it('is stored under a random name, with its own name, size, type and hash', async () => {
    const answer = await send('行驶证 scan.PDF', pdf);
    expectCode(answer, codes.ok);
    const { data } = answer;
    expect(data).toEqual({
      fileId: expect.stringMatching(/^[0-9a-f]{32}$/),
      name: '行驶证 scan.pdf',
      size: pdf.length,
      usage: 'vehicleProof',
      marks: ['unreadable'],
    });
    expect(await stored()).toEqual([data.fileId]);
    expect(await rows()).toMatchObject([
      { media_type: 'application/pdf', sha256: createHash('sha256').update(pdf).digest('hex') },
    ]);
  });

  it('is downloaded unchanged as an attachment', async () => {
    const { data } = await send('行驶证.png', png);
    const { response } = await portal.call('file', { fileId: data.fileId }, { token });
    expect(response.statusCode, response.body).toBe(200);
    expect(response.rawPayload).toEqual(png);
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="???.png"; filename*=UTF-8''${encodeURIComponent('行驶证.png')}`,
    });
  });

  it('of each supported type is accepted', async () => {
    for (const [name, content] of [
      ['a.jpg', jpeg],
      ['a.jpeg', jpeg],
      ['a.png', png],
      ['a.pdf', pdf],
      ['after-a-line-end.pdf', Buffer.concat([Buffer.from('\r\n'), pdf])],
      ['a.zip', await zip()],
      ['a.rar', rar],
      ['a.doc', await compoundFile(wordStreams())],
      ['a.docx', await docx()],
    ] as const)
      expectCode(await send(name, content), codes.ok, name);
  });

  const unsupported: [string, string, () => Uint8Array | Promise<Uint8Array>][] = [
    ['text called a picture', 'a.png', () => Buffer.from('<script>alert(1)</script>')],
    ['a picture called a document', 'a.pdf', () => png],
    [
      'a workbook called a Word document',
      'a.doc',
      () => compoundFile({ '/Workbook': Buffer.alloc(4096) }),
    ],
    ['an archive called a Word document', 'a.docx', zip],
    ['an old Word document called a new one', 'a.docx', () => compoundFile(wordStreams())],
    ['text with a PDF header far below', 'a.pdf', () => Buffer.concat([Buffer.alloc(1024), pdf])],
    ['a program', 'a.exe', () => Buffer.from('MZ')],
    ['a file without extension', 'pdf', () => pdf],
  ];
  it('of another type is rejected, and nothing is stored', async () => {
    for (const [what, file, content] of unsupported) {
      const { status, code, message, data } = await send(file, await content());
      expect({ status, code, message, data }, what).toEqual({
        status: 415,
        code: codes.typeNotSupported,
        message: 'File type not supported',
        data: { file },
      });
    }
    expectCode(await send('a.pdf', Buffer.alloc(0)), codes.emptyFile);
    await expectNothingStays();
  });

  it('of 20 MiB is accepted, and with one more byte rejected', { tags: ['5-size'] }, async () => {
    const whole = Buffer.alloc(fileLimits.maxBytes, ' ');
    pdf.copy(whole);
    expect((await send('a.pdf', whole)).data.size).toBe(fileLimits.maxBytes);
    const before = await stored();
    const answer = await send('b.pdf', Buffer.concat([whole, Buffer.from(' ')]));
    expectCode(answer, codes.tooLarge);
    expect(answer.message).toBe('Single file size must not exceed 20M');
    expect(await stored()).toEqual(before);
  });

  it('with no usage, a wrong one or an unknown field is rejected, and nothing is stored', async () => {
    for (const [fields, field, problem] of [
      [{}, 'usage', 'required'],
      [{ usage: 'publicMaterial' }, 'usage', 'choice'],
      [{ usage: 'supplement', owner: 'me' }, 'owner', 'unknown'],
    ] as const) {
      const answer = await send('a.pdf', pdf, fields as Record<string, string>);
      expectAnswer(answer, { status: 400, data: { fields: [{ field, problem }] } });
    }
    await expectNothingStays();
  });
});

describe('a multipart body', () => {
  const post = (payload: string, contentType = 'multipart/form-data; boundary=x') =>
    portal.app.inject({
      method: 'POST',
      url: endpoints.personUploadCert.path,
      headers: { [LOGIN_HEADER]: token, 'content-type': contentType },
      payload,
    });
  const usage = '--x\r\ncontent-disposition: form-data; name="usage"\r\n\r\nvehicleProof\r\n';
  const file = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n${pdf.toString('latin1')}\r\n`;

  it('that is malformed is rejected as invalid, and nothing is stored', async () => {
    for (const [what, payload] of Object.entries({
      empty: '',
      'without a file': `${usage}--x--\r\n`,
      'with two files': `${usage}${file}${file}--x--\r\n`,
      'with a field twice': `${usage}${usage}${file}--x--\r\n`,
      'with too many fields': `${usage.repeat(20)}${file}--x--\r\n`,
      'ends in the middle of the file': `${usage}${file.slice(0, -10)}`,
      'without an end': `${usage}${file}`,
      'of another boundary': `${usage}${file}--x--\r\n`.replaceAll('--x', '--y'),
      'names a prototype': `${usage.replace('usage', '__proto__')}${file}--x--\r\n`,
    })) {
      const response = await post(payload);
      expect(response.statusCode, `${what}: ${response.body}`).toBe(400);
      expectCode(response.json(), codes.invalid, what);
      await expectNothingStays();
    }
  });

  it('may have its fields after the file, where they are checked as well', async () => {
    const taken = await post(`${file}${usage}--x--\r\n`);
    expect(taken.json()).toMatchObject({ code: codes.ok, data: { usage: 'vehicleProof' } });
    const before = await stored();
    expect(before).toEqual([taken.json().data.fileId]);

    for (const [wrong, field, problem] of [
      [usage.replace('vehicleProof', 'publicMaterial'), 'usage', 'choice'],
      [usage.replace('usage', 'owner'), 'owner', 'unknown'],
      [usage + usage, 'usage', 'unknown'],
    ]) {
      const refused = await post(`${file}${wrong}--x--\r\n`);
      expect(refused.statusCode).toBe(400);
      expect(refused.json().data.fields).toContainEqual({ field, problem });
      expect(await stored()).toEqual(before);
    }
  });

  it('without a boundary, or of another content type, is rejected', async () => {
    for (const [status, payload, type] of [
      [400, `${usage}${file}--x--\r\n`, 'multipart/form-data'],
      [400, '{}', 'application/json'],
      [415, '<usage/>', 'application/xml'],
    ] as const) {
      const { statusCode, body } = await post(payload, type);
      expect(statusCode, `${type}: ${body}`).toBe(status);
    }
    await expectNothingStays();
  });

  it('whose connection breaks leaves no file', async () => {
    await portal.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = portal.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST ${endpoints.personUploadCert.path} HTTP/1.1\r\nhost: a\r\n${LOGIN_HEADER}: ${token}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 1000000\r\n\r\n${usage}${file.slice(0, -4)}${' '.repeat(100_000)}`,
    );
    await expect.poll(stored).toHaveLength(1);
    socket.destroy();
    await vi.waitFor(expectNothingStays, { timeout: 30_000 });
  });
});

it('a download ends when its session does', async () => {
  const { data } = await send('a.pdf', Buffer.concat([pdf, Buffer.alloc(18_000_000, ' ')]));
  const { fileId } = data as { fileId: string };
  const closed = Promise.withResolvers<boolean>();
  portal.app.server.prependListener('request', (_, response) => {
    response.once('close', () => closed.resolve(response.writableFinished));
  });
  const url = await portal.app.listen({ port: 0, host: '127.0.0.1' });
  // Nothing reads the body, so that it stays in progress.
  const response = await fetch(`${url}${endpoints.file.path}?fileId=${fileId}`, {
    headers: { [LOGIN_HEADER]: token },
  });
  expect(response.status).toBe(200);
  await portal.call('logout', {}, { token });
  expect(await closed.promise).toBe(false);
  await expect(response.arrayBuffer()).rejects.toThrow();
});

describe('files without a form', () => {
  /** Rows of earlier uploads; they need no content here. */
  async function waiting(count: number) {
    const [row] = await rows();
    if (!row) throw new Error('Nothing was uploaded');
    const more = Array.from({ length: count }, (_, index) => ({ ...row, id: `waiting-${index}` }));
    await portal.services.store.db.insertInto('stored_file').values(more).execute();
  }

  it('are limited per account, also when they are uploaded concurrently', async () => {
    const { data } = await send('a.pdf', pdf);
    await waiting(MAX_WAITING_FILES - 2);
    const answers = await Promise.all(['b.pdf', 'c.pdf', 'd.pdf'].map((name) => send(name, pdf)));
    expect(answers.map(({ code }) => code).sort()).toEqual([
      codes.ok,
      codes.tooManyFiles,
      codes.tooManyFiles,
    ]);
    expect(await rows()).toHaveLength(MAX_WAITING_FILES);
    expect(await stored()).toHaveLength(2);

    const stranger = await portal.signIn('stranger@example.eu');
    const sent = { fields: { usage: 'vehicleProof' }, file: { name: 'e.pdf', content: pdf } };
    expectCode(await portal.upload('personUploadCert', sent, { token: stranger }), codes.ok);

    await nameInForm(data.fileId);
    expectCode(await send('f.pdf', pdf), codes.ok);
  });
});

describe('a stored file', () => {
  it('is shown to its owner, to reviewers once an application names it, and unknown to all others', async () => {
    const { data } = await send('a.pdf', pdf);
    const fetchAs = async (caller: string) =>
      (await portal.call('file', { fileId: data.fileId }, { token: caller })).status;
    expect(await fetchAs(token)).toBe(200);
    const reviewer = await portal.signIn('reviewer@example.eu', { reviewer: true });
    expect(await fetchAs(reviewer)).toBe(404);
    await nameInForm(data.fileId);
    expect(await fetchAs(reviewer)).toBe(200);
    const stranger = await portal.signIn('stranger@example.eu');
    const answer = await portal.call(
      'file',
      { fileId: data.fileId },
      { token: stranger, language: 'es' },
    );
    expectCode(answer, codes.notFound);
    expect(answer.message).toBe('Error al obtener el archivo, actualice e inténtelo de nuevo');
  });

  it('that no form names for seven days is deleted; one that a form names is not', async () => {
    const unnamed = (await send('a.pdf', pdf)).data.fileId;
    const named = (await send('c.pdf', pdf)).data.fileId;
    await nameInForm(named);
    portal.clock.advance(UNNAMED_FILE_DAYS * DAY);
    expect(await cleanUpFiles(portal.services)).toBe(0);
    portal.clock.advance(1);
    const fresh = (await send('b.pdf', pdf)).data.fileId;
    expect(await cleanUpFiles(portal.services)).toBe(1);
    expect((await stored()).toSorted()).toEqual([fresh, named].toSorted());
    expectCode(await portal.call('file', { fileId: unnamed }, { token }), codes.notFound);
    expectCode(await portal.call('file', { fileId: fresh }, { token }), codes.ok);
  });
});
