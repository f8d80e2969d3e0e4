import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { TypeCoverage } from '#contract/data-coverage.ts';
import { formatDate } from '#ui/format/dates.ts';
import { formatDays, formatSize } from '#ui/format/numbers.ts';
import styles from './type-figures.module.css';

/** What there is of one data type in the range: rows, size, first and last, gaps. */
export function TypeFigures({ coverage }: { coverage: TypeCoverage }) {
  const { i18n } = useLingui();
  const { rows, leastRows, bytes } = coverage;
  if (leastRows === 0)
    return (
      <span className={styles.figures}>
        <b>
          <Trans>No data in this range</Trans>
        </b>
      </span>
    );
  const size = formatSize(bytes, i18n.locale);
  return (
    <span className={styles.figures}>
      <b>
        {rows === null ? (
          <Plural value={leastRows} one="At least # row" other="At least # rows" />
        ) : (
          <Plural value={rows} one="# row" other="# rows" />
        )}
      </b>
      <span>
        <Trans>about {size}</Trans>
      </span>
      <Span coverage={coverage} />
      <Gaps coverage={coverage} />
    </span>
  );
}

function Span({ coverage: { rows, first, last } }: { coverage: TypeCoverage }) {
  const { i18n } = useLingui();
  if (first !== null && last !== null) {
    const begin = formatDate(first, i18n.locale);
    const end = formatDate(last, i18n.locale);
    return (
      <span>
        {begin === end ? (
          begin
        ) : (
          <Trans>
            {begin} to {end}
          </Trans>
        )}
      </span>
    );
  }
  return (
    <span>
      {rows === null ? (
        <Trans>from when to when is not known</Trans>
      ) : (
        <Trans>does not change with time</Trans>
      )}
    </span>
  );
}

/** Silences; none of what does not change. */
function Gaps({ coverage: { first, rows, gaps } }: { coverage: TypeCoverage }) {
  const { i18n } = useLingui();
  if (gaps === null)
    return (
      <span>
        <Trans>gaps are not known</Trans>
      </span>
    );
  if (first === null && rows !== null) return null;
  if (gaps.count === 0)
    return (
      <span>
        <Trans>no gaps</Trans>
      </span>
    );
  const beyond = formatDays(gaps.beyond, i18n.locale);
  const longest = formatDays(gaps.longest, i18n.locale);
  return (
    <span>
      <Plural
        value={gaps.count}
        one={`# gap of more than ${beyond} (${longest})`}
        other={`# gaps of more than ${beyond} (the longest: ${longest})`}
      />
    </span>
  );
}
