import { type TransRenderProps, useLingui } from '@lingui/react';
import { Children, type ReactNode } from 'react';
import { commaOf } from '#lib/words/formats.ts';

/**
 * Renders messages of `<Trans>` with every text in its own element. Browser translation replaces
 * text nodes, and React fails when it changes or removes a replaced one, unless the text has no
 * siblings.
 */
export function TranslatedText({ translation }: TransRenderProps) {
  return Children.map(translation, (part) =>
    typeof part === 'string' ? <span>{part}</span> : part,
  );
}

/** Space between sentences; none in Chinese, whose full stop includes the space. */
export function SentenceSpace() {
  const { i18n } = useLingui();
  return i18n.locale === 'zh' ? null : <span> </span>;
}

export function Comma() {
  const { i18n } = useLingui();
  return <span>{commaOf(i18n.locale)}</span>;
}

const NUMBER = /\S*\d\S*-\S*\w/;

export function withUnbrokenNumbers(text: string): ReactNode {
  const found = NUMBER.exec(text);
  if (!found) return text;
  const [number] = found;
  return (
    <>
      <span>{text.slice(0, found.index)}</span>
      <span className="whole">{number}</span>
      <span>{withUnbrokenNumbers(text.slice(found.index + number.length))}</span>
    </>
  );
}
