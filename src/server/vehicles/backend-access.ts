import { readFileSync } from 'node:fs';
import type { Configuration } from 'openid-client';
import type { Agent } from 'undici';
import { SECOND } from '#lib/words/durations.ts';
import { BackendError } from '#server/vehicles/backend-error.ts';

export interface BackendLocation {
  /** A user name and password in the URL are sent as Basic authentication. */
  url: string;
  token?: string | undefined;
  client?: { tokenUrl: string; id: string; secret: string; scope?: string | undefined } | undefined;
  tls?: { certificate?: string | undefined; key?: string | undefined; ca?: string | undefined };
}

export interface BackendAccess {
  fetch: typeof fetch;
  authorization(): Promise<string | null>;
  /** Discards a rejected token (401). Returns true if a new one can be requested. */
  discardToken(authorization: string | null): boolean;
}

type Settings = {
  [Key in
    | 'URL'
    | 'TOKEN'
    | 'TOKEN_URL'
    | 'CLIENT_ID'
    | 'CLIENT_SECRET'
    | 'SCOPE'
    | 'CERTIFICATE'
    | 'KEY'
    | 'CA' as `VEHICLE_BACKEND_${Key}`]?: string | undefined;
};

export function backendLocation(config: Settings): BackendLocation | undefined {
  const { VEHICLE_BACKEND_URL: url, VEHICLE_BACKEND_TOKEN_URL: tokenUrl } = config;
  if (!url) return undefined;
  return {
    url,
    token: config.VEHICLE_BACKEND_TOKEN,
    client: tokenUrl
      ? {
          tokenUrl,
          id: config.VEHICLE_BACKEND_CLIENT_ID ?? '',
          secret: config.VEHICLE_BACKEND_CLIENT_SECRET ?? '',
          scope: config.VEHICLE_BACKEND_SCOPE,
        }
      : undefined,
    tls: {
      certificate: config.VEHICLE_BACKEND_CERTIFICATE,
      key: config.VEHICLE_BACKEND_KEY,
      ca: config.VEHICLE_BACKEND_CA,
    },
  };
}

const accesses = new Map<string, BackendAccess>();

export function accessTo(location: BackendLocation): BackendAccess {
  const key = JSON.stringify(location);
  const known = accesses.get(key);
  if (known) return known;
  const access = newAccess(location);
  accesses.set(key, access);
  return access;
}

function newAccess({ url, token, client, tls }: BackendLocation): BackendAccess {
  const fetchOver = fetchBy(tls);
  if (client) return { fetch: fetchOver, ...backendTokens(client, fetchOver) };
  const fixed = token ? `Bearer ${token}` : basic(new URL(url));
  return { fetch: fetchOver, authorization: async () => fixed, discardToken: () => false };
}

function basic({ username, password }: URL): string | null {
  if (!username) return null;
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(user).toString('base64')}`;
}

function fetchBy({ certificate, key, ca }: NonNullable<BackendLocation['tls']> = {}): typeof fetch {
  if (!certificate && !ca) return fetch;
  const pem = (path: string | undefined) => path && readFileSync(path);
  const connect = { cert: pem(certificate), key: pem(key), ca: pem(ca) };
  let agent: Promise<Agent> | null = null;
  return async (input, init) => {
    agent ??= import('undici').then(({ Agent }) => new Agent({ connect }));
    const over: RequestInit & { dispatcher: Agent } = { ...init, dispatcher: await agent };
    return fetch(input, over);
  };
}

/** A token is replaced this many seconds before it expires; at most half of its lifetime. */
const MARGIN = 30;
const TOKEN_TIMEOUT_S = 8;

interface Token {
  authorization: string;
  until: number;
}

/** Cached tokens of OAuth 2.0 client credentials (RFC 6749 §4.4). */
function backendTokens(
  { tokenUrl, id, secret, scope }: NonNullable<BackendLocation['client']>,
  fetchOver: typeof fetch,
): Omit<BackendAccess, 'fetch'> {
  let configuration: Promise<Configuration> | null = null;
  let cached: Token | null = null;
  let pending: Promise<Token> | null = null;

  async function configure(): Promise<Configuration> {
    const client = await import('openid-client');
    const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl };
    // Basic authentication, which every token endpoint must support (RFC 6749 §2.3.1).
    const authentication = client.ClientSecretBasic(secret);
    const made = new client.Configuration(server, id, undefined, authentication);
    made.timeout = TOKEN_TIMEOUT_S;
    made[client.customFetch] = (url, options) => fetchOver(url, options as RequestInit);
    if (tokenUrl.startsWith('http:')) client.allowInsecureRequests(made);
    return made;
  }

  async function request(): Promise<Token> {
    const { clientCredentialsGrant } = await import('openid-client');
    try {
      configuration ??= configure();
      const answer = await clientCredentialsGrant(await configuration, scope ? { scope } : {});
      const seconds = answer.expires_in ?? Number.POSITIVE_INFINITY;
      const used = Math.max(seconds - MARGIN, seconds / 2);
      const until = performance.now() + used * SECOND;
      return { authorization: `Bearer ${answer.access_token}`, until };
    } catch (error) {
      const { message, cause } = error instanceof Error ? error : new Error(String(error));
      const code = codeOf(error);
      const detail = cause instanceof Error ? `: ${cause.message}` : '';
      throw new BackendError(
        'away',
        `The token endpoint of the vehicle back end: ${message}${code && ` (${code})`}${detail}`,
        { cause: error },
      );
    }
  }

  return {
    async authorization() {
      if (!cached || performance.now() >= cached.until) {
        pending ??= request().finally(() => {
          pending = null;
        });
        cached = await pending;
      }
      return cached.authorization;
    },
    discardToken(authorization) {
      if (cached?.authorization === authorization) cached = null;
      return true;
    },
  };
}

function codeOf(error: unknown): string {
  const { error: code, status } = Object(error);
  return String(code ?? status ?? '');
}
