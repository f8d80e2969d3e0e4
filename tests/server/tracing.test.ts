import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { freshLocation } from '#tests/server/fresh-location.ts';
import { startSmtpPeer } from '#tests/server/platform/mail/smtp-peer.ts';
import { startServer } from '#tests/server-process.ts';

const CANARY = 'kanarienvogel';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

/** OTLP over HTTP, in JSON. */
async function startCollector() {
  const bodies: string[] = [];
  const paths = new Set<string>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const isPacked = request.headers['content-encoding'] === 'gzip';
    bodies.push((isPacked ? gunzipSync(body) : body).toString());
    paths.add(`${request.method} ${request.url}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    text: () => bodies.join('\n'),
    spans: (): Span[] =>
      bodies.flatMap((body) =>
        JSON.parse(body).resourceSpans.flatMap((resource: { scopeSpans: { spans: Span[] }[] }) =>
          resource.scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
  };
}

/** Sends the body once the server has read the headers. */
async function postInTwoParts(url: string, input: object): Promise<void> {
  const sent = request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', expect: '100-continue' },
  });
  sent.flushHeaders();
  await once(sent, 'continue');
  sent.end(JSON.stringify(input));
  const [response] = await once(sent, 'response');
  expect(response.resume().statusCode).toBe(200);
}

test('a collector receives spans of calls, statements and jobs, without personal data', async () => {
  const collector = await startCollector();
  const peer = await startSmtpPeer();
  onTestFinished(() => peer.close());
  const location = await freshLocation();
  onTestFinished(() => location.remove());
  const server = await startServer({
    DATA_DIR: location.dataDir,
    ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
    SMTP_URL: peer.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  const email = `${CANARY}@example.eu`;
  await postInTwoParts(server.url + endpoints.sendCaptcha.path, { email, privacyAccepted: true });
  await expect.poll(() => peer.received.length).toBe(1);
  await fetch(`${server.url}${endpoints.config.path}?${CANARY}`, {
    headers: { traceparent: `00-${TRACE}-${PARENT}-01`, 'user-agent': CANARY },
  });
  await fetch(`${server.url}/${CANARY}`);
  // The remaining spans are sent before the process ends.
  expect(await server.end('SIGTERM')).toBe(0);

  expect([...collector.paths]).toEqual(['POST /v1/traces']);
  const spans = collector.spans();
  const named = (name: string) => spans.find((span) => span.name === name);
  const sent = named(`POST ${endpoints.sendCaptcha.path}`);
  expect(sent?.attributes).toContainEqual({
    key: 'http.response.status_code',
    value: { intValue: 200 },
  });
  const within = spans.filter(({ parentSpanId }) => parentSpanId === sent?.spanId);
  expect(within.map(({ name }) => name)).toContain('insert');
  const job = named('job mail');
  expect(spans.filter(({ parentSpanId }) => parentSpanId === job?.spanId).length).toBeGreaterThan(
    0,
  );
  expect(named(`GET ${endpoints.config.path}`)).toMatchObject({
    traceId: TRACE,
    parentSpanId: PARENT,
  });
  expect(collector.text()).toContain('vehicle-data-access-portal');
  expect(collector.text().toLowerCase()).not.toContain(CANARY);
  expect(collector.text()).not.toMatch(/"127\.0\.0\.1"/);
});
