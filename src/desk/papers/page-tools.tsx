import '@mantine/core/styles/ActionIcon.layer.css';
import { useLingui } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import type { StoredFile } from '#contract/files.ts';
import { Glyph, type GlyphName } from '#ui/brand/glyph.tsx';
import { download } from '#ui/calls/download.ts';
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
  const isText = /\.docx$/i.test(name);
  return (
    <ActionIcon.Group aria-label={t`Page view`}>
      {!isText && (
        <>
          <Tool glyph="minus" label={t`Smaller`} onClick={() => scaleTo(SCALES[at - 1])} />
          <Tool glyph="plus" label={t`Larger`} onClick={() => scaleTo(SCALES[at + 1])} />
          <Tool
            glyph="turn"
            label={t`Turn the page`}
            onClick={() => onChange({ ...pageView, turn: ((pageView.turn + 90) % 360) as Turn })}
          />
        </>
      )}
      <Tool glyph="download" label={t`Download`} onClick={() => download('file', { fileId })} />
    </ActionIcon.Group>
  );
}

interface ToolProps {
  glyph: GlyphName;
  label: string;
  onClick: () => void;
}

function Tool({ glyph, label, onClick }: ToolProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Glyph name={glyph} />
    </ActionIcon>
  );
}
