import '@mantine/core/styles/ActionIcon.layer.css';
import { ActionIcon } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Glyph, type GlyphName } from '#ui/brand/glyph.tsx';

export type MenuAction = { label: string } & ({ to: string } | { onClick: () => void });

interface MenuButtonProps extends Omit<ComponentProps<'button'>, 'color' | 'disabled'> {
  label: string;
  glyph: GlyphName;
}

export function MenuButton({ label, glyph, ...button }: MenuButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} {...button}>
      <Glyph name={glyph} />
    </ActionIcon>
  );
}
