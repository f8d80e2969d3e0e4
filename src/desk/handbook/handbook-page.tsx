import type { MessageDescriptor } from '@lingui/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { EMERGENCY_WORKING_DAYS, REQUEST_WORKING_DAYS } from '#contract/limits.ts';
import { stateWords } from '#forms/states.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import { SummaryList } from '#ui/application/summary.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { useDecisionWords } from '../decision/use-decision-words.ts';
import { caseKeys, queueKeys } from '../keyboard/keys.ts';
import keyStyles from '../keyboard/shortcut-help.module.css';
import { useApprovalKindList, useSettingWords } from '../settings/use-setting-words.ts';
import styles from './handbook.module.css';
import { stepsOf } from './steps.ts';

// A long table far down the page.
const Grounds = lazy(() => import('./grounds.tsx'));

/** How the desk works, from the rules, the settings and the keys that the product itself goes by. */
export default function HandbookPage() {
  const { t } = useLingui();
  const { data: grounds, isFailed, reload } = useQuery('deskGrounds', {}, { cache: true });
  const { data: deadlines } = useQuery('deskDeadlines', {});
  if (isFailed) return <PageFailed onRetry={reload} />;
  if (!grounds || !deadlines) return <FullScreenLoader />;
  return (
    <Page
      title={t`Handbook of the desk`}
      above={[{ to: '/desk', label: t`Applications at the desk` }]}
      lead={
        <Trans>
          How an application is decided, by when, on which grounds it can be refused, and which keys
          help. It always shows the rules and settings that are in use now.
        </Trans>
      }
    >
      <div className={`stack stack-large ${styles.handbook}`}>
        <Steps kind="personal" title={t`Applications of users and third parties`} />
        <Steps kind="public" title={t`Requests of public sector bodies`} />
        <Deadlines deadlines={deadlines} />
        <FourEyes kinds={deadlines.fourEyes} />
        <Suspense>
          <Grounds grounds={grounds} notified={deadlines.authorityGrounds} />
        </Suspense>
        <section>
          <h2>{t`Keys`}</h2>
          <div className={styles.keys}>
            <Keys title={t`In the queue`} keys={queueKeys} />
            <Keys title={t`On the page of an application`} keys={caseKeys} />
          </div>
        </section>
      </div>
    </Page>
  );
}

function Steps({ kind, title }: { kind: ApplicationKind; title: string }) {
  const { i18n } = useLingui();
  const words = useDecisionWords();
  return (
    <section>
      <h2>{title}</h2>
      <ol className={`stack ${styles.steps}`}>
        {stepsOf(kind).map(({ state, decisions }) => (
          <li key={state}>
            <h3>{i18n._(stateWords(state, kind).label)}</h3>
            <ul>
              {decisions.map((decision) => (
                <li key={decision}>
                  <b>{words.act(decision)}</b>
                  <span>{`: ${words.consequence(decision, state)}`}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Deadlines({ deadlines }: { deadlines: CallData<'deskDeadlines'> }) {
  const { t } = useLingui();
  const words = useSettingWords();
  const names = [
    'serviceGoalDays',
    'answerDays',
    'reportDays',
    'remindDays',
    'holidays',
  ] as const satisfies (keyof typeof deadlines)[];
  const workingDays = (days: number) => (
    <Plural value={days} one="# working day" other="# working days" />
  );
  return (
    <section>
      <h2>{t`Deadlines`}</h2>
      <SummaryList
        rows={[
          ...names.map((name) => ({ label: words[name].label, value: `${deadlines[name]}` })),
          {
            label: t`Request of a public sector body in an emergency`,
            value: workingDays(EMERGENCY_WORKING_DAYS),
          },
          {
            label: t`Any other request of a public sector body`,
            value: workingDays(REQUEST_WORKING_DAYS),
          },
        ]}
      />
    </section>
  );
}

function FourEyes({ kinds }: { kinds: CallData<'deskDeadlines'>['fourEyes'] }) {
  const { t } = useLingui();
  const list = useApprovalKindList()(kinds);
  return (
    <section>
      <h2>{t`Second opinion before an approval`}</h2>
      <p>
        {list === null ? (
          <Trans>No kind of application needs one.</Trans>
        ) : (
          <Trans>
            Another reviewer or a lead has to agree before these are approved: {list}. Their opinion
            counts for the application as it was when they gave it.
          </Trans>
        )}
      </p>
    </section>
  );
}

function Keys({ title, keys }: { title: string; keys: Record<string, MessageDescriptor> }) {
  const { i18n } = useLingui();
  return (
    <div>
      <h3>{title}</h3>
      <dl className={`stack stack-small below ${keyStyles.keys}`}>
        {Object.entries(keys).map(([key, label]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{i18n._(label)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
