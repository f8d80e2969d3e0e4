import { useLingui } from '@lingui/react';
import { useEffect, useState } from 'react';
import type { EndpointName } from '#contract/endpoints.ts';
import { call } from './call.ts';
import type { CallData, CallInput } from './call-types.ts';

export interface Answer<Data> {
  /** Undefined until the first answer; the last one stays while a newer is awaited. */
  data: Data | undefined;
  isFailed: boolean;
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

/** The answer to a reading call, asked again when input or language change; null asks nothing. */
export function useAnswer<Name extends EndpointName>(
  name: Name,
  input: CallInput<Name> | null,
  { keep = false, quiet = false }: Options = {},
): Answer<CallData<Name>> {
  const { i18n } = useLingui();
  const key = input === null ? null : `${name} ${i18n.locale} ${JSON.stringify(input)}`;
  const [round, setRound] = useState(0);
  const [state, setState] = useState<{
    key: string | null;
    data?: CallData<Name>;
    isFailed: boolean;
  }>({
    key: null,
    isFailed: false,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for name and input, `round` asks again
  useEffect(() => {
    if (key === null) return;
    const abort = new AbortController();
    const answer =
      (keep && kept.get(key)) ||
      call(name, JSON.parse(JSON.stringify(input)), {
        quiet,
        ...(!keep && { signal: abort.signal }),
      });
    if (keep) kept.set(key, answer);
    answer.then(
      (data) => {
        if (!abort.signal.aborted) setState({ key, data: data as CallData<Name>, isFailed: false });
      },
      () => {
        kept.delete(key);
        if (!abort.signal.aborted) setState((last) => ({ ...last, key, isFailed: true }));
      },
    );
    return () => abort.abort();
  }, [key, round]);

  return {
    data: state.data,
    isFailed: state.isFailed && state.key === key,
    isLoading: key !== null && state.key !== key,
    reload: () => setRound((last) => last + 1),
  };
}
