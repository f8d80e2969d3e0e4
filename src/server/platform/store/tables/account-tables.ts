import type { Generated } from 'kysely';

export interface AccountTable {
  id: string;
  email: string;
  is_reviewer: number;
  is_lead: Generated<number>;
  is_auditor: Generated<number>;
  is_analyst: Generated<number>;
  /** Language of the last sign-in; mails are written in it. */
  language: string;
  created_at: number;
}

export interface SessionTable {
  /** SHA-256 of the token: who reads the database cannot sign in with it. */
  token_digest: string;
  account_id: string;
  created_at: number;
  expires_at: number;
  /** When the second factor was given in this session. */
  second_factor_at: number | null;
}

/** The context of the challenge machine, one row an address. */
export interface ChallengeTable {
  email: string;
  state: 'idle' | 'codeSent' | 'locked';
  digest: string | null;
  sent_at: number | null;
  wrong_tries: number;
  locked_until: number | null;
}

/** Staff's authenticator app; secrets are sealed under the installation's own. */
export interface SecondFactorTable {
  account_id: string;
  /** Null until a code confirmed the first one. */
  secret: string | null;
  pending_secret: string | null;
  /** Step of the last code that was taken: none is taken twice. */
  last_step: number;
  wrong_tries: number;
  locked_until: number | null;
}

/** Codes that stand in for the app, each once. */
export interface RecoveryCodeTable {
  account_id: string;
  digest: string;
}

export interface CookieChoiceTable {
  id: string;
  functional: number;
  recorded_at: number;
}
