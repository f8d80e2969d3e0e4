import type { Configuration } from 'openid-client';
import { BackendError } from './backend-error.ts';

const SECOND = 1000;
/** Time before its end at which a token is used no more, in s; a short one for half its time. */
const MARGIN = 30;
/** Longest that the token endpoint may take, in s. */
const PATIENCE = 8;

interface Token {
  text: string;
  /** By `performance.now()`. */
  until: number;
}

/** Tokens of OAuth 2.0 client credentials (RFC 6749 §4.4), kept until shortly before their end. */
export class BackendTokens {
  readonly #client: { tokenUrl: string; id: string; secret: string; scope?: string | undefined };
  readonly #fetch: typeof fetch;
  #configuration: Promise<Configuration> | null = null;
  #held: Token | null = null;
  /** Whoever comes meanwhile waits for the same answer. */
  #asking: Promise<Token> | null = null;

  constructor(
    client: { tokenUrl: string; id: string; secret: string; scope?: string | undefined },
    fetchOver: typeof fetch,
  ) {
    this.#client = client;
    this.#fetch = fetchOver;
  }

  /** @throws {BackendError} `away` when the endpoint gives none */
  async current(): Promise<string> {
    if (this.#held && performance.now() < this.#held.until) return this.#held.text;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    this.#held = await this.#asking;
    return this.#held.text;
  }

  /** Uses a token no more, whatever its end. */
  forget(text: string): void {
    if (this.#held?.text === text) this.#held = null;
  }

  async #ask(): Promise<Token> {
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
    // RFC 6749 §2.3.1: what every endpoint has to take.
    const authentication = client.ClientSecretBasic(secret);
    const configuration = new client.Configuration(server, id, undefined, authentication);
    configuration.timeout = PATIENCE;
    configuration[client.customFetch] = (url, options) => this.#fetch(url, options as RequestInit);
    if (tokenUrl.startsWith('http:')) client.allowInsecureRequests(configuration);
    return configuration;
  }
}

/** Code of RFC 6749 §5.2 where the endpoint gave one, else the status of its answer. */
function codeOf(error: unknown): string {
  const { error: code, status } = Object(error);
  return String(code ?? status ?? '');
}
