import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Adapter, type AdapterPayload } from 'oidc-provider';

/** A person as the company knows them. */
export interface Employee {
  email?: string;
  email_verified?: boolean | string;
  roles?: string | string[];
  realm_access?: { roles: string[] };
}

type Claims = Record<string, unknown>;

interface Options {
  /** The provider gives refresh tokens. */
  hasRefreshTokens?: boolean;
  redirectUri: string;
}

export const CLIENT = { id: 'portal', secret: 'secret of the portal, as the provider has it' };

/** An OpenID Connect provider on this machine, with people who can be changed and dismissed. */
export async function startCompany({ hasRefreshTokens = false, redirectUri }: Options) {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const people = new Map<string, Employee>();
  const stored = new Map<string, AdapterPayload>();
  const key = newKey();
  const hooks = {
    /** Changes the claims of the ID tokens, or the key that signs them; unsigned with null. */
    idToken: null as
      | null
      | ((claims: Claims) => { claims: Claims; key?: KeyObject | null; header?: object }),
    status: null as null | number,
    acceptsCodesAgain: false,
  };
  let requests = 0;

  const provider = new Provider(issuer, {
    adapter: (model) => adapterOf(model, stored, hooks),
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', ...(hasRefreshTokens ? ['refresh_token'] : [])],
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      roles: ['roles', 'realm_access'],
    },
    scopes: ['openid', 'roles'],
    conformIdTokenClaims: false,
    cookies: { keys: ['of this test'] },
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: 'one', use: 'sig' }] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    ...(hasRefreshTokens && { issueRefreshToken: async () => true }),
    rotateRefreshToken: true,
    findAccount: (_, sub) => {
      const person = people.get(sub);
      return person && { accountId: sub, claims: async () => ({ sub, ...person }) as never };
    },
    // The company's own application needs no consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        clientId: CLIENT.id,
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email roles');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (ctx, next) => {
    requests++;
    if (hooks.status !== null) {
      ctx.status = hooks.status;
      return;
    }
    await next();
    const body = ctx.body as { id_token?: string } | undefined;
    if (ctx.path !== '/token' || !hooks.idToken || !body?.id_token) return;
    const { claims, header, ...changed } = hooks.idToken(claimsOf(body.id_token));
    const own = changed.key === undefined ? key : changed.key;
    ctx.body = { ...body, id_token: signed(claims, own, header) };
  });
  const answer = provider.callback();
  let signingIn = '';
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response);
    provider
      .interactionFinished(request, response, { login: { accountId: signingIn } })
      .catch((error) => response.writeHead(500).end(String(error)));
  });

  return {
    issuer,
    hooks,
    requests: () => requests,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_SCOPE: 'openid email roles',
    },
    employ: (sub: string, person: Employee) => void people.set(sub, person),
    dismiss: (sub: string) => void people.delete(sub),
    /** Ends all sessions at the provider. */
    endSessions: () => {
      for (const id of stored.keys()) if (id.startsWith('Session:')) stored.delete(id);
    },
    /** Signs a person in at the provider; returns the URL that the browser is redirected to. */
    async visit(address: string, sub: string): Promise<URL> {
      const cookies = new Map<string, string>();
      let next = new URL(address);
      for (let step = 0; step < 10; step++) {
        signingIn = sub;
        const response = await fetch(next, {
          redirect: 'manual',
          headers: {
            cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
          },
        });
        for (const cookie of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
          cookies.set(name, value);
        }
        const location = response.headers.get('location');
        if (!location) throw new Error(`${response.status}: ${await response.text()}`);
        next = new URL(location, next);
        if (next.origin !== issuer) return next;
      }
      throw new Error('The provider leads in circles');
    },
    stop: () => stop(server),
    /** Listens on the same port again. */
    async resume() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}
export type Company = Awaited<ReturnType<typeof startCompany>>;

export const newKey = () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' }));
};

async function stop(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function claimsOf(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

function signed(claims: Claims, key: KeyObject | null, header: object = {}): string {
  if (!key) return `${part({ alg: 'none' })}.${part(claims)}.`;
  const content = `${part({ alg: 'RS256', kid: 'one', ...header })}.${part(claims)}`;
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}

/** Stores the provider's data in `stored`, where tests can change them. */
function adapterOf(
  model: string,
  stored: Map<string, AdapterPayload>,
  hooks: { acceptsCodesAgain: boolean },
): Adapter {
  const idOf = (id: string) => `${model}:${id}`;
  const find = (fits: (payload: AdapterPayload) => boolean) =>
    [...stored].find(([id, payload]) => id.startsWith(`${model}:`) && fits(payload))?.[1];
  return {
    upsert: async (id, payload) => void stored.set(idOf(id), payload),
    find: async (id) => stored.get(idOf(id)),
    findByUid: async (uid) => find((payload) => payload.uid === uid),
    findByUserCode: async (userCode) => find((payload) => payload.userCode === userCode),
    consume: async (id) => {
      const payload = stored.get(idOf(id));
      if (payload && !hooks.acceptsCodesAgain) payload.consumed = Math.floor(Date.now() / 1000);
    },
    destroy: async (id) => void stored.delete(idOf(id)),
    revokeByGrantId: async (grantId) => {
      for (const [id, payload] of stored) if (payload.grantId === grantId) stored.delete(id);
    },
  };
}
