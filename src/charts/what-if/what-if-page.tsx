import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { CATALOGUE } from '#charts/addresses.ts';
import { readFilter } from '#charts/filter/figure-filter.ts';
import filterStyles from '#charts/filter/filter.module.css';
import { ChartNav } from '#charts/machine/chart-nav.tsx';
import { machineWords } from '#charts/words/chart-words.ts';
import {
  MAX_ANSWER_DAYS,
  MAX_SEED,
  MAX_SIMULATED,
  MAX_STAFF,
} from '#contract/simulation-limits.ts';
import { FilingFields, useAddressFields } from '#ui/application/filing-filter.tsx';
import type { CallInput } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { FullScreenLoader } from '#ui/frame/full-screen-loader.tsx';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { SentenceSpace } from '#ui/language/sentence-space.tsx';
import { Courses } from './courses.tsx';

/** What might have become of the applications with other staff or another time to answer. */
export default function WhatIfPage() {
  const { t, i18n } = useLingui();
  const [search] = useSearchParams();
  const given = useAddressFields();
  return (
    <Page
      title={t`What if`}
      above={[
        { to: CATALOGUE, label: t`Charts` },
        { to: '/charts/application', label: machineWords(i18n.t, 'application').title },
      ]}
      lead={
        <Trans>
          A simulation from what was measured: how long applications would take with more or fewer
          reviewers, or with another time for requesters to answer.
        </Trans>
      }
    >
      <ChartNav machine="application" />
      <search className={filterStyles.filters}>
        <FilingFields given={given} />
        <TextInput
          type="number"
          min={1}
          max={MAX_STAFF}
          label={<span>{t`Reviewers`}</span>}
          {...given('staff')}
        />
        <TextInput
          type="number"
          min={1}
          max={MAX_ANSWER_DAYS}
          label={<span>{t`Days to answer`}</span>}
          {...given('days')}
        />
        <TextInput
          type="number"
          min={0}
          label={<span>{t`Seed of chance`}</span>}
          {...given('seed')}
        />
      </search>
      <Simulated input={readAssumptions(search)} />
    </Page>
  );
}

function Simulated({ input }: { input: CallInput<'chartWhatIf'> }) {
  const { data, isFailed, reload } = useQuery('chartWhatIf', input);
  if (isFailed) return <PageFailed onRetry={reload} />;
  if (!data) return <FullScreenLoader />;
  const { applications, staff, measured } = data;
  if (measured.ended === 0)
    return (
      <p>
        <Trans>No application that fits has ended: there is nothing to simulate from.</Trans>
      </p>
    );
  return (
    <>
      <p aria-live="polite">
        <Plural
          value={applications}
          one="From # application, with the steps that it took."
          other="From the # applications filed last, with the steps that they took."
        />
        <SentenceSpace />
        <Plural value={staff} one="# reviewer decided." other="# reviewers decided." />
      </p>
      <Courses {...data} />
      <details>
        <summary>
          <Trans>How this is calculated</Trans>
        </summary>
        <p>
          <Trans>
            Applications are filed when they really were. In each state one of the ways that were
            really taken out of it is drawn at random. A step of the desk waits until a reviewer is
            free, and then takes its share of the time that it could have been worked at; this share
            is chosen so that the mean wait for the desk is the one measured. Whoever needed longer
            than the days to answer lets them pass. What the first simulation differs from what was
            measured is its error.
          </Trans>
        </p>
        <p>
          <Trans>At most {MAX_SIMULATED} applications are simulated, those filed last.</Trans>
        </p>
      </details>
    </>
  );
}

/** Reads the assumptions from an address; anything that is none counts as not given. */
function readAssumptions(search: URLSearchParams): CallInput<'chartWhatIf'> {
  const { outcome: _, ...filter } = readFilter(search);
  const whole = (name: string, least: number, most: number) => {
    const value = Number(search.get(name) || Number.NaN);
    return Number.isInteger(value) && value >= least && value <= most ? value : undefined;
  };
  const staff = whole('staff', 1, MAX_STAFF);
  const answerDays = whole('days', 1, MAX_ANSWER_DAYS);
  const seed = whole('seed', 0, MAX_SEED);
  return {
    ...filter,
    ...(staff !== undefined && { staff }),
    ...(answerDays !== undefined && { answerDays }),
    ...(seed !== undefined && { seed }),
  };
}
