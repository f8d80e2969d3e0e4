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
  if (client) {
    const tokens = new BackendTokens(client, fetchOver);
    return {
      fetch: fetchOver,
      authorization: async () => `Bearer ${await tokens.current()}`,
      discardToken: (authorization) => {
        tokens.drop(authorization?.replace('Bearer ', '') ?? '');
        return true;
      },
    };
  }
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
  text: string;
  until: number;
}

/** Cached tokens of OAuth 2.0 client credentials (RFC 6749 §4.4). */
class BackendTokens {
  readonly #client: { tokenUrl: string; id: string; secret: string; scope?: string | undefined };
  readonly #fetch: typeof fetch;
  #configuration: Promise<Configuration> | null = null;
  #cached: Token | null = null;
  #pending: Promise<Token> | null = null;

  constructor(
    client: { tokenUrl: string; id: string; secret: string; scope?: string | undefined },
    fetchOver: typeof fetch,
  ) {
    this.#client = client;
    this.#fetch = fetchOver;
  }

  async current(): Promise<string> {
    if (this.#cached && performance.now() < this.#cached.until) return this.#cached.text;
    this.#pending ??= this.#request().finally(() => {
      this.#pending = null;
    });
    this.#cached = await this.#pending;
    return this.#cached.text;
  }

  drop(text: string): void {
    if (this.#cached?.text === text) this.#cached = null;
  }

  async #request(): Promise<Token> {
    const { clientCredentialsGrant } = await import('openid-client');
    const { scope } = this.#client;
    try {
      this.#configuration ??= this.#configure();
      const configuration = await this.#configuration;
      const answer = await clientCredentialsGrant(configuration, scope ? { scope } : {});
      const seconds = answer.expires_in ?? Number.POSITIVE_INFINITY;
      const used = Math.max(seconds - MARGIN, seconds / 2);
      return { text: answer.access_token, until: performance.now() + used * SECOND };
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

  async #configure(): Promise<Configuration> {
    const client = await import('openid-client');
    const { tokenUrl, id, secret } = this.#client;
    const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl };
    // Basic authentication, which every token endpoint must support (RFC 6749 §2.3.1).
    const authentication = client.ClientSecretBasic(secret);
    const configuration = new client.Configuration(server, id, undefined, authentication);
    configuration.timeout = TOKEN_TIMEOUT_S;
    configuration[client.customFetch] = (url, options) => this.#fetch(url, options as RequestInit);
    if (tokenUrl.startsWith('http:')) client.allowInsecureRequests(configuration);
    return configuration;
  }
}

function codeOf(error: unknown): string {
  const { error: code, status } = Object(error);
  return String(code ?? status ?? '');
}
