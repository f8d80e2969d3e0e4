import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Menu } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { GlyphName } from '#ui/brand/glyph.tsx';
import { type MenuAction, MenuButton } from './menu-button.tsx';

interface ActionMenuProps {
  label: string;
  glyph: GlyphName;
  actions: readonly MenuAction[];
}

export default function ActionMenu({ label, glyph, actions }: ActionMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Repeats the click that caused this component to load.
    button.current?.focus();
    button.current?.click();
  }, []);
  return (
    <Menu withinPortal={false} menuItemTabIndex={0}>
      <Menu.Target>
        <MenuButton ref={button} label={label} glyph={glyph} />
      </Menu.Target>
      {/* Focuses the button before the action, so that dialogs return the focus to it. */}
      <Menu.Dropdown onClickCapture={() => button.current?.focus()}>
        {actions.map((action) =>
          'to' in action ? (
            <Menu.Item key={action.label} component={Link} to={action.to}>
              {action.label}
            </Menu.Item>
          ) : (
            <Menu.Item key={action.label} onClick={action.onClick}>
              {action.label}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
