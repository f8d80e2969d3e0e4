import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { ActionIcon, Menu } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { Glyph, type GlyphName } from '#ui/brand/glyph.tsx';

interface MoreMenuProps {
  /** Name of the button, which shows an icon only. */
  label: string;
  /** Three dots by default. */
  glyph?: GlyphName;
  /** `Menu.Item`s. */
  children: ReactNode;
}

/** A menu of further actions behind one button. */
export function MoreMenu({ label, glyph = 'more', children }: MoreMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    // A wrapper, so that the layout is the same open and closed.
    <div>
      <Menu withinPortal={false} menuItemTabIndex={0}>
        <Menu.Target>
          <ActionIcon ref={button} variant="subtle" color="gray" size="lg" aria-label={label}>
            <Glyph name={glyph} />
          </ActionIcon>
        </Menu.Target>
        {/* Focuses the button before the action, so that dialogs return the focus to it. */}
        <Menu.Dropdown onClickCapture={() => button.current?.focus()}>{children}</Menu.Dropdown>
      </Menu>
    </div>
  );
}
