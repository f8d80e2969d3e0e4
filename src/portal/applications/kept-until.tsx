import { Trans } from '@lingui/react/macro';

/** Until when a file can be fetched, where it ends at all. */
export function KeptUntil({ until }: { until: string | undefined }) {
  return (
    until && (
      <p>
        <Trans>You can download the file until {until}.</Trans>
      </p>
    )
  );
}
