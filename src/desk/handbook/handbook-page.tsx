import { Plural, useLingui } from '@lingui/react/macro';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { type Decision, decisionCalls, decisions } from '#contract/decision.ts';
import { EMERGENCY_WORKING_DAYS, REQUEST_WORKING_DAYS } from '#contract/limits.ts';
import type { ApplicationState } from '#contract/stored-application.ts';
import { turnOf } from '#contract/turns.ts';
import { stateWords } from '#forms/states.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import { reachableStates } from '#ui/application/progress-stops.ts';
import { SummaryList } from '#ui/application/summary-list.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { Page } from '#ui/frame/page.tsx';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { CardTable } from '#ui/list/card-table.tsx';
import { offeredDecisions } from '../decision/offered-decisions.ts';
import { useDecisionWords } from '../decision/use-decision-words.ts';
import { caseKeys, KeyList, queueKeys } from '../keyboard/shortcuts.tsx';
import { useApprovalKindList, useSettingWords } from '../settings/use-setting-words.ts';
import styles from './handbook.module.css';

export default function HandbookPage() {
  const { t } = useLingui();
  const { data: grounds, fallback } = usePageQuery('deskGrounds', {}, { cache: true });
  const { data: deadlines } = useQuery('deskDeadlines', {});
  if (!grounds || !deadlines) return fallback;
  return (
    <Page
      title={t`Handbook of the desk`}
      lead={t`How an application is decided, by when, on which grounds it can be refused, and which keys help. It always shows the rules and settings that are in use now.`}
    >
      <div className={`stack stack-large ${styles.handbook}`}>
        <Steps kind="personal" title={t`Applications of users and third parties`} />
        <Steps kind="public" title={t`Requests of public sector bodies`} />
        <Deadlines deadlines={deadlines} />
        <FourEyes kinds={deadlines.fourEyes} />
        <Grounds grounds={grounds} notified={deadlines.authorityGrounds} />
        <section className="stack stack-small">
          <h2>{t`Keys`}</h2>
          <div className={styles.keys}>
            <div className="stack stack-small">
              <h3>{t`In the queue`}</h3>
              <KeyList keys={queueKeys} />
            </div>
            <div className="stack stack-small">
              <h3>{t`On the page of an application`}</h3>
              <KeyList keys={caseKeys} />
            </div>
          </div>
        </section>
      </div>
    </Page>
  );
}

function Steps({ kind, title }: { kind: ApplicationKind; title: string }) {
  const { t, i18n } = useLingui();
  const words = useDecisionWords();
  return (
    <section className="stack stack-small">
      <h2>{title}</h2>
      <ol className="prose">
        {stepsOf(kind).map(({ state, offered }) => (
          <li key={state}>
            <h3>{i18n._(stateWords(state, kind).label)}</h3>
            <ul>
              {offered.map((decision) => (
                <li key={decision}>
                  <b>{words.act(decision)}</b>
                  <span>{`: ${words.consequence(decision, { state, kind })}`}</span>
                  {decisionCalls[decisions[decision].call].access === 'lead' && (
                    <span>{` ${t`Only a lead can do this.`}`}</span>
                  )}
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
  const names = ['serviceGoalDays', 'answerDays', 'reportDays', 'remindDays', 'holidays'] as const;
  const workingDays = (days: number) => (
    <Plural value={days} one="# working day" other="# working days" />
  );
  return (
    <section className="stack stack-small">
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
    <section className="stack stack-small">
      <h2>{t`Second opinion before an approval`}</h2>
      <p>
        {list === null
          ? t`No kind of application needs one.`
          : t`Another reviewer or a lead has to agree before these are approved: ${list}. Their opinion counts for the application as it was when they gave it.`}
      </p>
    </section>
  );
}

interface GroundsProps {
  grounds: CallData<'deskGrounds'>;
  notified: readonly string[];
}

function Grounds({ grounds, notified }: GroundsProps) {
  const { t } = useLingui();
  const useOf = ({ kind, only }: (typeof grounds)[number]) => {
    if (kind === 'public') return t`Public sector bodies`;
    return only === null ? t`Users and third parties` : t`Third parties only`;
  };
  return (
    <section className="stack stack-small">
      <h2>{t`Grounds of refusal`}</h2>
      <CardTable
        rows={grounds}
        keyOf={({ code }) => code}
        columns={[
          { label: t`Ground`, cell: ({ label }) => label },
          { label: t`Data Act`, cell: ({ article }) => article },
          { label: t`Applies to`, cell: useOf },
          {
            label: t`Competent authority`,
            cell: ({ code }) => (notified.includes(code) ? t`Is notified` : t`Is not notified`),
          },
        ]}
      />
    </section>
  );
}

/** The decisions that the page of an application offers a lead, in each state in which there are any. */
function stepsOf(kind: ApplicationKind): { state: ApplicationState; offered: Decision[] }[] {
  const filed = { kind, isForThirdParty: false, requester: '', revision: 0, updatedAt: 0 };
  return reachableStates(kind)
    .map((state) => {
      const answerDueAt = turnOf(state) === 'requester' ? 0 : null;
      // An application can be reopened in any state in which the data holder can end it.
      const history = [{ from: 'qualification.submitted' }] as ApplicationRecord['history'];
      const application = { ...filed, state, answerDueAt, history };
      return { state, offered: offeredDecisions(application, { id: 'lead', isLead: true }) };
    })
    .filter(({ offered }) => offered.length > 0);
}
