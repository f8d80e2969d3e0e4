import { Plural, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { type SampleWords, sampleLabel, sampleParts } from '#charts/words/sample-words.ts';
import type { HistoryEntry } from '#contract/application-record.ts';
import { roleWords } from '#forms/events.ts';
import styles from './simulate.module.css';
import { type EnabledEvent, failedGuards } from './simulation.ts';

interface EventsProps {
  events: readonly EnabledEvent[];
  words: SampleWords;
}

interface EnabledEventsProps extends EventsProps {
  onSend: (event: EnabledEvent) => void;
}

export function EnabledEvents({ events, words, onSend }: EnabledEventsProps) {
  const { t, i18n } = useLingui();
  const open = events.filter(({ isBlocked }) => !isBlocked);
  const heading = useRef<HTMLHeadingElement>(null);
  const section = useRef<HTMLElement>(null);
  const pressed = useRef<string | null>(null);
  const here = open.map(({ sent }) => sent.name).join();

  useEffect(() => {
    const last = pressed.current;
    if (last === null || here === null) return;
    pressed.current = null;
    const buttons = [...(section.current?.querySelectorAll('button') ?? [])];
    const next = buttons.find(({ dataset }) => dataset.event === last) ?? buttons[0];
    (next ?? heading.current)?.focus();
  }, [here]);

  return (
    <section className={styles.events} ref={section}>
      <h2 ref={heading} tabIndex={-1}>
        {t`What can happen`}
      </h2>
      {open.length === 0 && <p>{t`Nothing: the statechart accepts no more events.`}</p>}
      {[...Map.groupBy(open, senderOf)].map(([sender, sent]) => (
        <div key={sender ?? ''}>
          {sender && <h3>{i18n._(roleWords[sender])}</h3>}
          <ul className="row plain">
            {[...Map.groupBy(sent, (each) => sampleParts(words, each.sent.name).event)].map(
              ([name, samples]) => (
                <EventItem
                  key={name}
                  name={name}
                  events={samples}
                  words={words}
                  onSend={(event) => {
                    pressed.current = event.sent.name;
                    onSend(event);
                  }}
                />
              ),
            )}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** One button for an event, or its name with a button for each of its samples. */
function EventItem({ name, events, words, onSend }: EnabledEventsProps & { name: string }) {
  const isAlone = events.length === 1;
  return (
    <li className={isAlone ? undefined : styles.samples}>
      {!isAlone && <span>{name}</span>}
      {events.map((event) => {
        const label = sampleLabel(words, event.sent.name);
        const { detail } = sampleParts(words, event.sent.name);
        return (
          <Button
            key={event.sent.name}
            variant="default"
            size="xs"
            aria-label={isAlone ? undefined : label}
            data-event={event.sent.name}
            onClick={() => onSend(event)}
          >
            {isAlone ? label : detail || label}
          </Button>
        );
      })}
    </li>
  );
}

function senderOf({ sent }: EnabledEvent): HistoryEntry['role'] | undefined {
  return (sent.event as { by?: { role: HistoryEntry['role'] } }).by?.role;
}

interface BlockedEventsProps extends EventsProps {
  guards: Readonly<Record<string, string>>;
}

export function BlockedEvents({ events, guards, words }: BlockedEventsProps) {
  const { t } = useLingui();
  const blocked = events.filter(({ isBlocked }) => isBlocked);
  if (blocked.length === 0) return null;
  return (
    <details className={styles.blocked}>
      <summary>
        <Plural
          value={blocked.length}
          one="# other event would be refused"
          other="# other events would be refused"
        />
      </summary>
      <ul>
        {blocked.map((event) => {
          const failed = failedGuards(event);
          return (
            <li key={event.sent.name}>
              <b>{sampleLabel(words, event.sent.name)}</b> <code>{event.sent.event.type}</code>
              {failed.length === 0 && <span>{t`no transition of this state depends on it`}</span>}
              {failed.map(({ guard }) => (
                <span key={guard}>
                  <span>{`${t`condition not met`}: ${guards[guard ?? ''] ?? guard}`}</span>{' '}
                  <code>{guard}</code>
                </span>
              ))}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
