import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Glyph, type GlyphName } from '#ui/brand/glyph.tsx';
import styles from './more-menu.module.css';

interface MoreMenuProps {
  /** Name of the button, which shows a drawing alone. */
  label: string;
  /** Three dots without. */
  glyph?: GlyphName;
  /** Items of a list, each a link or a button. */
  children: ReactNode;
}

/**
 * Further actions behind one button. Escape closes them and so does a press or a step elsewhere;
 * what was chosen and Escape give the focus back to the button.
 */
export function MoreMenu({ label, glyph = 'more', children }: MoreMenuProps) {
  const [isOpen, setOpen] = useState(false);
  /** Most menus of a list are never opened; a dialog that an item shows outlasts the menu. */
  const [wasOpened, setOpened] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();

  useEffect(() => {
    if (!isOpen) return;
    const ended = new AbortController();
    const { signal } = ended;
    const close = () => setOpen(false);
    const isElsewhere = (target: EventTarget | null) =>
      target instanceof Node && !area.current?.contains(target);
    function closeToButton() {
      button.current?.focus();
      close();
    }
    // The browser's own events: those of a dialog that an item opens do not come by here.
    document.addEventListener(
      'pointerdown',
      ({ target }) => {
        if (isElsewhere(target)) close();
      },
      { signal },
    );
    area.current?.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        if (isElsewhere(relatedTarget)) close();
      },
      { signal },
    );
    area.current?.addEventListener(
      'keydown',
      ({ key }) => {
        if (key === 'Escape') closeToButton();
      },
      { signal },
    );
    list.current?.addEventListener('click', closeToButton, { signal });
    return () => ended.abort();
  }, [isOpen]);

  return (
    <div ref={area} className={styles.area}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        data-dots={glyph === 'more' || undefined}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => {
          setOpen(!isOpen);
          setOpened(true);
        }}
      >
        <Glyph name={glyph} />
      </button>
      <ul ref={list} id={id} className={styles.list} hidden={!isOpen}>
        {wasOpened && children}
      </ul>
    </div>
  );
}
