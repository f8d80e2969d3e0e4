import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Checkbox } from '@mantine/core';
import { Link, useSearchParams } from 'react-router-dom';
import { type Outcome, outcomes, type QueueOrder, queueOrders } from '#contract/queue-codes.ts';
import { msg } from '#lib/words/msg.ts';
import { FilterSelect, KindFilter, useAddressFields } from '#ui/application/filing-filter.tsx';
import type { CallInput } from '#ui/calls/call-types.ts';
import { download } from '#ui/calls/download.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { MoreMenu } from '#ui/menu/more-menu.tsx';
import styles from './queue.module.css';
import { orderAddress } from './queue-address.ts';
import '@mantine/core/styles/ActionIcon.layer.css';
import { Glyph } from '#ui/brand/glyph.tsx';
import { useLocalSetting } from '../local-setting.ts';
import { useStaff } from '../staff-context.ts';

export const orderWords: Readonly<Record<QueueOrder, MessageDescriptor>> = {
  due: msg`Due`,
  number: msg`Application number`,
  requester: msg`Requester`,
  status: msg`Processing status`,
  filed: msg`Filed on`,
  assignee: msg`Taken by`,
};

export function SortMenu() {
  const { t, i18n } = useLingui();
  const [address] = useSearchParams();
  return (
    <MoreMenu
      label={t`Sort the list`}
      glyph="sort"
      actions={queueOrders.map((order) => ({
        label: i18n._(orderWords[order]),
        to: `/desk${orderAddress(address, order)}`,
      }))}
    />
  );
}

interface QueueFileMenuProps {
  filter: Omit<CallInput<'deskQueueExport'>, 'format'>;
}

export function QueueFileMenu({ filter }: QueueFileMenuProps) {
  const { t } = useLingui();
  const save = (format: 'csv' | 'xlsx') => download('deskQueueExport', { format, ...filter });
  return (
    <MoreMenu
      label={t`Save this list as a file`}
      glyph="download"
      actions={[
        { label: t`Save as CSV`, onClick: () => save('csv') },
        { label: t`Save as Excel workbook`, onClick: () => save('xlsx') },
      ]}
    />
  );
}

export function QueueFilters() {
  const { t, i18n } = useLingui();
  const overdue = useAddressFields()('overdue');
  const { data: grounds = [] } = useQuery('deskGrounds', {}, { cache: true });
  return (
    <div className={`row row-end ${styles.filters}`} id="filters">
      <KindFilter />
      <FilterSelect
        name="assigned"
        label={t`Taken by`}
        options={{ me: t`Me`, nobody: t`Nobody` }}
      />
      <FilterSelect
        name="outcome"
        label={t`Outcome`}
        options={Object.fromEntries(
          outcomes.map((outcome) => [outcome, i18n._(outcomeWords[outcome])]),
        )}
      />
      <FilterSelect
        name="ground"
        label={t`Ground`}
        options={Object.fromEntries(grounds.map(({ code, label }) => [code, label]))}
      />
      <Checkbox
        label={t`Overdue only`}
        checked={overdue.value === 'yes'}
        onChange={({ currentTarget: { checked } }) =>
          overdue.onChange({ currentTarget: { value: checked ? 'yes' : '' } })
        }
      />
    </div>
  );
}

export const outcomeWords: Readonly<Record<Outcome, MessageDescriptor>> = {
  refused: msg`Refused`,
  lapsed: msg`Lapsed`,
  sharingEnded: msg`Sharing ended`,
  withdrawn: msg`Withdrawn by the requester`,
};

export function EmptyView({ isOurTurn: isUnfiltered }: { isOurTurn: boolean }) {
  const { t } = useLingui();
  if (isUnfiltered)
    return (
      <>
        <p>
          {t`Everything that waited for the data holder has been dealt with. New applications and answers appear here.`}
        </p>
        <p>
          <Link to="/desk?turn=requester">{t`Show what waits for the requester`}</Link>
        </p>
      </>
    );
  return (
    <>
      <p>{t`No application matches this filter. Choose another, or come back later.`}</p>
      <p>
        <Link to="/desk">{t`Show what waits for the data holder`}</Link>
      </p>
    </>
  );
}

const densities = ['dense', 'roomy'] as const;

export function useDensity() {
  const { user } = useStaff();
  const [stored, setDensity] = useLocalSetting(`desk:rows:${user.id}`);
  return { density: stored === 'roomy' ? 'roomy' : 'dense', setDensity };
}

export function DensitySwitch() {
  const { t } = useLingui();
  const { density, setDensity } = useDensity();
  const labels = { dense: t`Dense rows`, roomy: t`Roomy rows` };
  return (
    <ActionIcon.Group aria-label={t`Height of the rows`}>
      {densities.map((each) => (
        <ActionIcon
          key={each}
          size="lg"
          variant={each === density ? 'filled' : 'default'}
          aria-label={labels[each]}
          title={labels[each]}
          aria-pressed={each === density}
          onClick={() => setDensity(each)}
        >
          <Glyph name={each} />
        </ActionIcon>
      ))}
    </ActionIcon.Group>
  );
}
