import { createTheme, type MantineColorsTuple } from '@mantine/core';

const pine: MantineColorsTuple = [
  '#e6f2f2',
  '#cde5e5',
  '#a6d3d3',
  '#7fd0cf',
  '#4fa9aa',
  '#2b858a',
  '#176c73',
  '#0f5a63',
  '#0b4a52',
  '#0a3f47',
];

const brick: MantineColorsTuple = [
  '#fbeae8',
  '#f6d3cf',
  '#f3b5ae',
  '#ff9d92',
  '#dd6459',
  '#c4453a',
  '#b5342a',
  '#a8261c',
  '#8c1f17',
  '#701812',
];

/** The product's face for Mantine's parts; sizes and surfaces of its own are in `base.css`. */
export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 3 },
  colors: { pine, brick },
  autoContrast: true,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  fontFamily: 'var(--face)',
  headings: { fontFamily: 'var(--face)' },
  respectReducedMotion: true,
  // Named, so that style sheets can tell it from the others.
  components: { Button: { defaultProps: { variant: 'filled' } } },
});
