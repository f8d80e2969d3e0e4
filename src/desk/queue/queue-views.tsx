import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { filterAddress, type QueueFilter } from '../queue-filter.ts';
import styles from '../queue-page.module.css';
import { SavedViews } from '../saved-views.tsx';

/** Views of the queue: those that everybody has, then those that somebody keeps. */
export function QueueViews({ filter }: { filter: QueueFilter }) {
  const { t } = useLingui();
  const views: readonly [string, QueueFilter][] = [
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
  const isStandard = views.some(([, one]) => String(filterAddress(one)) === here);
  return (
    <nav className={styles.views} aria-label={t`Views`}>
      <ul>
        {views.map(([name, one]) => {
          const address = String(filterAddress(one));
          return (
            <li key={name}>
              <Link to={`/desk?${address}`} aria-current={address === here ? 'true' : undefined}>
                {name}
              </Link>
            </li>
          );
        })}
      </ul>
      <SavedViews filter={filter} isStandard={isStandard} />
    </nav>
  );
}
