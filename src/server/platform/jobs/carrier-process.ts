import { createTransport } from 'nodemailer';
import { type CarrierSettings, type Errand, type ErrandDone, LONGEST_END } from './carrier.ts';
import { markerOf } from './taken-mails.ts';

// A process that talks with the mail server and does nothing else: it reads an answer at once, and
// goes on to the end of a conversation when the portal that asked for it is dead.

const TIMEOUT = 30_000;

/** Answers how a mail is sent over a few connections, which are kept open for further ones. */
function openLine({ url, from, connections, dataDir }: CarrierSettings): {
  carry(errand: Errand): void;
  close(): void;
} {
  const mark = markerOf(dataDir);
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    idleTimeout: TIMEOUT,
    // Only what no byte of was sent is tried anew at once; all else at the time of its job.
    maxRequeues: 1,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const carry = ({ number, mail }: Errand) =>
    transport.sendMail(
      {
        from,
        to: { name: '', address: mail.recipient },
        subject: mail.subject,
        text: mail.body,
        date: new Date(mail.created_at),
        // The same at every try, so that a peer which took it before the line broke can tell.
        messageId: mail.message_id,
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.language },
      },
      (error) => {
        // Called by what reads the answer: nothing comes between the mail server's yes and the mark.
        if (!error) markTaken(mail.id);
        report({ number, error: error && whatFailed(error) });
      },
    );
  /** Without its mark a mail is sent again only if this process and the portal die this moment. */
  const markTaken = (id: string) => {
    try {
      mark(id);
    } catch (error) {
      console.error(error);
    }
  };
  return { carry, close: () => transport.close() };
}

/** What failed, with the codes of the mail server's answer and not its words, which name people. */
function whatFailed({ message, response }: Error & { response?: string | undefined }): string {
  if (!response) return message;
  const [codes = ''] = /^\d{3}(?:[ -]\d\.\d+\.\d+)?/.exec(response) ?? [];
  return message.replace(response, () => codes);
}

function report(done: ErrandDone): void {
  // The portal may die meanwhile.
  if (process.connected) process.send?.(done, undefined, undefined, () => {});
}

/** The portal says when to end, by its own end; a terminal or a supervisor signals both at once. */
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.once('message', (settings: CarrierSettings) => {
  const line = openLine(settings);
  process.on('message', line.carry);
  process.once('disconnect', () => {
    line.close();
    setTimeout(() => process.exit(), LONGEST_END).unref();
  });
});
