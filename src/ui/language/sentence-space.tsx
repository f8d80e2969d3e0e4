import { useLingui } from '@lingui/react';

/** What stands between two sentences: Chinese ones have their space in the full stop. */
export function SentenceSpace() {
  const { i18n } = useLingui();
  return i18n.locale === 'zh' ? null : ' ';
}
