import type { ReactElement } from 'react';
import type { EndpointName } from '#contract/endpoints.ts';
import type { CallData, CallInput } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { FullScreenLoader } from './loading.tsx';
import { PageFailed } from './page.tsx';

export function usePageQuery<Name extends EndpointName>(
  name: Name,
  input: CallInput<Name>,
  options?: Parameters<typeof useQuery<Name>>[2],
): { data: CallData<Name> | undefined; isLoading: boolean; fallback: ReactElement } {
  const { data, isLoading, isFailed, reload } = useQuery(name, input, options);
  const fallback = isFailed ? <PageFailed onRetry={reload} /> : <FullScreenLoader />;
  return { data, isLoading, fallback };
}
