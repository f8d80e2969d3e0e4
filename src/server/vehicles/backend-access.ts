import { readFileSync } from 'node:fs';
import type { Agent } from 'undici';
import type { Config } from '#server/platform/config/config.ts';
import { BackendError } from './backend-error.ts';

/** OAuth 2.0 client credentials. */
interface BackendClient {
  tokenUrl: string;
  id: string;
  secret: string;
  scope?: string | undefined;
}

export interface BackendLocation {
  /** A user name and password in the URL are sent as Basic authentication. */
  url: string;
  token?: string | undefined;
  client?: BackendClient | undefined;
  tls?: { certificate?: string | undefined; key?: string | undefined; ca?: string | undefined };
}

export interface BackendAccess {
  fetch: typeof fetch;
  authorization(): Promise<string | null>;
  /** Reports that the back end rejected the token (401). Returns true if there can be a new one. */
  refused(): boolean;
}

type Settings = Pick<Config, Extract<keyof Config, `VEHICLE_BACKEND_${string}`>>;

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
  const access = accesses.get(key) ?? newAccess(location);
  accesses.set(key, access);
  return access;
}

function newAccess({ url, token, client, tls }: BackendLocation): BackendAccess {
  const fetchOver = fetchBy(tls);
  if (client) return { fetch: fetchOver, ...clientTokens(client, fetchOver) };
  const fixed = token ? `Bearer ${token}` : basic(new URL(url));
  return { fetch: fetchOver, authorization: async () => fixed, refused: () => false };
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
    // Loaded only if mutual TLS is configured.
    agent ??= import('undici').then(({ Agent }) => new Agent({ connect }));
    const over: RequestInit & { dispatcher: Agent } = { ...init, dispatcher: await agent };
    return fetch(input, over);
  };
}

const SECOND = 1000;
/** A token is replaced this many seconds before it expires; at most half of its lifetime. */
const MARGIN = 30;
const TOKEN_TIMEOUT_S = 8;

interface Token {
  text: string;
  until: number;
}

/** Caches the token of OAuth 2.0 client credentials (RFC 6749 §4.4). */
function clientTokens(
  client: BackendClient,
  fetchOver: typeof fetch,
): Pick<BackendAccess, 'authorization' | 'refused'> {
  let token: Promise<Token> | null = null;
  const current = async () => {
    token ??= requestToken(client, fetchOver);
    const own = token;
    return own.catch((error) => {
      if (token === own) token = null;
      throw error;
    });
  };
  return {
    async authorization() {
      if (performance.now() >= (await current()).until) token = null;
      return `Bearer ${(await current()).text}`;
    },
    refused() {
      token = null;
      return true;
    },
  };
}

async function requestToken(
  { tokenUrl, id, secret, scope }: BackendClient,
  fetchOver: typeof fetch,
): Promise<Token> {
  const client = await import('openid-client');
  const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl };
  // Basic authentication, which every token endpoint must support (RFC 6749 §2.3.1).
  const authentication = client.ClientSecretBasic(secret);
  const configuration = new client.Configuration(server, id, undefined, authentication);
  configuration.timeout = TOKEN_TIMEOUT_S;
  configuration[client.customFetch] = (url, options) => fetchOver(url, options as RequestInit);
  if (tokenUrl.startsWith('http:')) client.allowInsecureRequests(configuration);
  try {
    const answer = await client.clientCredentialsGrant(configuration, scope ? { scope } : {});
    const seconds = answer.expires_in ?? Number.POSITIVE_INFINITY;
    const used = Math.max(seconds - MARGIN, seconds / 2);
    return { text: answer.access_token, until: performance.now() + used * SECOND };
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error));
    const { status, error: code = status } = Object(error);
    const reason = `${message}${code ? ` (${code})` : ''}${cause instanceof Error ? `: ${cause.message}` : ''}`;
    throw new BackendError('away', `The token endpoint of the vehicle back end: ${reason}`, {
      cause: error,
    });
  }
}
