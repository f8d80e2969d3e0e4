import { useLingui } from '@lingui/react';
import { useEffect, useState } from 'react';
import { codes } from '#contract/codes.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { call } from './call.ts';
import type { CallData, CallInput } from './call-types.ts';
import { Refused } from './refused.ts';

export interface Answer<Data> {
  /** Undefined until the first answer; the last one stays while a newer is awaited. */
  data: Data | undefined;
  isFailed: boolean;
  /** It failed because there is no such thing: asking again does not help. */
  isMissing: boolean;
  isLoading: boolean;
  /** Asks again. */
  reload: () => void;
}

/** Answers that stay the same for a visit, by call and language. */
const kept = new Map<string, Promise<unknown>>();

interface Options {
  /** One answer serves the whole visit. */
  keep?: boolean;
  quiet?: boolean;
}

interface State<Data> {
  /** What was asked last, and is answered. */
  key: string | null;
  isFailed: boolean;
  isMissing: boolean;
  data?: Data;
  /** What `data` answers. */
  dataKey: string | null;
}
const nothingYet = { key: null, dataKey: null, isFailed: false, isMissing: false };

/** The answer to a reading call, asked again when input or language change; null asks nothing. */
export function useAnswer<Name extends EndpointName>(
  name: Name,
  input: CallInput<Name> | null,
  { keep = false, quiet = false }: Options = {},
): Answer<CallData<Name>> {
  const { i18n } = useLingui();
  const body = input === null ? null : JSON.stringify(input);
  const key = body && `${name} ${i18n.locale} ${body}`;
  const [round, setRound] = useState(0);
  const [state, setState] = useState<State<CallData<Name>>>(nothingYet);

  useEffect(() => {
    if (key === null || body === null) return;
    const abort = new AbortController();
    const answer =
      // Whoever asks again wants to know it anew.
      (keep && round === 0 && kept.get(key)) ||
      call(name, JSON.parse(body), {
        quiet,
        ...(!keep && { signal: abort.signal }),
      });
    if (keep) kept.set(key, answer);
    answer.then(
      (data) => {
        if (!abort.signal.aborted)
          setState({ ...nothingYet, key, data: data as CallData<Name>, dataKey: key });
      },
      (error: unknown) => {
        kept.delete(key);
        const isMissing = error instanceof Refused && error.code === codes.notFound;
        if (!abort.signal.aborted)
          setState((last) => ({ ...last, key, isFailed: true, isMissing }));
      },
    );
    return () => abort.abort();
  }, [key, name, body, keep, quiet, round]);

  // A failed reload leaves what is there, so that nothing that is being typed beside it is lost.
  const isStale = state.isFailed && state.key === key && state.dataKey !== key;
  return {
    data: isStale ? undefined : state.data,
    isFailed: isStale,
    isMissing: isStale && state.isMissing,
    isLoading: key !== null && state.key !== key,
    reload: () => setRound((last) => last + 1),
  };
}
