import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { lazy, useState } from 'react';
import { Link } from 'react-router-dom';
import { MAX_COUNTED, type StandardView, standardViews } from '#contract/queue-codes.ts';
import type { ApplicationState } from '#contract/stored-application.ts';
import { stateGroups, stateWords } from '#forms/states.ts';
import { msg } from '#lib/words/msg.ts';
import { Glyph } from '#ui/brand/glyph.tsx';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { ConfirmDialog, Dialog } from '#ui/dialog/dialog.tsx';
import { formatNumber } from '#ui/format/numbers.ts';
import { MoreMenu } from '#ui/menu/more-menu.tsx';
import { useStaff } from '../staff-context.ts';
import { filterAddress, type QueueFilter, type readOrder } from './queue-address.ts';
import styles from './queue-views.module.css';

const ViewForm = lazy(() => import('./view-form.tsx'));

type SavedView = CallData<'deskViews'>[number];

export function useQueueViews(unsorted: QueueFilter, order: ReturnType<typeof readOrder>) {
  const { t, i18n } = useLingui();
  const { user } = useStaff();
  const { data: saved = [] } = useQuery('deskViews', {});
  const standard = Object.entries(standardViews).map(([view, filter]: [string, QueueFilter]) => {
    const id = view as StandardView;
    return { id, filter, name: i18n._(standardWords[id]) };
  });
  const filter = { ...unsorted, ...order };
  const shown = savedViewOf(filter, saved, user.id);
  const here = addressOf(unsorted);
  const ofStates = [...stateGroups.values()].find(
    (states) => addressOf({ states: [...states] }) === here,
  );
  const name =
    shown?.name ??
    (ofStates
      ? i18n._(stateWords(ofStates[0] as ApplicationState, 'personal').label)
      : standard.find((view) => addressOf(view.filter) === here)?.name);
  return { filter, standard, saved, shown, here, name: name ?? t`Applications at the desk` };
}

interface QueueViewsProps extends ReturnType<typeof useQueueViews> {
  counts: CallData<'deskViewCounts'> | undefined;
}

export function QueueViews({ filter, standard, saved, shown, here, counts }: QueueViewsProps) {
  const { t } = useLingui();
  const { user, hasRole } = useStaff();
  const [edited, setEdited] = useState<SavedView | 'new' | null>(null);
  const [removed, setRemoved] = useState<SavedView | null>(null);
  const remove = ({ owner, name }: SavedView) =>
    call('deskViewForget', { owner, name }).then(
      () => setRemoved(null),
      () => {},
    );
  return (
    <nav className={styles.views} aria-label={t`Views`}>
      <ul>
        {standard.map((view) => (
          <ViewLink
            key={view.id}
            filter={view.filter}
            isShown={!shown && addressOf(view.filter) === here}
            count={counts?.standard[view.id]}
            isUrgent={view.id === 'overdue'}
          >
            {view.name}
          </ViewLink>
        ))}
        {saved.length > 0 && (
          <li className={styles.saved}>
            <span>{t`Saved views`}</span>
            <ul>
              {saved.map(({ owner, ownerEmail, name, isShared, filter: savedFilter }) => (
                <ViewLink
                  key={`${owner} ${name}`}
                  filter={savedFilter}
                  isShown={addressOf(savedFilter) === addressOf(filter)}
                  count={
                    counts?.saved.find((each) => each.owner === owner && each.name === name)?.count
                  }
                  title={ownerEmail}
                >
                  {isShared ? t`${name} (team)` : name}
                </ViewLink>
              ))}
            </ul>
          </li>
        )}
        {!shown && (
          <li>
            <button type="button" onClick={() => setEdited('new')}>
              <Glyph name="plus" /> <span>{t`Save this view`}</span>
            </button>
          </li>
        )}
      </ul>
      {shown && (shown.owner === user.id || hasRole('lead')) && (
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
      {removed && (
        <ConfirmDialog
          title={t`Delete the view “${removed.name}” for the whole team?`}
          confirm={t`Delete`}
          onConfirm={() => remove(removed)}
          onCancel={() => setRemoved(null)}
        />
      )}
      {edited && (
        <Dialog
          title={edited === 'new' ? t`Save this view` : t`Change the view`}
          onClose={() => setEdited(null)}
        >
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
  isShown: boolean;
  /** Null: more than can be counted. Undefined until the counts are loaded. */
  count: number | null | undefined;
  isUrgent?: boolean;
  title?: string;
  children: string;
}

function ViewLink({ filter, isShown, count, isUrgent, title, children }: ViewLinkProps) {
  const { i18n } = useLingui();
  const counted = formatNumber(count ?? MAX_COUNTED, i18n.locale);
  return (
    <li>
      <Link
        to={`/desk?${addressOf(filter)}`}
        title={title}
        aria-current={isShown ? 'true' : undefined}
        data-urgent={isUrgent && count ? '' : undefined}
      >
        <span>{children}</span>
        <b>{count === undefined ? ' ·' : ` ${counted}${count === null ? '+' : ''}`}</b>
      </Link>
    </li>
  );
}

const addressOf = (filter: QueueFilter) => String(filterAddress(filter));

/** Returns the saved view with this filter and order, preferably the user's own. */
function savedViewOf(filter: QueueFilter, views: readonly SavedView[], user: string) {
  const matching = views.filter((view) => addressOf(view.filter) === addressOf(filter));
  return matching.find(({ owner }) => owner === user) ?? matching[0];
}

const standardWords: Readonly<Record<StandardView, MessageDescriptor>> = {
  holder: msg`We need to act`,
  mine: msg`Mine`,
  unassigned: msg`Nobody’s yet`,
  overdue: msg`Overdue`,
  public: msg`Public sector bodies`,
  opinion: msg`Your opinion`,
  watched: msg`Watched`,
  requester: msg`Waiting for the requester`,
  ended: msg`Ended or suspended`,
  all: msg`All`,
};
