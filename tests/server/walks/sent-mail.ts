import { expect } from 'vitest';
import type { Services } from '#server/platform/database/services.ts';
import { startMailer } from '#server/platform/mail/send.ts';
import { startSmtpPeer } from '#tests/server/platform/mail/smtp-peer.ts';
import { waitForDue, wakeWorkers } from '#tests/server/run-due.ts';

/** Mail that is sent by SMTP and checked on arrival. */
export interface SentMail {
  /** Waits for `count` more mails, checks that their ids are unique, and returns their recipients. */
  arrived(count: number): Promise<string[]>;
  close(): Promise<void>;
}

export async function sentMail(services: Services): Promise<SentMail> {
  const peer = await startSmtpPeer();
  services.config.SMTP_URL = peer.url;
  const mailer = startMailer(services);
  let seen = 0;
  return {
    async arrived(count) {
      // A due mail is sent once the outbox has no job for it, not when the peer has received it.
      await wakeWorkers(services.store, 'mail');
      await waitForDue(services, 'mail');
      expect(peer.received.length).toBe(seen + count);
      const ids = peer.received.map(({ messageId }) => messageId);
      expect(new Set(ids).size).toBe(ids.length);
      const mails = peer.received.slice(seen);
      seen += count;
      return mails.map(({ source }) => /^To: <?([^\s>]+)/im.exec(source)?.[1] ?? '').sort();
    },
    async close() {
      await mailer.stop();
      await peer.close();
    },
  };
}
