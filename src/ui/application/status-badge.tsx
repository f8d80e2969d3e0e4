import { useLingui } from '@lingui/react';
import { stateWords } from '#applications/states.ts';
import { type ApplicationState, applicationSnapshot } from '#contract/stored-application.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import { Glyph, type GlyphName } from '#ui/brand/glyph.tsx';
import styles from './status-badge.module.css';

type Tone = 'waiting' | 'yours' | 'good' | 'ended';

const glyphs: Record<Tone, GlyphName> = {
  waiting: 'clock',
  yours: 'reply',
  good: 'check',
  ended: 'stop',
};

/** Returns the tone for the party whose turn it is, from the chart's own tags. */
function toneOf(state: ApplicationState, kind: ApplicationKind): Tone {
  const snapshot = applicationSnapshot({
    state,
    kind,
    requester: '',
    revision: 0,
    answerDueAt: null,
  });
  if (snapshot.hasTag('requestersTurn')) return 'yours';
  if (snapshot.hasTag('downloadable')) return 'good';
  return snapshot.hasTag('holdersTurn') ? 'waiting' : 'ended';
}

/** State of an application in words, with a sign whose shape distinguishes it without colour. */
export function StatusBadge({ state, kind }: { state: ApplicationState; kind: ApplicationKind }) {
  const { _ } = useLingui();
  const tone = toneOf(state, kind);
  return (
    <span className={styles.badge} data-tone={tone}>
      <Glyph name={glyphs[tone]} />
      {_(stateWords(state, kind).label)}
    </span>
  );
}
