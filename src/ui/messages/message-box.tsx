import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Glyph } from '#ui/brand/glyph.tsx';
import { wholeNumbers } from '#ui/format/whole-numbers.tsx';
import styles from './message-area.module.css';
import { dismissMessage, type Message } from './messages.ts';

/** Time to notice a message, and to read a character of it, ms: slow readers have it twice. */
const TO_NOTICE = 5000;
const TO_READ = 120;

/**
 * One message. It ends by itself once it could be read; an error only on other pages than its own,
 * where it is no news any more. Under a pointer or the focus it stays.
 */
export function MessageBox({ message }: { message: Message }) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const box = useRef<HTMLDivElement>(null);
  const { id, kind, text, place } = message;
  const isPassing = kind === 'notice' || place !== pathname;

  useEffect(() => {
    if (!isPassing) return;
    const end = () => {
      const isHeld =
        box.current?.matches(':hover') || box.current?.contains(document.activeElement);
      if (isHeld) timer = setTimeout(end, TO_NOTICE);
      else dismissMessage(id);
    };
    let timer = setTimeout(end, TO_NOTICE + TO_READ * text.length);
    return () => clearTimeout(timer);
  }, [id, text, isPassing]);

  return (
    <div ref={box} className={styles.message} data-kind={kind}>
      <Glyph name={kind === 'error' ? 'warning' : 'info'} />
      <p>{wholeNumbers(text)}</p>
      <button type="button" onClick={() => dismissMessage(id)} aria-label={t`Close message`}>
        <Glyph name="close" />
      </button>
    </div>
  );
}
