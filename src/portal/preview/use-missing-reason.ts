import { useLingui } from '@lingui/react/macro';
import type { DataType } from '#contract/data-types.ts';
import { dataTypeNames } from '#forms/data-types.ts';
import { plainList } from '#lib/words/formats.ts';
import type { Preview } from './use-preview-words.ts';

export function useMissingReason({ types }: Preview) {
  const { t, i18n } = useLingui();
  return (...needed: readonly DataType[]): string => {
    if (needed.some((one) => types.some(({ type }) => type === one)))
      return t`The delivered data contain no values for this.`;
    const names = plainList(
      needed.map((one) => i18n._(dataTypeNames[one])),
      i18n.locale,
    );
    return t`This needs data that you did not ask for: ${names}.`;
  };
}
