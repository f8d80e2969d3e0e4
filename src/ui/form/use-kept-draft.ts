import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { loginToken } from '#ui/calls/session.ts';
import { accountsName, inTurn, isSame, readContent, saveValues } from './accounts-drafts.ts';
import { findDraft, forgetDraft, keepDraft, type OpenDraft, restored } from './drafts.ts';

type Kept = NonNullable<CallData<'draftRead'>>;

const EVERY = 2000;
/** Longest time between two tries that fail, ms. */
const PATIENCE = 60_000;

/** Part of a form that is kept. */
export interface DraftForm {
  fields: { getValues: () => object; setValues: (values: object) => void };
  initialValues: object;
}

/** What became of the account's version: another one stands there, or none any more. */
type Conflict = { other: Kept | null } | null;

/**
 * Keeps what is typed for the account, from time to time, each version based on the one before. One
 * that another tab or device has kept meanwhile is offered, and neither is written over the other.
 * Without a line to the server the device alone keeps the form.
 */
export function useKeptDraft(
  form: DraftForm,
  draft: OpenDraft,
  on: { taken: () => void; known: () => void },
) {
  const [conflict, setConflict] = useState<Conflict>(null);
  const [isFailing, setFailing] = useState(false);
  const isBusy = useRef(false);
  const tries = useRef({ failed: 0, nextAt: 0 });
  const valuesNow = () => form.fields.getValues();

  const isOurs = () => draft.token !== undefined && loginToken() === draft.token;
  const holds = ({ content }: Kept) => isSame(readContent(content)?.values ?? {}, valuesNow());

  function take(kept: Kept) {
    const content = readContent(kept.content);
    if (content) {
      form.fields.setValues(restored(form.initialValues, content.values));
      on.taken();
    }
    adopt(kept);
  }

  /** The account has what the form shows. */
  function adopt({ version }: Kept) {
    Object.assign(draft, { version, isUnsaved: false });
    keepDraft(draft.key, { version });
    setConflict(null);
  }

  async function ask() {
    const name = accountsName(draft.key);
    const kept = await call('draftRead', { name }, { silent: true });
    draft.isKept = kept !== null;
    if (!kept) {
      if (draft.isUnsaved && draft.version > 0) return setConflict({ other: null });
      draft.version = 0;
      if (!draft.isUnsaved) forgetDraft(draft.key);
      return;
    }
    if (!draft.isUnsaved) take(kept);
    else if (holds(kept)) adopt(kept);
    else if (kept.version !== draft.version) setConflict({ other: kept });
  }

  async function save() {
    if (!draft.isUnsaved) return;
    const values = valuesNow();
    const outcome = await saveValues(draft.key, values, draft.version);
    if ('saved' in outcome) {
      Object.assign(draft, { version: outcome.saved, isKept: true });
      if (isSame(values, valuesNow())) draft.isUnsaved = false;
    } else if (outcome.other && holds(outcome.other)) adopt(outcome.other);
    else setConflict(outcome);
  }

  const step = useEffectEvent(async () => {
    if (isBusy.current || conflict || Date.now() < tries.current.nextAt) return;
    if (!isOurs()) return;
    if (draft.isKept !== undefined && !draft.isUnsaved) return;
    isBusy.current = true;
    try {
      const work = draft.isKept === undefined ? ask : save;
      // The session may have ended while another form was saved.
      await inTurn(async () => isOurs() && work());
      tries.current = { failed: 0, nextAt: 0 };
      setFailing(false);
    } catch {
      const failed = tries.current.failed + 1;
      tries.current = { failed, nextAt: Date.now() + Math.min(EVERY * 2 ** failed, PATIENCE) };
      setFailing(true);
    } finally {
      isBusy.current = false;
      on.known();
    }
  });
  useEffect(() => {
    void step();
    const timer = setInterval(() => void step(), EVERY);
    const leave = () => document.visibilityState === 'hidden' && void step();
    document.addEventListener('visibilitychange', leave);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', leave);
      void step();
    };
  }, []);

  // What neither the account nor this device holds is not left without asking.
  const guard = useEffectEvent((event: BeforeUnloadEvent) => {
    if (draft.isUnsaved && !isSame(findDraft(draft.key)?.values ?? {}, valuesNow()))
      event.preventDefault();
  });
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => guard(event);
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);

  return {
    conflict,
    isFailing,
    take: () => conflict?.other && take(conflict.other),
    keepOwn: () => {
      draft.version = conflict?.other?.version ?? 0;
      setConflict(null);
    },
  };
}
