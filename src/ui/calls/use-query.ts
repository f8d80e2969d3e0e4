import { useLingui } from '@lingui/react';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { codes } from '#contract/codes.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import type { CallData, CallInput } from './call-types.ts';
import { observe, queryState, reload } from './query-cache.ts';
import { Refused } from './refused.ts';
import { loginToken } from './session.ts';

export interface QueryResult<Data> {
  /** Undefined until the first answer; the last one stays while a newer is awaited. */
  data: Data | undefined;
  isFailed: boolean;
  /** It failed because there is no such thing: asking again does not help. */
  isMissing: boolean;
  isLoading: boolean;
  /** Asks again. */
  reload: () => void;
  /** Asks again without anybody's doing, as a page does that is open. */
  poll: () => void;
}

interface Options {
  /** One answer serves the whole visit. */
  cache?: boolean;
  silent?: boolean;
}

/**
 * Answer to a reading call, shared by all parts of the page that ask the same, asked again when
 * input or language change; null asks nothing.
 */
export function useQuery<Name extends EndpointName>(
  name: Name,
  input: CallInput<Name> | null,
  { cache = false, silent = false }: Options = {},
): QueryResult<CallData<Name>> {
  const { i18n } = useLingui();
  const body = input === null ? null : JSON.stringify(input);
  // What one account may see is nothing that the next one is shown.
  const token = loginToken();
  const key = body && [name, i18n.locale, token, body].join(' ');
  const subscribe = useCallback(
    (changed: () => void) =>
      key === null || body === null
        ? () => {}
        : observe(key, { name, input: JSON.parse(body), cached: cache }, { changed, silent }),
    [key, name, body, cache, silent],
  );
  const { data, error } = useSyncExternalStore(
    subscribe,
    () => queryState(key),
    () => queryState(null),
  );
  const [last, setLast] = useState({ token, data });
  if (data !== undefined && data !== last.data) setLast({ token, data });

  const isFailed = data === undefined && error !== undefined;
  return {
    data: (isFailed ? undefined : (data ?? (last.token === token ? last.data : undefined))) as
      | CallData<Name>
      | undefined,
    isFailed,
    isMissing: isFailed && error instanceof Refused && error.code === codes.notFound,
    isLoading: key !== null && data === undefined && !isFailed,
    reload: () => reload(key),
    poll: () => reload(key, { unattended: true }),
  };
}
