import { useLingui } from '@lingui/react';
import {
  type QueryFunctionContext,
  skipToken,
  useQuery as useTanStackQuery,
} from '@tanstack/react-query';
import { codes } from '#contract/codes.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { currentLanguage } from '#ui/language/language.ts';
import { send } from './call.ts';
import type { CallData, CallInput } from './call-types.ts';
import { ApiError } from './call-types.ts';
import { queryClient, SHARED_RESPONSE_MS } from './query-client.ts';
import { loginToken } from './session.ts';

interface Options<Data> {
  /** Caches the response for the whole visit. */
  cache?: boolean;
  silent?: boolean;
  /**
   * Interval in ms of automatic refetches while the page is visible, depending on the last
   * response. The page also refetches when its tab gets the focus.
   */
  pollEvery?: (data: Data | undefined) => number | false;
}

export const queryOf = <Name extends EndpointName>(name: Name, input: CallInput<Name> | null) => ({
  queryKey: [name, input, currentLanguage(), loginToken()],
  queryFn: ({ signal, client, queryKey }: QueryFunctionContext): Promise<CallData<Name>> =>
    send(name, input as CallInput<Name>, {
      silent: true,
      signal,
      // A refetch must not extend the session.
      unattended: client.getQueryData(queryKey) !== undefined,
    }),
});

/** Also codes of a malformed input: an address with a mistyped number names nothing. */
const missing: readonly number[] = [codes.notFound, codes.invalid];

const forVisit = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };

/** Starts a call whose response or error a page is about to show. `cache` as in `useQuery`. */
export function prefetch<Name extends EndpointName>(
  name: Name,
  input: CallInput<Name>,
  { cache = false } = {},
): void {
  const query = queryOf(name, input);
  // A page that is opened again loads its data again.
  if (!cache)
    queryClient.removeQueries({ queryKey: query.queryKey, exact: true, type: 'inactive' });
  void queryClient.prefetchQuery({
    ...query,
    ...(cache ? forVisit : { gcTime: SHARED_RESPONSE_MS }),
  });
}

export function useQuery<Name extends EndpointName>(
  name: Name,
  input: CallInput<Name> | null,
  { cache = false, silent = false, pollEvery }: Options<CallData<Name>> = {},
) {
  useLingui();
  const token = loginToken();
  const { data, error, errorUpdateCount, isPending, isPlaceholderData, refetch } = useTanStackQuery<
    CallData<Name>
  >(
    {
      ...queryOf(name, input),
      enabled: input !== null,
      ...(cache && forVisit),
      meta: { silent },
      // Responses of another account are never shown.
      placeholderData: (last, query) =>
        input !== null && query?.queryKey[3] === token ? last : undefined,
      ...(pollEvery && {
        refetchInterval: (query) => pollEvery(query.state.data),
        refetchOnWindowFocus: true,
      }),
    },
    queryClient,
  );
  // Stays true during a retry, so that the retry button keeps the focus.
  const isFailed = data === undefined && errorUpdateCount > 0;
  return {
    /**
     * Undefined until the first response, and while the input is null. The previous data remain
     * while another input loads.
     */
    data,
    isFailed,
    error,
    isMissing: isFailed && error instanceof ApiError && missing.includes(error.code),
    isLoading: input !== null && (isPending || isPlaceholderData) && !isFailed,
    reload: () => void refetch(),
  };
}

/**
 * State for secrets that the server returns once, such as a token. Outlives the component; removed
 * when the session ends or the value is set to `undefined`.
 */
export function useOneTimeValue<Value>(
  name: string,
): [Value | undefined, (value: Value | undefined) => void] {
  const queryKey = ['oneTimeValue', name];
  const { data } = useTanStackQuery<Value | null>(
    { queryKey, queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY },
    queryClient,
  );
  return [data ?? undefined, (value) => queryClient.setQueryData(queryKey, value ?? null)];
}
