import { expect } from 'vitest';
import type { Services } from '#server/platform/database/services.ts';
import { nextDue } from '#server/platform/jobs/lease.ts';
import { startMailer } from '#server/platform/mail/send.ts';
import { startSmtpPeer } from '#tests/server/platform/mail/smtp-peer.ts';

/** Mail that really leaves by SMTP, looked at as it arrives. */
export interface SentMail {
  /** Waits for so many more mails, checks that no id came twice, and gives their addressees. */
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
      // A mail has left once the outbox owes nothing any more, not when the peer has it.
      await expect.poll(() => nextDue(services.store, 'mail'), { interval: 2 }).toBeNull();
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
