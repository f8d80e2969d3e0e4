/** Outlines on a 20 × 20 grid. */
const outlines = {
  arrow: 'M4 10h12M11 5l5 5-5 5',
  back: 'M16 10H4M9 5l-5 5 5 5',
  check: 'M4 10.5l4 4 8-9',
  clock: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM10 6v4.5l3 2',
  close: 'M5 5l10 10M15 5L5 15',
  dense: 'M3 4.5h14M3 8.2h14M3 11.8h14M3 15.5h14',
  copy: 'M7 7h9v10H7zM4 13V3h9',
  download: 'M10 3v10M5.5 9l4.5 4.5L14.5 9M3 17h14',
  file: 'M5 2.5h7l4 4v11H5zM12 2.5v4h4',
  info: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM10 9v5M10 6v.6',
  lock: 'M5 9h10v8H5zM7 9V6.5a3 3 0 0 1 6 0V9',
  mail: 'M3 5h14v10H3zM3 5.5l7 5.5 7-5.5',
  minus: 'M4 10h12',
  more: 'M4.5 10h.01M10 10h.01M15.5 10h.01',
  pause: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM8 7v6M12 7v6',
  print: 'M6 7V3h8v4M5 14H3V7h14v7h-2M6 12h8v5H6z',
  plus: 'M10 4v12M4 10h12',
  people:
    'M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 16c.5-2.9 2.7-4.3 5.5-4.3S12.5 13.1 13 16M13.5 9.5a2.5 2.5 0 0 0 0-5M15 12c1.7.5 2.8 1.9 3 4',
  sort: 'M6 4v12M2.5 12.5L6 16l3.5-3.5M14 16V4M10.5 7.5L14 4l3.5 3.5',
  person: 'M10 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM4 17c0-3 2.7-5 6-5s6 2 6 5',
  building: 'M3 17h14M4 8h12L10 3zM5.5 8v9M10 8v9M14.5 8v9',
  reply: 'M8 4L3 9l5 5M3 9h8a6 6 0 0 1 6 6v1',
  roomy: 'M3 5h14M3 10h14M3 15h14',
  stop: 'M6.5 2.5h7l4 4v7l-4 4h-7l-4-4v-7zM7 7l6 6M13 7l-6 6',
  turn: 'M12 4l5 5-5 5M17 9H9a6 6 0 0 0-6 6v1',
  upload: 'M10 14V4M5.5 8L10 3.5 14.5 8M3 17h14',
  warning: 'M10 3l7.5 13.5h-15zM10 8.5v4M10 14.4v.4',
} as const;

export type GlyphName = keyof typeof outlines;

export function Glyph({ name }: { name: GlyphName }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="1.15em"
      height="1.15em"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      style={{ flex: 'none', verticalAlign: '-0.2em' }}
    >
      <path d={outlines[name]} />
    </svg>
  );
}

export function Mark() {
  return (
    <svg viewBox="0 0 40 40" width="2.2em" height="2.2em" aria-hidden="true" focusable="false">
      <rect width="40" height="40" rx="9" fill="#f2b33d" />
      <path d="M16.6 7h6.8L34 34H6z" fill="#0a3f47" />
      <path d="M19.1 27h1.8l.5 5h-2.8z" fill="#fff" />
      <circle cx="20" cy="22.4" r="1.7" fill="#fff" />
      <circle cx="20" cy="17" r="1.4" fill="#fff" />
      <circle cx="20" cy="12.4" r="1.1" fill="#fff" />
    </svg>
  );
}
