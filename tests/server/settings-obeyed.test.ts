import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { skipUnless } from '#tests/needs.ts';
import { freePort } from '#tests/postgres/private-cluster.ts';
import { type ServerProcess, startServer } from '#tests/server-process.ts';
import { callOverHttp } from './over-http.ts';
import { type SmtpPeer, startSmtpPeer } from './platform/mail/smtp-peer.ts';
import { startSeededPortal } from './seeded-portal.ts';

// Other systems have no address 127.0.0.2 by default.
describe(
  'a process with these settings',
  skipUnless(process.platform === 'linux', 'needs Linux'),
  () => {
    let folder: string;
    let port: number;
    let peer: SmtpPeer;
    let server: ServerProcess;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'settings-'));
      port = await freePort();
      peer = await startSmtpPeer();
      server = await startServer({
        HOST: '127.0.0.2',
        PORT: String(port),
        DATA_DIR: join(folder, 'there'),
        SMTP_URL: peer.url,
        MAIL_FROM: 'Moteurs Réunis <données@moteurs.example>',
        HOLDER_NAME: 'Moteurs Réunis',
        CONTACT_MAILBOX: 'contact@moteurs.example',
        PUBLIC_CHARTS: 'yes',
      });
    });
    afterAll(async () => {
      await server.end('SIGTERM');
      await peer.close();
      await rm(folder, { recursive: true });
    });

    const config = async () => (await callOverHttp(server.url, 'config', {})).data;

    test('listens on HOST and PORT only', async () => {
      expect(new URL(server.url).host).toBe(`127.0.0.2:${port}`);
      expect((await fetch(server.url)).status).toBe(200);
      await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow('fetch failed');
    });

    test('creates DATA_DIR with the database', async () => {
      expect(await readdir(join(folder, 'there'))).toContain('portal.db');
    });

    test('sends mail to SMTP_URL from MAIL_FROM, whose name is encoded', async () => {
      await callOverHttp(server.url, 'sendCaptcha', {
        email: 'owner@example.eu',
        privacyAccepted: true,
      });
      await expect.poll(() => peer.received.length).toBe(1);
      const [, from = ''] = /^From: (.*)\r$/m.exec(peer.received[0]?.source ?? '') ?? [];
      expect(from).toMatch(/^=\?UTF-8\?.*moteurs\.example/);
    });

    test('gives HOLDER_NAME and PUBLIC_CHARTS to the pages', async () => {
      expect(await config()).toMatchObject({ holderName: 'Moteurs Réunis', publicCharts: true });
    });

    test('shows CONTACT_MAILBOX in a document', async () => {
      const page = await (await fetch(`${server.url}/right/other-entities`)).text();
      expect(page).toContain('contact@moteurs.example');
    });
  },
);

test('TIME_ZONE determines the end of the day of a deadline', async () => {
  const portal = await startSeededPortal({ TIME_ZONE: 'Pacific/Kiritimati', ANSWER_DAYS: '10' });
  const { number: applicationNumber } = await portal.applicationAt('awaited');
  const { data } = await portal.call(
    'applicationDetails',
    { applicationNumber },
    { token: portal.tokens.owner },
  );
  // 10:00 UTC is past midnight there.
  expect(new Date(data.clock.dueAt ?? data.answerDueAt ?? 0).toISOString()).toBe(
    '2026-12-01T09:59:59.999Z',
  );
  await portal.close();
});

test('the log is sealed with AUDIT_KEY and cannot be opened with another key', async () => {
  const portal = await startSeededPortal();
  await portal.applicationAt('submitted');
  const { config } = portal.services;
  const other = 'x'.repeat(40);
  await expect(openDatabase({ ...config, AUDIT_KEY: other })).rejects.toThrow(
    'AUDIT_KEY, or the file audit.key, is not the key of the audit log',
  );
  const store = await openDatabase({ ...config, AUDIT_KEY: `${other},${config.AUDIT_KEY}` });
  await store.close();
  await portal.close();
});
