import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** `breakOff`: receives the message and closes the connection without a reply. */
export type Reaction = 'take' | 'refuse' | 'breakOff';

/** A mail server that records all messages. */
export interface SmtpPeer {
  url: string;
  received: { messageId: string; source: string }[];
  /** Delays replies until the promise is resolved. */
  holdBack(until: (message: { source: string }) => Promise<void> | null): void;
  connections(): number;
  close(): Promise<void>;
}

/** Passes each mailed code to `listen`, and forgets the mails. */
export function listenForCodes(
  peer: SmtpPeer,
  listen: (mailed: { email: string; code: string }) => void,
): void {
  peer.holdBack(({ source }) => {
    const email = /^To: <?([^>\r\n]+)/im.exec(source)?.[1] ?? '';
    // Not a part of a token.
    const code = /(?<![\w-])\d{6}(?![\w-])/.exec(source.slice(source.indexOf('\r\n\r\n')))?.[0];
    if (code !== undefined) listen({ email, code });
    peer.received.length = 0;
    return null;
  });
}

/** `reactions` apply to the first messages. */
export async function startSmtpPeer(...reactions: Reaction[]): Promise<SmtpPeer> {
  const received: SmtpPeer['received'] = [];
  const sockets = new Set<Socket>();
  let until: Parameters<SmtpPeer['holdBack']>[0] = () => null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    async onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of stream) chunks.push(chunk);
      } catch {
        // The sender ended within its message.
        return;
      }
      const source = Buffer.concat(chunks).toString();
      const reaction = reactions.shift() ?? 'take';
      if (reaction === 'refuse') return callback(new Error('Come back later'));
      received.push({ messageId: /^Message-ID: (.*)$/im.exec(source)?.[1]?.trim() ?? '', source });
      await until({ source });
      if (reaction === 'breakOff') for (const socket of sockets) socket.destroy();
      else callback();
    },
  });
  // Connections that are closed on purpose.
  server.on('error', () => {});
  server.server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    holdBack: (given) => {
      until = given;
    },
    connections: () => sockets.size,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
