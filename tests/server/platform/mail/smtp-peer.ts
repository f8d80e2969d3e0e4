import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** Reaction of the peer to a message: take, refuse, or take and break the line unanswered. */
export type Reaction = 'take' | 'refuse' | 'breakOff';

/** A mail server that keeps what it is given, every time it is given it. */
export interface SmtpPeer {
  url: string;
  /** Message-ID and source of each message that arrived whole. */
  received: { messageId: string; source: string }[];
  /** Takes messages only when the promise for them is kept. */
  holdBack(until: (message: { source: string }) => Promise<void> | null): void;
  /** Number of connections that were made. */
  connections(): number;
  close(): Promise<void>;
}

/** Listens on a free port; applies `reactions` to the first messages and takes all others. */
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
        // The sender was killed in the middle of its message: nothing was received.
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
  // Lines that are broken on purpose.
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
