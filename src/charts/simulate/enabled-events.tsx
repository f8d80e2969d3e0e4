import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { type SampleWords, sampleLabel } from '#charts/words/sample-words.ts';
import styles from './simulate.module.css';
import { type EnabledEvent, failedGuards } from './simulation.ts';

interface EnabledEventsProps {
  events: readonly EnabledEvent[];
  guards: Readonly<Record<string, string>>;
  words: SampleWords;
  onSend: (event: EnabledEvent) => void;
}

/** List of the events that can be sent now, and of those blocked, with the blocking guard. */
export function EnabledEvents({ events, guards, words, onSend }: EnabledEventsProps) {
  const { t } = useLingui();
  const open = events.filter(({ isBlocked }) => !isBlocked);
  const blocked = events.filter(({ isBlocked }) => isBlocked);
  return (
    <section>
      <h2>
        <Trans>What can happen</Trans>
      </h2>
      {open.length === 0 && (
        <p>
          <Trans>Nothing any more: the machine takes no event here.</Trans>
        </p>
      )}
      <ul className={styles.offers}>
        {open.map((event) => (
          <li key={event.sent.name}>
            <Button variant="default" onClick={() => onSend(event)}>
              {sampleLabel(words, event.sent.name)}
            </Button>
          </li>
        ))}
      </ul>
      {blocked.length > 0 && (
        <details className={styles.blocked}>
          <summary>
            <Plural value={blocked.length} one="# event is blocked" other="# events are blocked" />
          </summary>
          <ul>
            {blocked.map((event) => {
              const failed = failedGuards(event);
              return (
                <li key={event.sent.name}>
                  <b>{sampleLabel(words, event.sent.name)}</b> <code>{event.sent.event.type}</code>
                  {failed.length === 0 && (
                    <span>{t`no transition of this state depends on it`}</span>
                  )}
                  {failed.map(({ guard }) => (
                    <span key={guard}>
                      {t`does not hold`}: {guards[guard ?? ''] ?? guard} <code>{guard}</code>
                    </span>
                  ))}
                </li>
              );
            })}
          </ul>
        </details>
      )}
    </section>
  );
}
