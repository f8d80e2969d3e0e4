import { codes, httpStatus } from '#contract/codes.ts';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { ApiError } from '#ui/calls/call-types.ts';
import { isLoggedOut, loginToken } from '#ui/calls/session.ts';

type StoredDraft = NonNullable<CallData<'draftRead'>>;

const PREFIX = 'draft:';
const SAVE_DELAY_MS = 1500;
const MAX_RETRY_DELAY_MS = 60_000;
const CALL_TIMEOUT_MS = 10_000;

interface Input {
  values: object;
  place: string | null;
}

/** Input in this tab's session storage that the server has not acknowledged. */
interface Unsaved extends Input {
  /** Revision of the account's draft on which the input is based; 0 if there was none. */
  revision: number;
  /** Input of a save whose outcome is unknown. */
  sent: Input | null;
}

export type DraftStatus = 'loading' | 'empty' | 'saving' | 'saved' | 'failing' | 'outdated';

interface DraftView {
  fill: (values: object) => void;
  changed: () => void;
}

/**
 * Draft of one form. Loads the account's draft and saves input while the user types. Until the
 * server acknowledges a save, the input is in the tab's session storage, where it survives a reload
 * and a new sign-in of the same account. After a conflict, nothing is saved until the user chooses
 * a version.
 */
export class Draft {
  /** Version saved elsewhere; null if sent or deleted there; undefined without a conflict. */
  newer: StoredDraft | null | undefined;
  readonly #key: string;
  readonly #token = loginToken();
  #input: Input;
  /** JSON of the values that the server has, or of the empty form. */
  #acknowledged: string;
  #revision: number;
  #sent: Input | null;
  #isLoaded = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /**
   * Settles with the last call. Calls run one after the other, because each depends on the outcome
   * of the previous one.
   */
  #last: Promise<void> = Promise.resolve();
  #view: DraftView | undefined;

  constructor(key: string, initialValues: object = {}) {
    const stored = parse<Unsaved>(sessionStorage.getItem(PREFIX + key));
    this.#key = key;
    this.#input = stored ?? { values: initialValues, place: null };
    this.#acknowledged = stored ? '' : JSON.stringify(initialValues);
    this.#revision = stored?.revision ?? 0;
    this.#sent = stored?.sent ?? null;
  }

  get unsaved(): object | undefined {
    const { values } = this.#input;
    return this.#sent || JSON.stringify(values) !== this.#acknowledged ? values : undefined;
  }

  /**
   * False if the login token has changed: another session, for example of another account, must not
   * use this object.
   */
  get isOfThisSession(): boolean {
    return this.#token !== undefined && this.#token === loginToken();
  }

  get status(): DraftStatus {
    if (this.newer !== undefined) return 'outdated';
    if (this.unsaved) return this.#failures > 0 || !this.isOfThisSession ? 'failing' : 'saving';
    if (!this.#isLoaded && this.#failures === 0) return 'loading';
    return this.#revision > 0 ? 'saved' : 'empty';
  }

  /** True while a form with this draft is on screen and has input. */
  get hasInput(): boolean {
    return this.#view !== undefined && !['loading', 'empty'].includes(this.status);
  }

  show(view: DraftView): () => void {
    this.#view = view;
    // A save may have finished since the form was rendered.
    view.changed();
    void this.#next();
    return () => {
      this.#view = undefined;
      void this.#next();
    };
  }

  type(values: object): void {
    this.#input = { values, place: location.pathname };
    // The session may have ended unnoticed, but log-out has cleared the storage.
    if (!isLoggedOut()) this.#store();
    this.#changed();
  }

  /** Resolves a conflict: continues with the other version, or overwrites it with this one. */
  choose(version: 'other' | 'own'): void {
    const { newer } = this;
    this.newer = undefined;
    this.#revision = newer?.revision ?? 0;
    if (version === 'other' && newer) this.#adopt(newer);
    // Forces a save, because the other version has replaced this one on the server.
    if (version === 'own') this.#acknowledged = '';
    this.#changed();
  }

  /** Detects that the draft was saved, sent or deleted elsewhere since this tab saved it. */
  check(): void {
    this.#last = this.#last.then(async () => {
      if (!this.#view || !this.#isLoaded || this.status === 'outdated') return;
      if (!this.isOfThisSession) return;
      const options = { ...quietly(), unattended: true };
      const stored = await call('draftRead', { name: this.#name }, options).catch(() => undefined);
      // With unsaved input, the next save detects the conflict.
      if (this.unsaved || stored === undefined) return;
      if ((stored?.revision ?? 0) === this.#revision) return;
      this.newer = stored;
      this.#changed();
    });
  }

  async save(): Promise<boolean> {
    do await this.#next();
    while (this.status === 'saving');
    return !this.unsaved;
  }

  async forget(options = { silent: true }): Promise<void> {
    const isStored = this.#revision > 0 || this.#sent !== null || !this.#isLoaded;
    this.#acknowledged = JSON.stringify(this.#input.values);
    this.#sent = null;
    this.#revision = 0;
    this.#isLoaded = true;
    this.#failures = 0;
    this.newer = undefined;
    this.#changed();
    if (!isStored) return;
    this.#last = this.#last.then(async () => {
      if (this.isOfThisSession)
        await call('draftForget', { name: this.#name }, options).catch(() => {});
    });
    await this.#last;
  }

  get #name(): string {
    return this.#key.slice(this.#key.indexOf(':') + 1);
  }

  #next(): Promise<void> {
    this.#last = this.#last.then(() => this.#loadOrSave());
    return this.#last;
  }

  async #loadOrSave(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.isOfThisSession || this.newer !== undefined) return;
    if (this.#isLoaded && !this.unsaved) return;
    try {
      await (this.unsaved ? this.#save() : this.#load());
      this.#failures = 0;
    } catch {
      this.#failures++;
    }
    this.#changed();
  }

  async #load(): Promise<void> {
    const stored = await call('draftRead', { name: this.#name }, quietly());
    this.#isLoaded = true;
    if (stored && !this.unsaved) this.#adopt(stored);
  }

  async #save(): Promise<void> {
    // A save whose outcome is unknown is repeated unchanged, because the server recognizes its
    // content.
    const { values, place } = this.#sent ?? this.#input;
    const sent = { values, place };
    this.#sent = sent;
    this.#store();
    const input = { name: this.#name, revision: this.#revision, content: JSON.stringify(sent) };
    try {
      const { revision } = await call('draftSave', input, quietly());
      // Null if `forget` was called in the meantime.
      if (this.#sent === null) return;
      this.#revision = revision;
      this.#acknowledged = JSON.stringify(values);
      this.#isLoaded = true;
      this.#sent = null;
    } catch (error) {
      if (this.#sent === null) return;
      const code = error instanceof ApiError ? error.code : 0;
      const isRejected = code !== 0 && httpStatus(code as never) < 500;
      if (isRejected) this.#sent = null;
      if (code !== codes.draftOutdated) throw error;
      this.newer = await call('draftRead', { name: this.#name }, quietly());
    }
  }

  #adopt({ revision, content }: StoredDraft): void {
    this.#revision = revision;
    this.#isLoaded = true;
    const values = inputOf(content)?.values;
    if (values) this.#view?.fill(values);
    this.#acknowledged = JSON.stringify(this.#input.values);
  }

  #changed(): void {
    // Without this session, another object may have stored newer input.
    if (this.isOfThisSession) this.#store();
    this.#view?.changed();
    const isWaiting = this.unsaved ? this.newer === undefined : this.#failures > 0;
    if (!isWaiting || !this.isOfThisSession) return;
    const delay = Math.min(SAVE_DELAY_MS * 2 ** this.#failures, MAX_RETRY_DELAY_MS);
    this.#timer ??= setTimeout(() => void this.#next(), delay);
  }

  #store(): void {
    const unsaved: Unsaved = { ...this.#input, revision: this.#revision, sent: this.#sent };
    try {
      if (this.unsaved) sessionStorage.setItem(PREFIX + this.#key, JSON.stringify(unsaved));
      else sessionStorage.removeItem(PREFIX + this.#key);
    } catch {
      // The storage is full: the input is in memory only, and leaving the page asks for
      // confirmation.
    }
  }
}

const quietly = () => ({ silent: true, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });

const drafts = new Map<string, Draft>();

const unsavedDrafts = () =>
  [...drafts.values()].filter((draft) => draft.unsaved && draft.isOfThisSession);

export const isInputOnScreen = () => [...drafts.values()].some((draft) => draft.hasInput);

export function openDraft(key: string, initialValues?: object): Draft {
  const current = drafts.get(key);
  if (current?.unsaved && current.isOfThisSession) return current;
  const draft = new Draft(key, initialValues);
  drafts.set(key, draft);
  return draft;
}

export async function saveDrafts(account: string): Promise<boolean> {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(`${PREFIX}${account}:`)) openDraft(key.slice(PREFIX.length));
  const saved = await Promise.all(unsavedDrafts().map((draft) => draft.save()));
  return saved.every(Boolean);
}

if (typeof document !== 'undefined') {
  const saveAll = () => {
    for (const draft of unsavedDrafts()) void draft.save();
  };
  addEventListener('online', saveAll);
  addEventListener('focus', () => {
    for (const draft of drafts.values()) draft.check();
  });
  document.addEventListener('visibilitychange', saveAll);
  addEventListener('beforeunload', (event) => {
    if (unsavedDrafts().length > 0) event.preventDefault();
    saveAll();
  });
}

export function inputOf(content: string): Input | null {
  const input = parse<Input>(content);
  return typeof input?.values === 'object' && input.values !== null ? input : null;
}

function parse<T>(json: string | null): T | null {
  try {
    return JSON.parse(json ?? 'null');
  } catch {
    return null;
  }
}

/**
 * Merges saved values into the current fields of a form. Fields that the saved form lacked, or had
 * with another type, get their initial values.
 */
export function restored<Values extends object>(initial: Values, saved: object): Values {
  const values = Object.entries(initial).map(([field, start]) => {
    const value: unknown = (saved as Record<string, unknown>)[field];
    if (typeOf(value) !== typeOf(start)) return [field, start];
    return [field, typeOf(value) === 'object' ? restored(start, value as object) : value];
  });
  return Object.fromEntries(values) as Values;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
