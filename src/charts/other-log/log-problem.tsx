import { useLingui } from '@lingui/react/macro';
import { logLimits } from '#contract/limits.ts';
import { formatNumber } from '#ui/format/numbers.ts';
import { SentenceSpace } from '#ui/language/sentence-space.tsx';
import { Notice } from '#ui/messages/notice.tsx';
import type { ReadProblem } from './read-log.ts';

/** Why a file cannot be read as a log, with the line and what is meant. */
export function LogProblem({ problem }: { problem: ReadProblem | null }) {
  const { t, i18n } = useLingui();
  const what = problem?.what ?? '';
  const megabytes = logLimits.maxMebibytes;
  const most = formatNumber(logLimits.maxEvents, i18n.locale);
  const texts: Record<ReadProblem['kind'], string> = {
    xes: t`This is no XES.`,
    csv: t`This is no CSV.`,
    empty: t`The file is empty.`,
    column: t`There is no column “${what}”.`,
    time: t`There is no time in “${what}”.`,
    size: t`The file is larger than ${megabytes} MB.`,
    events: t`The log has more than ${most} events.`,
    encoding: t`The file is no text in UTF-8.`,
  };
  const isParsers = problem?.kind === 'xes' || problem?.kind === 'csv';
  const line = problem?.line === undefined ? '' : formatNumber(problem.line, i18n.locale);
  return (
    <Notice kind="error">
      <p>
        <span>{problem ? texts[problem.kind] : t`The file cannot be read.`}</span>
        {line && (
          <>
            <SentenceSpace />
            <span>{t`Line ${line}.`}</span>
          </>
        )}
        {isParsers && what && (
          <>
            <span> </span>
            <code lang="en">{what}</code>
          </>
        )}
      </p>
    </Notice>
  );
}
