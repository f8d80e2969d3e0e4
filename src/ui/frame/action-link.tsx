import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Glyph, type GlyphName } from '#ui/brand/glyph.tsx';

interface ActionLinkProps {
  to: string;
  glyph?: GlyphName;
  children: ReactNode;
}

/** A link that looks like a button: the way forward. */
export function ActionLink({ to, glyph = 'arrow', children }: ActionLinkProps) {
  return (
    <Button component={Link} to={to} rightSection={<Glyph name={glyph} />}>
      <span>{children}</span>
    </Button>
  );
}
