import { createTheme, type MantineColorsTuple, rem } from '@mantine/core';

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

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 3 },
  colors: { pine, brick },
  autoContrast: true,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  fontFamily: 'var(--face)',
  headings: { fontFamily: 'var(--face)' },
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(15), lg: rem(18), xl: rem(22) },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  radius: { sm: rem(6), md: rem(10) },
  lineHeights: { md: '1.5' },
  respectReducedMotion: true,
  components: {
    // Makes Mantine set the `data-variant` attribute, by which style sheets select.
    Button: { defaultProps: { variant: 'filled' } },
    ModalRoot: {
      defaultProps: {
        centered: true,
        size: rem(544),
        radius: 'md',
        padding: 'lg',
        // A click outside must not discard input.
        closeOnClickOutside: false,
        // `base.css` locks scrolling: the style element of Mantine's own lock has no nonce.
        lockScroll: false,
        // `Dialog` handles Escape and the return of the focus, because it is closed by unmounting.
        closeOnEscape: false,
        returnFocus: false,
        transitionProps: { duration: 0 },
      },
    },
    ModalOverlay: { defaultProps: { color: '#06181c', backgroundOpacity: 0.6 } },
    Table: { defaultProps: { verticalSpacing: 'xs', horizontalSpacing: 'xs', captionSide: 'top' } },
    Menu: {
      defaultProps: {
        position: 'bottom-end',
        shadow: 'md',
        transitionProps: { duration: 0 },
      },
    },
  },
});
