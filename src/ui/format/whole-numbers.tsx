import type { ReactNode } from 'react';

/** A word of digits and hyphens, like an application number. */
const NUMBER = /\S*\d\S*-\S*\w/;

/** A text whose hyphenated numbers stay on one line each. */
export function wholeNumbers(text: string): ReactNode {
  const found = NUMBER.exec(text);
  if (!found) return text;
  const [number] = found;
  return (
    <>
      <span>{text.slice(0, found.index)}</span>
      <span className="whole">{number}</span>
      <span>{wholeNumbers(text.slice(found.index + number.length))}</span>
    </>
  );
}
