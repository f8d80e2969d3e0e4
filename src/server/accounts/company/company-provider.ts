import * as client from 'openid-client';
import * as z from 'zod/mini';
import { email as emailSchema } from '#contract/fields.ts';
import type { Language } from '#contract/languages.ts';
import type { StaffRole } from '#contract/staff-roles.ts';
import { rolesOfValues } from '#server/platform/config/company-sign-in-settings.ts';
import type { Config } from '#server/platform/config/config.ts';

/** Longest that one request to the provider may take, in s. */
const PATIENCE = 4;
/** Longest since the password of somebody who begins to work, in s. */
const WORKING_DAY = 12 * 60 * 60;
/** How long a provider that did not answer is left alone, in ms. */
const REST = 5_000;

/** Tokens by which the provider is asked about a person again. */
export interface CompanyTokens {
  access: string;
  refresh: string | null;
}

/** What a sign-in that began here has to come back with. */
export interface SignInChecks {
  state: string;
  nonce: string;
  verifier: string;
  /** Longest since the person was asked for a password, in s; null when it does not matter. */
  maxAge: number | null;
}

/** A person with the tokens to ask about them. */
export interface Standing {
  person: CompanyPerson;
  tokens: CompanyTokens;
}

/** The provider is away, or answers what no provider may. */
export class ProviderAway extends Error {}
/** The provider, or what it sent, says no. */
export class ProviderRefused extends Error {}

/** Address at which the provider sends people back. */
export const redirectUriOf = ({ PUBLIC_URL }: Config): string => new URL('/login', PUBLIC_URL).href;

/** The company's OpenID Connect provider, as the settings name it. */
export class CompanyProvider {
  readonly #config: Config;
  readonly #now: () => number;
  #discovered: Promise<client.Configuration> | null = null;
  #awayUntil = 0;

  constructor(config: Config, now: () => number) {
    this.#config = config;
    this.#now = now;
  }

  /**
   * Address at which a person signs in (authorization code with PKCE, RFC 7636).
   * @throws {ProviderAway}
   */
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
        // Also asks for the time of the last password, where it need not be a new one.
        max_age: String(checks.maxAge ?? WORKING_DAY),
        ...(checks.maxAge !== null && { prompt: 'login' }),
      });
      return address.href;
    });
  }

  /**
   * Exchanges what the browser came back with.
   * @throws {ProviderAway} {@link ProviderRefused}
   */
  async redeem(
    answer: Record<string, string | undefined>,
    { state, nonce, verifier, maxAge }: SignInChecks,
  ): Promise<Standing> {
    // What the browser brings says nothing about whether the provider is there.
    if (answer.error !== undefined || answer.code === undefined)
      throw new ProviderRefused('The sign-in was not finished');
    const address = new URL(redirectUriOf(this.#config));
    for (const [name, value] of Object.entries(answer))
      if (value !== undefined) address.searchParams.set(name, value);
    return this.#ask(async (provider) => {
      const answered = await client.authorizationCodeGrant(provider, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        ...(maxAge !== null && { maxAge }),
      });
      return this.#standing(provider, answered, null, answered.claims()?.sub);
    });
  }

  /**
   * Asks again about a person who signed in.
   * @throws {ProviderAway} {@link ProviderRefused}
   */
  async confirm({ access, refresh }: CompanyTokens, subject: string): Promise<Standing> {
    return this.#ask(async (provider) => {
      if (refresh === null) {
        const claims = await client.fetchUserInfo(provider, access, subject);
        return { person: personOf(this.#config, claims), tokens: { access, refresh } };
      }
      const answered = await client.refreshTokenGrant(provider, refresh);
      return this.#standing(provider, answered, refresh, subject);
    });
  }

  async #standing(
    provider: client.Configuration,
    answered: Awaited<ReturnType<typeof client.authorizationCodeGrant>>,
    refreshBefore: string | null,
    subject: string | undefined,
  ): Promise<Standing> {
    const { access_token: access, refresh_token: refresh = refreshBefore } = answered;
    const signed = answered.claims();
    if (subject === undefined || (signed && signed.sub !== subject))
      throw new ProviderRefused('The ID token is of another subject');
    const hasUserInfo = provider.serverMetadata().userinfo_endpoint !== undefined;
    if (!hasUserInfo && refresh === null)
      throw new ProviderRefused('There is neither a refresh token nor a userinfo endpoint');
    const claims = hasUserInfo ? await client.fetchUserInfo(provider, access, subject) : {};
    return {
      person: personOf(this.#config, { ...signed, ...claims, sub: subject }),
      tokens: { access, refresh },
    };
  }

  /** Asks a provider that is there; a failure says whether it is away or refuses. */
  async #ask<Answer>(question: (provider: client.Configuration) => Promise<Answer>) {
    if (this.#awayUntil > this.#now()) throw new ProviderAway('It did not answer a moment ago');
    try {
      return await question(await this.#discover());
    } catch (error) {
      if (error instanceof ProviderAway) throw error;
      if (isRefusal(error)) throw new ProviderRefused(reasonOf(error), { cause: error });
      throw this.#away(error);
    }
  }

  #discover(): Promise<client.Configuration> {
    this.#discovered ??= this.#discovery().catch((error: unknown) => {
      this.#discovered = null;
      throw this.#away(error);
    });
    return this.#discovered;
  }

  #away(error: unknown): ProviderAway {
    if (isSilence(error)) this.#awayUntil = this.#now() + REST;
    return new ProviderAway(reasonOf(error), { cause: error });
  }

  async #discovery(): Promise<client.Configuration> {
    const { OIDC_ISSUER = '', OIDC_CLIENT_ID = '', OIDC_CLIENT_SECRET = '' } = this.#config;
    const issuer = new URL(OIDC_ISSUER);
    // Of the client's two ways the one that the provider knows; without a word of it, the first (RFC 8414 §2).
    const auth: client.ClientAuth = (server, ...rest) => {
      const known = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const way = known.includes('client_secret_basic')
        ? client.ClientSecretBasic(OIDC_CLIENT_SECRET)
        : client.ClientSecretPost(OIDC_CLIENT_SECRET);
      return way(server, ...rest);
    };
    return client.discovery(issuer, OIDC_CLIENT_ID, {}, auth, {
      timeout: PATIENCE,
      execute: [
        // Also what comes straight from the provider is looked at for its signature.
        client.enableNonRepudiationChecks,
        ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    });
  }
}

/** Refusals of the client itself are the operator's to mend, and nobody's session ends by them. */
const operatorsErrors = ['invalid_client', 'unauthorized_client', 'unsupported_grant_type'];
const passingErrors = ['server_error', 'temporarily_unavailable', ...operatorsErrors];
/** Answers that hold what they may not: a token of another issuer, client, person or time. */
const wrongAnswers = [
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_INVALID_RESPONSE',
];

function isRefusal(error: unknown): boolean {
  if (error instanceof ProviderRefused) return true;
  if (error instanceof client.AuthorizationResponseError) return true;
  if (error instanceof client.ResponseBodyError)
    return error.status < 500 && error.status !== 429 && !passingErrors.includes(error.error);
  if (error instanceof client.WWWAuthenticateChallengeError) return error.status < 500;
  if (!(error instanceof client.ClientError)) return false;
  const { cause } = error;
  if (cause instanceof Response) return cause.status === 401 || cause.status === 403;
  return wrongAnswers.includes(error.code ?? '');
}

/** No answer came, so that there is no use in asking again at once. */
function isSilence(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  return error instanceof client.ClientError && error.code === 'OAUTH_TIMEOUT';
}

/** What went wrong, without what the provider sent: there may be tokens in it. */
function reasonOf(error: unknown): string {
  if (error instanceof ProviderRefused) return error.message;
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  const answer = 'error' in error ? `, ${String(error.error)}` : '';
  const status = 'status' in error ? `, status ${String(error.status)}` : '';
  return `${error.name}, ${String(code ?? error.message)}${answer}${status}`;
}

/** A person as the company's provider describes them. */
export interface CompanyPerson {
  subject: string;
  /** Null unless the provider says that it is theirs. */
  email: string | null;
  roles: readonly StaffRole[];
  /** When they were asked for a password last, ms since the epoch; null of a provider that does not say. */
  authenticatedAt: number | null;
}

const claimsSchema = z.object({
  sub: z.string(),
  email: z.catch(z.optional(z.string()), undefined),
  // Only the word of the standard counts: `"false"` is a text, and true of a text.
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

/** Reads the claims of an ID token and of the userinfo endpoint; what has another shape counts as missing. */
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

/** A claim by its name, which may hold dots itself, else by the way that the dots lead. */
function claimAt(claims: Record<string, unknown>, name: string): unknown {
  const own = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, key)
      ? (value as Record<string, unknown>)[key]
      : undefined;
  return own(claims, name) ?? name.split('.').reduce(own, claims as unknown);
}
