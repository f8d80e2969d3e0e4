import { useLingui } from '@lingui/react';

/** Space between two sentences: Chinese ones have it in the full stop. */
export function SentenceSpace() {
  const { i18n } = useLingui();
  return i18n.locale === 'zh' ? null : <span> </span>;
}
