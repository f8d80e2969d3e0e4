import { lazy, Suspense, useState } from 'react';
import type { GlyphName } from '#ui/brand/glyph.tsx';
import { type MenuAction, MenuButton } from './menu-button.tsx';

// Loaded after the page: the code that places a menu beside its button is large.
const ActionMenu = lazy(() => import('./action-menu.tsx'));

interface MoreMenuProps {
  /** Name of the button, which shows an icon only. */
  label: string;
  /** Three dots by default. */
  glyph?: GlyphName;
  actions: readonly MenuAction[];
}

/** A menu of further actions behind one button. */
export function MoreMenu({ label, glyph = 'more', actions }: MoreMenuProps) {
  /** True when the button was pressed before the menu had loaded. */
  const [isWanted, setWanted] = useState(false);
  const button = { label, glyph };
  return (
    // A wrapper, so that the layout is the same open and closed.
    <div>
      <Suspense
        fallback={<MenuButton {...button} aria-haspopup="menu" onClick={() => setWanted(true)} />}
      >
        <ActionMenu {...button} actions={actions} defaultOpened={isWanted} />
      </Suspense>
    </div>
  );
}
