import { Trans, useLingui } from '@lingui/react/macro';
import type { Filter } from '#charts/filter/figure-filter.ts';
import { logFormats } from '#contract/log-formats.ts';
import { download } from '#ui/calls/download.ts';
import { MoreMenu } from '#ui/menu/more-menu.tsx';

/** Saves the histories that a filter leaves as an event log, with pseudonyms. */
export function LogMenu({ filter }: { filter: Filter }) {
  const { t } = useLingui();
  const names: Record<(typeof logFormats)[number], string> = {
    xes: 'XES (IEEE 1849)',
    json: 'OCEL 2.0 (JSON)',
    csv: 'CSV',
  };
  return (
    <MoreMenu label={t`Save as an event log`} glyph="download">
      {logFormats.map((format) => (
        <li key={format}>
          <button type="button" onClick={() => download('chartLog', { format, ...filter })}>
            <Trans>{names[format]}, with pseudonyms</Trans>
          </button>
        </li>
      ))}
    </MoreMenu>
  );
}
