import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from 'kysely';
import { codes } from '#contract/codes.ts';
import { endSessions } from '#server/accounts/sessions/sessions.ts';
import { digestOf, seal, unseal } from '#server/accounts/sign-in/secrets.ts';
import { COMPANY } from '#server/accounts/staff/roles.ts';
import { requireSecretInUse } from '#server/platform/audit/keys-in-use.ts';
import {
  deleteRows,
  findRow,
  insertRows,
  requireRow,
  updateRows,
} from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Account } from '#server/platform/http/route.ts';
import { signInError, syncRoles } from './company-accounts.ts';
import {
  CompanyProvider,
  type CompanyTokens,
  type ConfirmedPerson,
  ProviderRejected,
  ProviderUnavailable,
} from './company-provider.ts';

const CONFIRMATION_LIFETIME_MS = 60_000;
/** Lease for confirming a session, in ms: long enough for four requests that time out. */
const ASKING_LEASE = 16_000;
const POLL = 250;

/** Purpose of the key that encrypts the tokens, so that another session cannot use them. */
export const companySession = (digest: string): string => `company session ${digest}`;

type Row = Schema['company_session'];

export class CompanySessions {
  readonly provider: CompanyProvider;
  readonly #services: Services;
  readonly #log: Pick<FastifyBaseLogger, 'warn'>;
  readonly #asking = new Map<string, Promise<void>>();

  constructor(services: Services, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#services = services;
    this.#log = log;
    this.provider = new CompanyProvider(services.config);
  }

  async save(trx: Transaction<Schema>, digest: string, { person, tokens }: ConfirmedPerson) {
    const { config, now } = this.#services;
    await insertRows(trx, 'company_session', {
      token_digest: digest,
      issuer: config.OIDC_ISSUER ?? '',
      subject: person.subject,
      tokens: this.#seal(digest, tokens),
      confirmed_at: now(),
      asking_until: null,
    });
  }

  async endOthers(): Promise<void> {
    const { store, config } = this.#services;
    const others = await store.db
      .selectFrom('company_session')
      .select('token_digest')
      .where('issuer', '!=', config.OIDC_ISSUER ?? '')
      .execute();
    for (const other of others) await this.#end(other);
  }

  /**
   * Returns the account found by `find`, once the provider has confirmed the session. In a session
   * opened with a mailed code, an account that is linked to the provider has no roles.
   * @throws {ApiError} `otherSystemUnavailable`
   */
  async accountOf(token: string, find: () => Promise<Account | null>): Promise<Account | null> {
    const { store, config } = this.#services;
    const account = await find();
    if (config.OIDC_ISSUER === undefined || !account) return account;
    const session = await store.db
      .selectFrom('session')
      .leftJoin('company_session', 'company_session.token_digest', 'session.token_digest')
      .leftJoin('company_identity', (join) =>
        join
          .onRef('company_identity.account_id', '=', 'session.account_id')
          .on('company_identity.issuer', '=', config.OIDC_ISSUER ?? ''),
      )
      .select(['company_session.subject as began_there', 'company_identity.subject as is_there'])
      .where('session.token_digest', '=', digestOf(token))
      .executeTakeFirst();
    // Loads the account again: the confirmation may have changed its roles or ended the session.
    if (session?.began_there) {
      const confirmed = (await this.#confirm(digestOf(token))) ? await find() : account;
      return confirmed && { ...confirmed, isOfCompany: true };
    }
    const hasRoles = config.STAFF_CODE_SIGN_IN === 'yes' && !session?.is_there;
    return hasRoles ? account : { ...account, roles: [], secondFactor: 'notNeeded' };
  }

  /**
   * Asks the provider to reconfirm a session if the last confirmation is older than a minute. Ends
   * a rejected session, and updates the roles. Returns whether the provider was asked.
   * @throws {ApiError} `otherSystemUnavailable`; the session does not end
   */
  async #confirm(digest: string): Promise<boolean> {
    const row = await this.#find(digest);
    if (!row || !this.#isDue(row)) return false;
    const request = this.#asking.get(digest) ?? this.#askOnce(row);
    this.#asking.set(digest, request);
    try {
      await request;
      return true;
    } finally {
      this.#asking.delete(digest);
    }
  }

  errorOf(error: unknown): unknown {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRejected)) return error;
    this.#log.warn(`The company’s sign-in service: ${error.message}`);
    return error instanceof ProviderUnavailable
      ? new ApiError(codes.otherSystemUnavailable, { system: 'companySignIn' })
      : signInError('unfinished');
  }

  #isDue({ confirmed_at }: Row): boolean {
    return confirmed_at + CONFIRMATION_LIFETIME_MS <= this.#services.now();
  }

  async #askOnce(row: Row): Promise<void> {
    const { store, config, now } = this.#services;
    await requireSecretInUse(store.db, config);
    const { numUpdatedRows } = await store.db
      .updateTable('company_session')
      .set({ asking_until: now() + ASKING_LEASE })
      .where('token_digest', '=', row.token_digest)
      .where('confirmed_at', '=', row.confirmed_at)
      .where((eb) => eb.or([eb('asking_until', 'is', null), eb('asking_until', '<=', now())]))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return this.#awaitOther(row);
    const askedAt = now();
    try {
      const tokens = this.#unseal(row);
      if (!tokens) return this.#end(row);
      const confirmed = await this.provider.confirm(tokens, row.subject);
      await this.#saveConfirmation(row, confirmed, askedAt);
    } catch (error) {
      if (error instanceof ProviderRejected) return this.#end(row);
      const key = { token_digest: row.token_digest };
      await updateRows(store.db, 'company_session', key, { asking_until: null });
      throw this.errorOf(error);
    }
  }

  async #saveConfirmation(
    { token_digest }: Row,
    { person, tokens }: ConfirmedPerson,
    askedAt: number,
  ): Promise<void> {
    const { store } = this.#services;
    const key = { token_digest };
    await store.transact(async (trx) => {
      const session = await findRow(trx, 'session', key);
      if (!session) return;
      await syncRoles({ services: this.#services, trx }, session.account_id, person);
      await updateRows(trx, 'company_session', key, {
        confirmed_at: askedAt,
        asking_until: null,
        tokens: this.#seal(token_digest, tokens),
      });
    });
  }

  async #awaitOther(row: Row): Promise<void> {
    for (let waited = 0; waited < ASKING_LEASE; waited += POLL) {
      const now = await this.#find(row.token_digest);
      if (!now || !this.#isDue(now)) return;
      if (now.asking_until === null) break;
      await sleep(POLL);
    }
    throw this.errorOf(new ProviderUnavailable('another process could not reach it'));
  }

  #find(digest: string): Promise<Row | undefined> {
    return findRow(this.#services.store.db, 'company_session', { token_digest: digest });
  }

  async #end({ token_digest: digest }: Pick<Row, 'token_digest'>): Promise<void> {
    const { store } = this.#services;
    await store.transact(async (trx) => {
      const session = await findRow(trx, 'session', { token_digest: digest });
      await deleteRows(trx, 'company_session', { token_digest: digest });
      if (!session) return;
      const account = await requireRow(trx, 'account', { id: session.account_id });
      const ending = { account, because: 'directory', only: digest, by: COMPANY } as const;
      await endSessions({ services: this.#services, trx }, ending);
    });
  }

  #seal(digest: string, tokens: CompanyTokens): string {
    const text = Buffer.from(JSON.stringify(tokens));
    return seal(this.#services.config, text, companySession(digest));
  }

  #unseal({ token_digest, tokens }: Row): CompanyTokens | null {
    const opened = unseal(this.#services.config, tokens, companySession(token_digest));
    return opened && (JSON.parse(opened.toString()) as CompanyTokens);
  }
}
