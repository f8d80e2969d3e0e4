import { lazy, Suspense, startTransition, useState } from 'react';
import type { GlyphName } from '#ui/brand/glyph.tsx';
import { type MenuAction, MenuButton } from './menu-button.tsx';

// The menu loads on demand, because the code that positions it is large.
const load = () => import('./action-menu.tsx');
const ActionMenu = lazy(load);

interface MoreMenuProps {
  label: string;
  glyph?: GlyphName;
  actions: readonly MenuAction[];
}

export function MoreMenu({ label, glyph = 'more', actions }: MoreMenuProps) {
  const [isWanted, setWanted] = useState(false);
  const button = { label, glyph };
  // In a transition, the button stays, with its focus, until the menu can replace it.
  const open = () => startTransition(() => setWanted(true));
  return (
    // The wrapper keeps the layout the same while the menu is open and closed.
    <div>
      <Suspense>
        {isWanted ? (
          <ActionMenu {...button} actions={actions} />
        ) : (
          <MenuButton
            {...button}
            aria-haspopup="menu"
            aria-expanded={false}
            onFocus={load}
            onClick={open}
          />
        )}
      </Suspense>
    </div>
  );
}
