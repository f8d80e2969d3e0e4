import { skipToken, useQuery } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/**
 * State for secrets that the server returns once, such as a token. Outlives the component; removed
 * when the session ends or the value is set to `undefined`.
 */
export function useOneTimeValue<Value>(
  name: string,
): [Value | undefined, (value: Value | undefined) => void] {
  const queryKey = ['oneTimeValue', name];
  const { data } = useQuery<Value | null>(
    { queryKey, queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY },
    queryClient,
  );
  return [data ?? undefined, (value) => queryClient.setQueryData(queryKey, value ?? null)];
}
