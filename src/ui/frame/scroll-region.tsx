import type { ReactNode, Ref, UIEventHandler } from 'react';

interface ScrollRegionProps {
  label: string;
  className: string | undefined;
  ref?: Ref<HTMLElement>;
  onScroll?: UIEventHandler<HTMLElement>;
  children: ReactNode;
}

export function ScrollRegion({ label, children, ...region }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller without anything to focus is out of reach of the keyboard in Safari (WCAG 2.1.1)
    <section {...region} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
