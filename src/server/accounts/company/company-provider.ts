import * as client from 'openid-client';
import * as z from 'zod/mini';
import { email as emailSchema } from '#contract/fields.ts';
import type { Language } from '#contract/languages.ts';
import type { StaffRole } from '#contract/staff-roles.ts';
import { rolesOfValues } from '#server/platform/config/company-sign-in-settings.ts';
import type { Config } from '#server/platform/config/config.ts';

const REQUEST_TIMEOUT_S = 4;
const MAX_LOGIN_AGE_S = 12 * 60 * 60;

export interface CompanyTokens {
  access: string;
  refresh: string | null;
}

interface SignInChecks {
  state: string;
  nonce: string;
  verifier: string;
  maxAge: number | null;
}

export interface ConfirmedPerson {
  person: CompanyPerson;
  tokens: CompanyTokens;
}

export class ProviderUnavailable extends Error {}
export class ProviderRejected extends Error {}

export const redirectUriOf = ({ PUBLIC_URL }: Config): string => new URL('/login', PUBLIC_URL).href;

export class CompanyProvider {
  readonly #config: Config;
  #discovered: Promise<client.Configuration> | null = null;

  constructor(config: Config) {
    this.#config = config;
  }

  /** URL of the sign-in (authorization code with PKCE, RFC 7636). */
  async signInAddress(checks: SignInChecks, language: Language): Promise<string> {
    const { OIDC_SCOPE } = this.#config;
    return this.#ask(async (provider) => {
      const address = client.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUriOf(this.#config),
        scope: OIDC_SCOPE,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
        ui_locales: language,
        // Also makes the provider report the time of the password login (`auth_time`).
        max_age: String(checks.maxAge ?? MAX_LOGIN_AGE_S),
        ...(checks.maxAge !== null && { prompt: 'login' }),
      });
      return address.href;
    });
  }

  /** Throws {@link ProviderUnavailable} or {@link ProviderRejected}, as `confirm` does. */
  async redeem(
    answer: Record<string, string | undefined>,
    { state, nonce, verifier, maxAge }: SignInChecks,
  ): Promise<ConfirmedPerson> {
    if (answer.error !== undefined || answer.code === undefined)
      throw new ProviderRejected('The sign-in was not finished');
    const address = new URL(redirectUriOf(this.#config));
    for (const [name, value] of Object.entries(answer))
      if (value !== undefined) address.searchParams.set(name, value);
    return this.#ask(async (provider) => {
      const tokenResponse = await client.authorizationCodeGrant(provider, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        ...(maxAge !== null && { maxAge }),
      });
      return this.#personFrom(provider, tokenResponse, null, tokenResponse.claims()?.sub);
    });
  }

  async confirm({ access, refresh }: CompanyTokens, subject: string): Promise<ConfirmedPerson> {
    return this.#ask(async (provider) => {
      if (refresh === null) {
        const claims = await client.fetchUserInfo(provider, access, subject);
        return { person: personOf(this.#config, claims), tokens: { access, refresh } };
      }
      const tokenResponse = await client.refreshTokenGrant(provider, refresh);
      return this.#personFrom(provider, tokenResponse, refresh, subject);
    });
  }

  async #personFrom(
    provider: client.Configuration,
    tokenResponse: Awaited<ReturnType<typeof client.authorizationCodeGrant>>,
    refreshBefore: string | null,
    subject: string | undefined,
  ): Promise<ConfirmedPerson> {
    const { access_token: access, refresh_token: refresh = refreshBefore } = tokenResponse;
    const signed = tokenResponse.claims();
    if (subject === undefined || (signed && signed.sub !== subject))
      throw new ProviderRejected('The ID token is of another subject');
    const hasUserInfo = provider.serverMetadata().userinfo_endpoint !== undefined;
    if (!hasUserInfo && refresh === null)
      throw new ProviderRejected('There is neither a refresh token nor a userinfo endpoint');
    const claims = hasUserInfo ? await client.fetchUserInfo(provider, access, subject) : {};
    return {
      person: personOf(this.#config, { ...signed, ...claims, sub: subject }),
      tokens: { access, refresh },
    };
  }

  async #ask<Answer>(question: (provider: client.Configuration) => Promise<Answer>) {
    try {
      return await question(await this.#discover());
    } catch (error) {
      if (error instanceof ProviderUnavailable) throw error;
      const Reason = isRejection(error) ? ProviderRejected : ProviderUnavailable;
      throw new Reason(reasonOf(error), { cause: error });
    }
  }

  #discover(): Promise<client.Configuration> {
    this.#discovered ??= this.#discovery().catch((error: unknown) => {
      this.#discovered = null;
      throw new ProviderUnavailable(reasonOf(error), { cause: error });
    });
    return this.#discovered;
  }

  async #discovery(): Promise<client.Configuration> {
    const { OIDC_ISSUER = '', OIDC_CLIENT_ID = '', OIDC_CLIENT_SECRET = '' } = this.#config;
    const issuer = new URL(OIDC_ISSUER);
    // `client_secret_basic` is the default (RFC 8414 §2).
    const auth: client.ClientAuth = (server, ...rest) => {
      const known = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const method = known.includes('client_secret_basic')
        ? client.ClientSecretBasic(OIDC_CLIENT_SECRET)
        : client.ClientSecretPost(OIDC_CLIENT_SECRET);
      return method(server, ...rest);
    };
    return client.discovery(issuer, OIDC_CLIENT_ID, {}, auth, {
      timeout: REQUEST_TIMEOUT_S,
      execute: [
        // Verifies signatures, also of tokens that come directly from the provider.
        client.enableNonRepudiationChecks,
        ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    });
  }
}

/** Configuration errors of this client. The operator must fix them; they do not end sessions. */
const clientErrors = ['invalid_client', 'unauthorized_client', 'unsupported_grant_type'];
const temporaryErrors = ['server_error', 'temporarily_unavailable', ...clientErrors];
const failedChecks = [
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_INVALID_RESPONSE',
];

function isRejection(error: unknown): boolean {
  if (error instanceof ProviderRejected) return true;
  if (error instanceof client.AuthorizationResponseError) return true;
  if (error instanceof client.ResponseBodyError)
    return error.status < 500 && error.status !== 429 && !temporaryErrors.includes(error.error);
  if (error instanceof client.WWWAuthenticateChallengeError) return error.status < 500;
  if (!(error instanceof client.ClientError)) return false;
  const { cause } = error;
  if (cause instanceof Response) return cause.status === 401 || cause.status === 403;
  return failedChecks.includes(error.code ?? '');
}

/** Describes an error without the provider's response, which may contain tokens. */
function reasonOf(error: unknown): string {
  if (error instanceof ProviderRejected) return error.message;
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  const answer = 'error' in error ? `, ${String(error.error)}` : '';
  const status = 'status' in error ? `, status ${String(error.status)}` : '';
  return `${error.name}, ${String(code ?? error.message)}${answer}${status}`;
}

export interface CompanyPerson {
  subject: string;
  /** Null unless the provider has verified the address. */
  email: string | null;
  roles: readonly StaffRole[];
  /** Time of the password login, ms since the epoch; null when the provider does not report it. */
  authenticatedAt: number | null;
}

const claimsSchema = z.object({
  sub: z.string(),
  email: z.catch(z.optional(z.string()), undefined),
  // Accepts only a boolean, as the standard requires: the string `"false"` would be truthy.
  email_verified: z.catch(z.optional(z.boolean()), false),
  auth_time: z.catch(z.optional(z.number()), undefined),
});

const rolesSchema = z.catch(
  z.union([
    z.array(z.string()),
    z.pipe(
      z.string(),
      z.transform((one: string) => [one]),
    ),
  ]),
  [],
);

export function personOf(
  { OIDC_ROLES, OIDC_ROLES_CLAIM }: Config,
  claims: Record<string, unknown>,
): CompanyPerson {
  const { sub, email, email_verified, auth_time } = claimsSchema.parse(claims);
  const address = email_verified ? emailSchema().safeParse(email) : null;
  return {
    subject: sub,
    email: address?.success ? address.data : null,
    roles: rolesOfValues(OIDC_ROLES, rolesSchema.parse(claimAt(claims, OIDC_ROLES_CLAIM))),
    authenticatedAt: auth_time === undefined ? null : auth_time * 1000,
  };
}

/** Finds a claim by its full name, which may contain dots, or by a dotted path. */
function claimAt(claims: Record<string, unknown>, name: string): unknown {
  const own = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, key)
      ? (value as Record<string, unknown>)[key]
      : undefined;
  return own(claims, name) ?? name.split('.').reduce(own, claims as unknown);
}
