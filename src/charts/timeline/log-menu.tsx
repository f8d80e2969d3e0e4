import { Trans, useLingui } from '@lingui/react/macro';
import type { Filter } from '#charts/filter/figure-filter.ts';
import { download } from '#ui/calls/download.ts';
import { MoreMenu } from '#ui/menu/more-menu.tsx';

const formats = [
  ['xes', 'XES (IEEE 1849)'],
  ['csv', 'CSV'],
] as const;

/** Saves the histories that a filter leaves as an event log, with pseudonyms. */
export function LogMenu({ filter }: { filter: Filter }) {
  const { t } = useLingui();
  return (
    <MoreMenu label={t`Save as an event log`} glyph="download">
      {formats.map(([format, name]) => (
        <li key={format}>
          <button type="button" onClick={() => download('chartLog', { format, ...filter })}>
            <Trans>{name}, with pseudonyms</Trans>
          </button>
        </li>
      ))}
    </MoreMenu>
  );
}
