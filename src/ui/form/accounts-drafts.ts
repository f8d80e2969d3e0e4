import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { refresh } from '#ui/calls/query-cache.ts';
import {
  type Draft,
  draftsOf,
  findDraft,
  forgetDraft,
  keepDraft,
  type OpenDraft,
} from './drafts.ts';

type Kept = NonNullable<CallData<'draftRead'>>;

let last: Promise<unknown> = Promise.resolve();

/** Does one thing after the other: what is sent or given up is not saved again by what went ahead. */
export function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const next = last.then(work);
  last = next.catch(() => {});
  return next;
}

/** The name by which the account knows a draft of this device. */
export function accountsName(key: string): string {
  return key.slice(key.indexOf(':') + 1);
}

/** What the account keeps of a form. */
export function contentOf(values: object, place: string | null): string {
  return JSON.stringify({ values, place });
}

/** What a page of this or another release has kept; null of what is none. */
export function readContent<Values extends object>(
  content: string,
): (Pick<Draft<Values>, 'place'> & { values: Partial<Values> }) | null {
  try {
    const { values, place } = JSON.parse(content);
    if (typeof values !== 'object' || values === null || Array.isArray(values)) return null;
    return { values, place: typeof place === 'string' ? place : null };
  } catch {
    return null;
  }
}

/**
 * Saves values for the account; null where another tab or device has gone on meanwhile. This device
 * forgets them then, unless others were typed.
 */
export async function saveValues(
  key: string,
  values: object,
  basedOn: number,
): Promise<{ saved: number } | { other: Kept | null }> {
  const place = findDraft(key)?.place ?? location.pathname;
  const content = contentOf(values, place);
  const input = { name: accountsName(key), basedOn, content };
  const { isSaved, draft } = await call('draftSave', input, { silent: true });
  if (!isSaved || !draft) return { other: draft };
  const local = findDraft(key);
  if (local?.values && isSame(local.values, values)) keepDraft(key, { version: draft.version });
  refresh(['draftList', 'draftRead']);
  return { saved: draft.version };
}

/** Forgets the account's draft of a form that was sent or given up; else it is kept for its days. */
export function forgetOpen(draft: OpenDraft): Promise<void> {
  return inTurn(async () => {
    if (draft.isKept !== false) await forgetKept(draft.key).catch(() => {});
    Object.assign(draft, { version: 0, isKept: false });
  });
}

/** Forgets a draft of the account, and on this device. */
export async function forgetKept(key: string, options = { silent: true }): Promise<void> {
  forgetDraft(key);
  await call('draftForget', { name: accountsName(key) }, options);
  refresh(['draftList', 'draftRead']);
}

/** Saves what an account typed on this device; answers whether it has all of it now. */
export function saveAll(account: string): Promise<boolean> {
  return inTurn(async () => {
    for (const key of draftsOf(account)) {
      const local = findDraft(key);
      if (!local?.values) continue;
      const outcome = await saveValues(key, local.values, local.version ?? 0).catch(() => null);
      if (!outcome || 'other' in outcome) return false;
    }
    return true;
  });
}

/** Compares what is typed, as it is kept. */
export function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
