import { lazy, Suspense, useState } from 'react';
import type { GlyphName } from '#ui/brand/glyph.tsx';
import { type MenuAction, MenuButton } from './menu-button.tsx';

// Loaded after the page, because the code that positions a menu is large.
const ActionMenu = lazy(() => import('./action-menu.tsx'));

interface MoreMenuProps {
  label: string;
  glyph?: GlyphName;
  actions: readonly MenuAction[];
}

export function MoreMenu({ label, glyph = 'more', actions }: MoreMenuProps) {
  const [isWanted, setWanted] = useState(false);
  const button = { label, glyph };
  return (
    // The wrapper keeps the layout the same while the menu is open and closed.
    <div>
      <Suspense
        fallback={<MenuButton {...button} aria-haspopup="menu" onClick={() => setWanted(true)} />}
      >
        <ActionMenu {...button} actions={actions} isWanted={isWanted} />
      </Suspense>
    </div>
  );
}
