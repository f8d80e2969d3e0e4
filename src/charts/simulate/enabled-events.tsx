import { Plural, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import {
  payloadKey,
  payloadWords,
  type SampleWords,
  sampleLabel,
} from '#charts/words/sample-words.ts';
import { formatInstant } from '#ui/format/dates.ts';
import styles from './simulate.module.css';
import { type EnabledEvent, failedGuards, payloadOf } from './simulation.ts';

interface EnabledEventsProps {
  events: readonly EnabledEvent[];
  guards: Readonly<Record<string, string>>;
  words: SampleWords;
  onSend: (event: EnabledEvent) => void;
}

export function EnabledEvents({ events, guards, words, onSend }: EnabledEventsProps) {
  const { t } = useLingui();
  const open = events.filter(({ isBlocked }) => !isBlocked);
  const blocked = events.filter(({ isBlocked }) => isBlocked);
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef<string | null>(null);
  const here = open.map(({ sent }) => sent.name).join();

  // Focuses the same event again if it is still enabled, otherwise the first one.
  useEffect(() => {
    const last = pressed.current;
    if (last === null || here === null) return;
    pressed.current = null;
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const next = buttons.find(({ dataset }) => dataset.event === last) ?? buttons[0];
    (next ?? heading.current)?.focus();
  }, [here]);

  return (
    <section>
      <h2 ref={heading} tabIndex={-1}>
        {t`What can happen`}
      </h2>
      {open.length === 0 && <p>{t`Nothing: the machine accepts no more events.`}</p>}
      <ul className="stack plain above below" ref={list}>
        {open.map((event) => (
          <li key={event.sent.name}>
            <Button
              variant="default"
              data-event={event.sent.name}
              onClick={() => {
                pressed.current = event.sent.name;
                onSend(event);
              }}
            >
              {sampleLabel(words, event.sent.name)}
            </Button>
            <Payload event={event} />
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
                      <span>{`${t`condition not met`}: ${guards[guard ?? ''] ?? guard}`}</span>{' '}
                      <code>{guard}</code>
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

function Payload({ event }: { event: EnabledEvent }) {
  const { i18n } = useLingui();
  const words = payloadWords(i18n.t);
  const payload = payloadOf(event);
  if (payload.length === 0) return null;
  const shown = (name: string, value: unknown) =>
    typeof value === 'number' && /(^|\.)at$|(At|Until)$/.test(name)
      ? formatInstant(value, i18n.locale)
      : String(value);
  return (
    <dl className={`row soft ${styles.payload}`}>
      {payload.map(([name, value]) => (
        <div key={name}>
          <dt>
            <span>{words[payloadKey(name)]}</span> <code>{name}</code>
          </dt>
          <dd>{shown(name, value)}</dd>
        </div>
      ))}
    </dl>
  );
}
