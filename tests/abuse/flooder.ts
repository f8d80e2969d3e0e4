import { connect } from 'node:net';
import { endpoints } from '#contract/endpoints.ts';

/** What one flooder is told by its parent. */
export interface FloodOrder {
  port: number;
  count: number;
  /** All from one network, or each from one of its own. */
  from: 'one network' | 'networks of their own';
}

/** Requests by the status they were answered with; 0 for a line that broke. */
export type FloodAnswers = Record<number, number>;

/** Sends bogus requests for codes, all at once: every line is open before any of them is awaited. */
async function flood({ port, count, from }: FloodOrder): Promise<FloodAnswers> {
  const answers: FloodAnswers = {};
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const status = await ask(port, index, from);
      answers[status] = (answers[status] ?? 0) + 1;
    }),
  );
  return answers;
}

async function ask(port: number, index: number, from: FloodOrder['from']): Promise<number> {
  const network =
    from === 'one network'
      ? '10.0.0.1'
      : `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
  const body = JSON.stringify({ email: `bogus-${index}@example.com`, privacyAccepted: true });
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('error', () => {});
  socket.setEncoding('latin1').on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(
    [
      `POST ${endpoints.sendCaptcha.path} HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      'Content-Type: application/json',
      `X-Forwarded-For: ${network}`,
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n'),
  );
  await new Promise((resolve) => socket.once('close', resolve));
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
}

process.once('message', async (order: FloodOrder) => {
  process.send?.(await flood(order));
  process.disconnect();
});
