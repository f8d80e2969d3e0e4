import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useDeferredValue } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import { truncate } from '#lib/words/truncate.ts';
import { FileViewingContext } from '#ui/application/file-links.tsx';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import { useOptionLabels } from '#ui/application/use-options.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { calendarDay, formatShortDay } from '#ui/format/dates.ts';
import { Awaited } from '#ui/frame/loading.tsx';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { Comma } from '#ui/language/translated-text.tsx';
import { useAssignToMe, useWatch } from './assignment.ts';
import { type CaseProps, questionTo } from './case.ts';
import { unreadSupplement } from './case-facts.tsx';
import styles from './case-page.module.css';
import { CaseParts, loadParts } from './case-parts.tsx';
import { caseKeys, decisionKeys, Shortcuts } from './keyboard/shortcuts.tsx';
import { placesIn, useFileViewing } from './papers/file-viewing.ts';
import { stepPage } from './papers/page-position.ts';
import { useNeighbours } from './queue/list-position.ts';
import { useStaff } from './staff-context.ts';

const decisionActions = Object.fromEntries(
  Object.entries(decisionKeys).map(([decision, key]) => [key, () => chooseByKey(decision)]),
) as Record<(typeof decisionKeys)[keyof typeof decisionKeys], () => void>;

/** @public Called by `lazyPage`. */
export { loadParts };

export default function CasePage() {
  const { number = '' } = useParams();
  return <Case key={number} number={number} />;
}

function Case({ number }: { number: string }) {
  const { t } = useLingui();
  const { data, isFailed, isMissing, reload } = useQuery('deskApplication', {
    applicationNumber: number,
  });
  // Renders the record with low priority, because rendering its many parts blocks the page.
  const record = useDeferredValue(data, undefined);
  const assignToMe = useAssignToMe();
  const navigate = useNavigate();
  const neighbours = useNeighbours(number);
  const { queue } = neighbours;
  const viewing = useFileViewing(record);
  const watch = useWatch();
  const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();
  const actions = {
    d: () => focus('#decision :is(input, h2)'),
    ...decisionActions,
    j: neighbours.openNext,
    k: neighbours.openPrevious,
    f: () => viewing.step(1),
    g: () => viewing.step(-1),
    '.': () => stepPage(1),
    ',': () => stepPage(-1),
    t: () => assignToMe(number),
    w: () => record && watch(record),
    n: () => focus('#field-note'),
    u: () => navigate(queue.to),
  };
  if (isMissing) return <Navigate to="/404" replace />;
  if (isFailed) return <PageFailed onRetry={reload} />;
  return (
    <FileViewingContext
      value={{
        shown: viewing.file?.fileId,
        show: (fileId, field) => {
          viewing.show(fileId, field);
          if (!field) focus('#proof');
        },
        places: placesIn(viewing.findings),
      }}
    >
      <Page
        title={number}
        subject={record?.requesterName}
        back={{ to: queue.to, label: queue.name || t`Applications at the desk` }}
        lead={record && <CaseLead record={record} />}
        actions={<NeighbourButtons {...neighbours} />}
      >
        {record ? <CaseParts record={record} viewing={viewing} /> : <Awaited />}
        <Shortcuts keys={caseKeys} actions={actions} />
      </Page>
    </FileViewingContext>
  );
}

/** Button of a decision without input, and fields in which single keys still act as shortcuts. */
const NEXT = [
  '#decision [data-next]',
  '#decision form :is([type=checkbox], [type=radio]):not([name=decision])',
].join();

/**
 * Selects a decision if it is offered. Focuses the button of a decision without input or the first
 * choice of its form; without either, the focus stays on the decision's radio button.
 */
function chooseByKey(decision: string): void {
  const radio = document.querySelector<HTMLInputElement>(`#decision [value=${decision}]`);
  const section = radio?.closest('#decision');
  if (!radio || !section) return;
  radio.focus();
  radio.click();
  const focusNext = () => {
    const next = document.querySelector<HTMLElement>(NEXT);
    next?.focus();
    return next !== null;
  };
  // Runs after the fields of the decision are rendered. Waits for fields that are still loading.
  queueMicrotask(() => {
    if (focusNext()) return;
    const observer = new MutationObserver(() => focusNext() && observer.disconnect());
    observer.observe(section, { childList: true, subtree: true });
    radio.addEventListener('blur', () => observer.disconnect(), { once: true });
  });
}

const LONGEST_PURPOSE = 240;

function CaseLead({ record }: CaseProps) {
  const { t, i18n } = useLingui();
  const optionLabel = useOptionLabels('purposes');
  const { kind, state, requesterName, userName, vehicle, purpose } = record;
  const about = [
    vehicle?.name,
    kind === 'public' ? truncate(purpose, LONGEST_PURPOSE) : optionLabel('purposes', purpose),
  ].filter(Boolean);
  const answer = unreadSupplement(record);
  const day = answer && formatShortDay(calendarDay(new Date(answer.at)), i18n.locale);
  return (
    <>
      <span className={styles.about}>
        <b>{requesterName}</b>
        {userName && <span>{` ${t`for ${userName}`}`}</span>}
        {about.map((text) => (
          <span key={text}>
            <Comma />
            <span>{text}</span>
          </span>
        ))}
      </span>
      <StatusBadge state={state} kind={kind} />
      {answer && <span className={`tag ${styles.answered}`}>{t`answered ${day}`}</span>}
      <NamedHere record={record} />
    </>
  );
}

function NeighbourButtons(neighbours: ReturnType<typeof useNeighbours>) {
  const { position, total, openNext, openPrevious } = neighbours;
  const { t } = useLingui();
  const look = { size: 'sm', variant: 'default' } as const;
  return (
    <nav className={`row ${styles.steps}`} aria-label={t`Applications of this view`}>
      {position !== null && <span className="soft">{t`${position} of ${total}`}</span>}
      {position !== null && position > 1 && (
        <Button {...look} aria-label={t`Previous application`} onClick={openPrevious}>
          {t`Previous`}
        </Button>
      )}
      <Button {...look} id="next-case" aria-label={t`Next application`} onClick={openNext}>
        {t`Next`}
      </Button>
    </nav>
  );
}

export function NamedHere({ record }: CaseProps) {
  const { t } = useLingui();
  const { user } = useStaff();
  if (questionTo(record.notes, user.email))
    return <a href="#notes">{t`You are asked for an opinion`}</a>;
  const last = record.notes.findLast(
    ({ author, mentions }) => author === user.email || mentions.includes(user.email),
  );
  if (!last || last.author === user.email) return null;
  return <a href="#notes">{t`A note mentions you`}</a>;
}
