import type { EndpointName } from '#contract/endpoints.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { FullScreenLoader } from './loading.tsx';
import { PageFailed } from './page.tsx';

/** Query of a whole page, with what the page shows while it has no data. */
export function usePageQuery<Name extends EndpointName>(
  ...query: Parameters<typeof useQuery<Name>>
) {
  const result = useQuery(...query);
  const fallback = result.isFailed ? <PageFailed onRetry={result.reload} /> : <FullScreenLoader />;
  return { ...result, fallback };
}
