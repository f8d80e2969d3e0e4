import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import Provider from 'oidc-provider';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { checkMailServer } from '#server/platform/mail/send.ts';
import { backendLocation } from '#server/vehicles/backend-access.ts';
import { backendSource } from '#server/vehicles/backend-source.ts';
import { needs } from '#tests/needs.ts';
import { portalHere } from '#tests/server/run-tool.ts';

const car = { vehicleId: '1', vin: 'V1', name: 'Zoé' };
const SECRET = 'secret of the portal, as the endpoint has it';
const MINUTES = 10;

const folder = mkdtempSync(join(tmpdir(), 'access-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string) => join(folder, name);

async function listening(server: Server, scheme = 'http'): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Finds a vehicle with the back end of these settings. */
const findBy = (environment: Record<string, string>) => {
  const location = backendLocation(readConfig(environment));
  if (!location) throw new Error('No back end is set');
  return backendSource(location).find('1');
};

test('the bearer token of the settings is sent', async () => {
  let sent: string | undefined;
  const url = await listening(
    createServer((request, reply) => {
      sent = request.headers.authorization;
      reply.end(JSON.stringify(car));
    }),
  );
  const set = { VEHICLE_BACKEND_URL: url, VEHICLE_BACKEND_TOKEN: 'abc.DEF-123==' };
  expect(await findBy(set)).toEqual(car);
  expect(sent).toBe('Bearer abc.DEF-123==');
});

describe('with client credentials', () => {
  /** A token endpoint, and a back end that accepts its tokens. */
  async function start() {
    // The provider warns about its in-memory store.
    vi.spyOn(console, 'warn').mockReturnValue();
    onTestFinished(() => void vi.restoreAllMocks());
    const server = createServer();
    const issuer = await listening(server);
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: 'portal',
          client_secret: SECRET,
          grant_types: ['client_credentials'],
          redirect_uris: [],
          response_types: [],
        },
      ],
      cookies: { keys: ['of this test'] },
      scopes: ['fleet'],
      features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
      ttl: { ClientCredentials: MINUTES * 60 },
    });
    const counts = { tokens: 0, calls: 0 };
    const tokens = new Set<string>();
    provider.use(async (context, next) => {
      counts.tokens++;
      await next();
      const { access_token: token } = context.body as { access_token?: string };
      if (token) tokens.add(token);
    });
    server.on('request', provider.callback());
    const url = await listening(
      createServer(async (request, reply) => {
        counts.calls++;
        const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
        const known = await provider.ClientCredentials.find(token);
        if (known?.scope !== 'fleet' || !tokens.has(token)) reply.writeHead(401);
        reply.end(JSON.stringify(car));
      }),
    );
    const set = {
      VEHICLE_BACKEND_URL: url,
      VEHICLE_BACKEND_TOKEN_URL: `${issuer}/token`,
      VEHICLE_BACKEND_CLIENT_ID: 'portal',
      VEHICLE_BACKEND_CLIENT_SECRET: SECRET,
      VEHICLE_BACKEND_SCOPE: 'fleet',
    };
    return { set, counts, tokens };
  }

  test('one token is shared by concurrent calls', async () => {
    const { set, counts } = await start();
    const found = await Promise.all([1, 2, 3].map(() => findBy(set)));
    expect([...found, await findBy(set)]).toEqual([car, car, car, car]);
    expect(counts).toEqual({ tokens: 1, calls: 4 });
  });

  test('a token is renewed shortly before it expires', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { set, counts } = await start();
    await findBy(set);
    vi.advanceTimersByTime(MINUTES * 60_000 - 31_000);
    await findBy(set);
    expect(counts.tokens).toBe(1);
    vi.advanceTimersByTime(2_000);
    await findBy(set);
    expect(counts.tokens).toBe(2);
  });

  test('a rejected token is renewed once', async () => {
    const { set, counts, tokens } = await start();
    await findBy(set);
    tokens.clear();
    expect(await findBy(set)).toEqual(car);
    expect(counts).toEqual({ tokens: 2, calls: 3 });
    const other = { ...set, VEHICLE_BACKEND_SCOPE: '' };
    await expect(findBy(other)).rejects.toMatchObject({
      breach: 'away',
      message: expect.stringMatching(/returned status 401/),
    });
    expect(counts).toEqual({ tokens: 4, calls: 5 });
  });

  test('the error about a rejected client secret does not contain the secret', async () => {
    const { set, counts } = await start();
    const wrong = { ...set, VEHICLE_BACKEND_CLIENT_SECRET: 'Kanarienvogel' };
    const refused = findBy(wrong);
    await expect(refused).rejects.toMatchObject({
      breach: 'away',
      message: expect.stringMatching(
        /^The token endpoint of the vehicle back end: .*\((invalid_client|401)\)/,
      ),
    });
    await expect(refused).rejects.not.toThrow(/Kanarien/);
    expect(counts.calls).toBe(0);
    await expect(
      findBy({ ...set, VEHICLE_BACKEND_TOKEN_URL: 'http://127.0.0.1:1/token' }),
    ).rejects.toMatchObject({ breach: 'away' });
  });

  test('the backend check uses client credentials too', async () => {
    const { set } = await start();
    const { VEHICLE_BACKEND_URL: url, ...rest } = set;
    const { stdout } = await portalHere(['backend-check', url, '--vehicle', '1'], rest);
    expect(stdout).toMatch(/^ok {9}one vehicle: 1$/m);
    const wrong = { ...rest, VEHICLE_BACKEND_CLIENT_ID: '' };
    const needed = /VEHICLE_BACKEND_TOKEN_URL needs VEHICLE_BACKEND_CLIENT_ID to be set/;
    expect(await portalHere(['backend-check', url], wrong)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(needed),
    });
  });
});

describe('with mutual TLS', needs('openssl', 'openssl'), () => {
  const program = 'openssl';
  const openssl = (...args: string[]) => execFileSync(program, args, { stdio: 'pipe' });
  const newPair = (name: string, ...more: string[]) =>
    openssl(
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-keyout', file(`${name}.key`), '-out', file(`${name}.pem`), '-days', '2'],
      ...['-subj', `/CN=${name}`, ...more],
    );
  const read = (name: string) => readFileSync(file(name));
  beforeAll(() => {
    newPair('authority');
    newPair('stranger');
    const signed = ['-CA', file('authority.pem'), '-CAkey', file('authority.key')];
    const plain = ['-addext', 'basicConstraints=critical,CA:FALSE'];
    newPair('server', ...signed, ...plain, '-addext', 'subjectAltName=IP:127.0.0.1');
    newPair('portal', ...signed, ...plain);
  });

  test('mail goes to a server of a private certification authority', async () => {
    const [cert, key] = [read('server.pem'), read('server.key')];
    const server = new SMTPServer({ secure: true, cert, key, disabledCommands: ['AUTH'] });
    server.on('error', () => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
    const SMTP_URL = `smtps://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
    const check = (SMTP_CA?: string) => checkMailServer(readConfig({ SMTP_URL, SMTP_CA }));
    await check(file('authority.pem'));
    await expect(check()).rejects.toThrow(/certificate/);
    await expect(check(file('stranger.pem'))).rejects.toThrow(/certificate/);
  });

  async function start() {
    const names: string[] = [];
    const answer: RequestListener = (request, reply) => {
      names.push(String((request.socket as TLSSocket).getPeerCertificate().subject?.CN));
      reply.end(JSON.stringify(car));
    };
    const [cert, key, ca] = [read('server.pem'), read('server.key'), read('authority.pem')];
    const options = { cert, key, ca, requestCert: true, rejectUnauthorized: true };
    const url = await listening(createTlsServer(options, answer), 'https');
    const set = {
      VEHICLE_BACKEND_URL: url,
      VEHICLE_BACKEND_CERTIFICATE: file('portal.pem'),
      VEHICLE_BACKEND_KEY: file('portal.key'),
      VEHICLE_BACKEND_CA: file('authority.pem'),
    };
    return { set, names };
  }

  test('the back end identifies the portal by its certificate', async () => {
    const { set, names } = await start();
    expect(await findBy(set)).toEqual(car);
    expect(names).toEqual(['portal']);
  });

  test.each([
    ['without a certificate', { VEHICLE_BACKEND_CERTIFICATE: '', VEHICLE_BACKEND_KEY: '' }],
    [
      'with another certificate',
      {
        VEHICLE_BACKEND_CERTIFICATE: file('stranger.pem'),
        VEHICLE_BACKEND_KEY: file('stranger.key'),
      },
    ],
    ['whose authority is not known', { VEHICLE_BACKEND_CA: '' }],
  ])('a connection %s fails', async (_, change) => {
    const { set, names } = await start();
    await expect(findBy({ ...set, ...change })).rejects.toMatchObject({ breach: 'away' });
    expect(names).toEqual([]);
  });

  test.each([
    [{ VEHICLE_BACKEND_CERTIFICATE: 'nowhere.pem' }, /^VEHICLE_BACKEND_CERTIFICATE=nowhere.pem is/],
    [{ VEHICLE_BACKEND_CA: file('portal.key') }, /^VEHICLE_BACKEND_CA=.* is not valid: PEM file/],
    [{ VEHICLE_BACKEND_KEY: file('portal.pem') }, /^VEHICLE_BACKEND_KEY=.* is not valid/],
    [
      { VEHICLE_BACKEND_KEY: file('stranger.key') },
      /KEY does not belong to VEHICLE_BACKEND_CERTIFICATE/,
    ],
    [{ VEHICLE_BACKEND_KEY: '' }, /CERTIFICATE needs VEHICLE_BACKEND_KEY to be set/],
  ])('an invalid file prevents the start: %j', (change, line) => {
    const set = {
      VEHICLE_BACKEND_URL: 'https://backend.example.eu',
      VEHICLE_BACKEND_CERTIFICATE: file('portal.pem'),
      VEHICLE_BACKEND_KEY: file('portal.key'),
    };
    expect(() => readConfig({ ...set, ...change })).toThrow(line);
  });
});
