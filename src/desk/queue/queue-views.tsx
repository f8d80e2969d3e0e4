import { useLingui } from '@lingui/react/macro';
import { lazy, useState } from 'react';
import { Link } from 'react-router-dom';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { ConfirmDialog, Dialog } from '#ui/dialog/dialog.tsx';
import { MoreMenu } from '#ui/menu/more-menu.tsx';
import { useStaff } from '../staff-context.ts';
import styles from './queue.module.css';
import { filterAddress, type QueueFilter } from './queue-address.ts';

const ViewForm = lazy(() => import('./view-form.tsx'));

type SavedView = CallData<'deskViews'>[number];

/** Saved views of the queue. `filter` is the displayed one, with its order. */
export function QueueViews({ filter }: { filter: QueueFilter }) {
  const { t } = useLingui();
  const { user, may } = useStaff();
  const { data: saved = [] } = useQuery('deskViews', {});
  const [edited, setEdited] = useState<SavedView | 'new' | null>(null);
  const [removed, setRemoved] = useState<SavedView | null>(null);
  const remove = ({ owner, name }: SavedView) =>
    call('deskViewForget', { owner, name }).then(
      () => setRemoved(null),
      () => {},
    );
  const standard: readonly (readonly [name: string, filter: QueueFilter])[] = [
    [t`We need to act`, { turn: 'holder' }],
    [t`Mine`, { turn: 'holder', assigned: 'me' }],
    [t`Nobody’s yet`, { turn: 'holder', assigned: 'nobody' }],
    [t`Overdue`, { turn: 'holder', overdue: true }],
    [t`Your opinion`, { opinion: true }],
    [t`Watched`, { watched: true }],
    [t`Waiting for the requester`, { turn: 'requester' }],
    [t`Ended`, { turn: 'nobody' }],
    [t`All`, {}],
  ];
  const here = String(filterAddress(filter));
  const matching = saved.filter((view) => String(filterAddress(view.filter)) === here);
  const shown = matching.find(({ owner }) => owner === user.id) ?? matching[0];
  const isStandard = standard.some(([, one]) => String(filterAddress(one)) === here);
  const { sort: _, descending: __, ...unsorted } = filter;
  const title = edited === 'new' ? t`Save this view` : t`Change the view`;
  return (
    <nav className={styles.views} aria-label={t`Views`}>
      <ul>
        {standard.map(([name, one]) => (
          <ViewLink key={name} filter={one} here={shown ? null : String(filterAddress(unsorted))}>
            {name}
          </ViewLink>
        ))}
      </ul>
      <ul>
        {saved.map(({ owner, ownerEmail, name, isShared, filter: one }) => (
          <ViewLink key={`${owner} ${name}`} filter={one} here={here} title={ownerEmail}>
            {isShared ? t`${name} (team)` : name}
          </ViewLink>
        ))}
      </ul>
      {shown && (shown.owner === user.id || may('lead')) && (
        <MoreMenu
          label={t`Change the view “${shown.name}”`}
          actions={[
            { label: t`Rename or share`, onClick: () => setEdited(shown) },
            {
              label: t`Delete`,
              onClick: () => (shown.isShared ? setRemoved(shown) : remove(shown)),
            },
          ]}
        />
      )}
      {!shown && !isStandard && (
        <button type="button" onClick={() => setEdited('new')}>
          {t`Save this view`}
        </button>
      )}
      {removed && (
        <ConfirmDialog
          title={t`Delete the view “${removed.name}” for the whole team?`}
          confirm={t`Delete`}
          onConfirm={() => remove(removed)}
          onCancel={() => setRemoved(null)}
        />
      )}
      {edited && (
        <Dialog title={title} onClose={() => setEdited(null)}>
          <ViewForm
            view={edited === 'new' ? null : edited}
            filter={filter}
            onSaved={() => setEdited(null)}
          />
        </Dialog>
      )}
    </nav>
  );
}

interface ViewLinkProps {
  filter: QueueFilter;
  /** URL of the displayed view. */
  here: string | null;
  title?: string;
  children: string;
}

function ViewLink({ filter, here, title, children }: ViewLinkProps) {
  const address = String(filterAddress(filter));
  return (
    <li>
      <Link
        to={`/desk?${address}`}
        title={title}
        aria-current={address === here ? 'true' : undefined}
      >
        {children}
      </Link>
    </li>
  );
}
