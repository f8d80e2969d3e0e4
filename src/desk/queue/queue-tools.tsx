import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { ActionIcon, Checkbox } from '@mantine/core';
import { Link, useSearchParams } from 'react-router-dom';
import { type Outcome, outcomes, type QueueOrder, queueOrders } from '#contract/queue-codes.ts';
import { msg } from '#lib/words/msg.ts';
import { FilterSelect, KindFilter, useAddressFields } from '#ui/application/filing-filter.tsx';
import { download } from '#ui/calls/download.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { MoreMenu } from '#ui/menu/more-menu.tsx';
import styles from './queue.module.css';
import { orderAddress, type QueueFilter } from './queue-address.ts';
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

/** Order of the list, the list as a file, and the height of its rows. */
export function QueueTools({ filter }: { filter: QueueFilter }) {
  const { t, i18n } = useLingui();
  const [address] = useSearchParams();
  const { density, setDensity } = useDensity();
  const save = (format: 'csv' | 'xlsx') => download('deskQueueExport', { format, ...filter });
  const heights = [
    ['dense', t`Dense rows`],
    ['roomy', t`Roomy rows`],
  ] as const;
  return (
    <>
      <MoreMenu
        label={t`Sort the list`}
        glyph="sort"
        actions={queueOrders.map((order) => ({
          label: i18n._(orderWords[order]),
          to: `/desk${orderAddress(address, order)}`,
        }))}
      />
      <MoreMenu
        label={t`Save this list as a file`}
        glyph="download"
        actions={[
          { label: t`Save as CSV`, onClick: () => save('csv') },
          { label: t`Save as Excel workbook`, onClick: () => save('xlsx') },
        ]}
      />
      <ActionIcon.Group aria-label={t`Height of the rows`}>
        {heights.map(([height, label]) => (
          <ActionIcon
            key={height}
            size="lg"
            variant={height === density ? 'filled' : 'default'}
            aria-label={label}
            title={label}
            aria-pressed={height === density}
            onClick={() => setDensity(height)}
          >
            <Glyph name={height} />
          </ActionIcon>
        ))}
      </ActionIcon.Group>
    </>
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

export function EmptyView({ isUnfiltered }: { isUnfiltered: boolean }) {
  const { t } = useLingui();
  return (
    <>
      <p>
        {isUnfiltered
          ? t`Everything that waited for the data holder has been dealt with. New applications and answers appear here.`
          : t`No application matches this filter. Choose another, or come back later.`}
      </p>
      <p>
        {isUnfiltered ? (
          <Link to="/desk?turn=requester">{t`Show what waits for the requester`}</Link>
        ) : (
          <Link to="/desk">{t`Show what waits for the data holder`}</Link>
        )}
      </p>
    </>
  );
}

export function useDensity() {
  const { user } = useStaff();
  const [stored, setDensity] = useLocalSetting(`desk:rows:${user.id}`);
  return { density: stored === 'roomy' ? 'roomy' : 'dense', setDensity };
}
