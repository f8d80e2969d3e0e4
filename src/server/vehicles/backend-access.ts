import { readFileSync } from 'node:fs';
import type { Agent } from 'undici';
import { BackendTokens } from './backend-tokens.ts';

/** The back end of a car maker, and how the portal shows it who asks. */
export interface BackendLocation {
  /** With a user and password, these are sent as Basic authentication. */
  url: string;
  /** A bearer token. */
  token?: string | undefined;
  /** OAuth 2.0 client credentials that give such tokens. */
  client?: { tokenUrl: string; id: string; secret: string; scope?: string | undefined } | undefined;
  /** Files (PEM) of mutual TLS. */
  tls?: { certificate?: string | undefined; key?: string | undefined; ca?: string | undefined };
}

/** How the back end is asked: by whom, and over which connections. */
export interface BackendAccess {
  fetch: typeof fetch;
  authorization(): Promise<string | null>;
  /** The back end did not take it (401). Answers true where another one can be had. */
  refused(authorization: string | null): boolean;
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

/** The back end that the settings name; undefined of none. */
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

/** Connections and tokens outlive the request that needed them first. */
const accesses = new Map<string, BackendAccess>();

/** The way to ask the back end at a location, one a location. */
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
      refused: (authorization) => {
        tokens.forget(authorization?.replace('Bearer ', '') ?? '');
        return true;
      },
    };
  }
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
    // Loaded by who needs it alone.
    agent ??= import('undici').then(({ Agent }) => new Agent({ connect }));
    const over: RequestInit & { dispatcher: Agent } = { ...init, dispatcher: await agent };
    return fetch(input, over);
  };
}
