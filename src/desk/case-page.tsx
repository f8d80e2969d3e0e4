import { useLingui } from '@lingui/react/macro';
import { useDeferredValue, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { FileViewingContext, isOpenable, isShowable } from '#ui/application/file-links.tsx';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import { useQuery } from '#ui/calls/use-query.ts';
import { Awaited } from '#ui/frame/loading.tsx';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { CaseParts } from './case-parts.tsx';
import { CaseSteps } from './case-steps.tsx';
import { chooseByKey } from './decision/choose-by-key.ts';
import { caseKeys } from './keyboard/keys.ts';
import { ShortcutHelp } from './keyboard/shortcut-help.tsx';
import { useShortcuts } from './keyboard/use-shortcuts.ts';
import { NamedHere } from './notes/named-here.tsx';
import { useQueuePlace } from './queue/queue-place.ts';
import { useNeighbours } from './queue/use-neighbours.ts';
import { useTake } from './use-take.ts';
import { useWatch } from './use-watch.ts';

/** One application at the desk: its proof, what was filed, and what can be decided, side by side. */
export default function CasePage() {
  const { t } = useLingui();
  const { number = '' } = useParams();
  const { data, isFailed, reload } = useQuery('deskApplication', { applicationNumber: number });
  // Drawn in steps that let others in between: so much at once would hold up the page.
  const deferred = useDeferredValue(data, undefined);
  const record = deferred?.number === number ? deferred : undefined;
  const take = useTake();
  const navigate = useNavigate();
  const { queueAddress } = useQueuePlace();
  const neighbours = useNeighbours(number);
  const [viewed, setViewed] = useState({ of: '', fileId: '' });
  const watch = useWatch();
  const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();
  const help = useShortcuts(caseKeys, {
    d: () => focus('#decision :is(input, h2)'),
    '1': () => chooseByKey(0),
    '2': () => chooseByKey(1),
    '3': () => chooseByKey(2),
    j: neighbours.openNext,
    k: neighbours.openPrevious,
    a: () => take(number),
    w: () => record && watch(record),
    n: () => focus('#field-note'),
    u: () => navigate(queueAddress()),
  });
  if (isFailed) return <PageFailed onRetry={reload} />;
  const drawn = record?.files.filter(({ name, marks }) => isOpenable(marks) && isShowable(name));
  const wanted = viewed.of === number ? viewed.fileId : undefined;
  const shown = drawn?.find(({ fileId }) => fileId === wanted) ?? drawn?.[0];
  return (
    <FileViewingContext
      value={{
        shown: shown?.fileId,
        show: (fileId) => {
          setViewed({ of: number, fileId });
          focus('#proof');
        },
      }}
    >
      <Page
        title={t`Application ${number}`}
        above={[{ to: queueAddress(), label: t`Applications at the desk` }]}
        lead={
          record && (
            <p>
              <StatusBadge state={record.state} kind={record.kind} /> <NamedHere record={record} />
            </p>
          )
        }
        actions={<CaseSteps neighbours={neighbours} />}
      >
        {record ? <CaseParts record={record} shown={shown} /> : <Awaited />}
        <ShortcutHelp {...help} />
      </Page>
    </FileViewingContext>
  );
}
