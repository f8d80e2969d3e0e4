import { useLingui } from '@lingui/react';
import { hasTag } from '#contract/stored-application.ts';
import { stateWords } from '#forms/states.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import { Glyph, type GlyphName } from '#ui/brand/glyph.tsx';
import styles from './application.module.css';

type Tone = 'waiting' | 'yours' | 'good' | 'ended';

const glyphs: Record<Tone, GlyphName> = {
  waiting: 'clock',
  yours: 'reply',
  good: 'check',
  ended: 'stop',
};

function toneOf(state: string): Tone {
  if (hasTag(state, 'requestersTurn')) return 'yours';
  if (hasTag(state, 'downloadable')) return 'good';
  return hasTag(state, 'ended') ? 'ended' : 'waiting';
}

/** State of an application. Each tone has a different icon, so that colour is not the only cue. */
export function StatusBadge({ state, kind }: { state: string; kind: ApplicationKind }) {
  const { _ } = useLingui();
  const tone = toneOf(state);
  return (
    <span className={styles.badge} data-tone={tone}>
      <Glyph name={glyphs[tone]} />
      <span>{_(stateWords(state, kind).label)}</span>
    </span>
  );
}
