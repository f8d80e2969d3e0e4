import { useLingui } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import type { StoredFile } from '#contract/files.ts';
import { download } from '#ui/calls/download.ts';
import { MenuButton } from '#ui/menu/menu-button.tsx';
import type { Turn } from './paper-pages.ts';

export interface PageView {
  fileId: string;
  /** Width of a page, relative to the pane. */
  scale: number;
  turn: Turn;
}

export const defaultPageView: PageView = { fileId: '', scale: 1, turn: 0 };

const SCALES = [0.5, 0.75, 1, 1.5, 2, 3];

interface PageToolsProps {
  file: StoredFile;
  pageView: PageView;
  onChange: (pageView: PageView) => void;
}

export function PageTools({ file: { fileId, name }, pageView, onChange }: PageToolsProps) {
  const { t } = useLingui();
  const at = SCALES.indexOf(pageView.scale);
  const scaleTo = (scale: number | undefined) => scale && onChange({ ...pageView, scale });
  const tools = [
    ['minus', t`Smaller`, () => scaleTo(SCALES[at - 1])],
    ['plus', t`Larger`, () => scaleTo(SCALES[at + 1])],
    [
      'turn',
      t`Turn the page`,
      () => onChange({ ...pageView, turn: ((pageView.turn + 90) % 360) as Turn }),
    ],
    ['download', t`Download`, () => download('file', { fileId })],
  ] as const;
  // The text of a document has no pages.
  const shown = /\.docx$/i.test(name) ? tools.slice(-1) : tools;
  return (
    <ActionIcon.Group aria-label={t`Page view`}>
      {shown.map(([glyph, label, onClick]) => (
        <MenuButton key={glyph} glyph={glyph} label={label} title={label} onClick={onClick} />
      ))}
    </ActionIcon.Group>
  );
}
