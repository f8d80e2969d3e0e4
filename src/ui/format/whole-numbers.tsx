import type { ReactNode } from 'react';

/** A word of digits and hyphens, like an application number. */
const NUMBER = /(\S*\d\S*-\S*\w)/;

/** A text whose hyphenated numbers stay on one line each. */
export function wholeNumbers(text: string): ReactNode {
  return text.split(NUMBER).map((part, index) =>
    index % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which have no other name
      <span key={index} className="whole">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
