import { useLingui } from '@lingui/react';
import type { OptionList } from '#applications/field.ts';
import { plainList } from '#lib/words/plain-list.ts';
import { useQuery } from '#ui/calls/use-query.ts';

interface Option {
  code: string;
  label: string;
  /** Offered no more. */
  isFormer?: boolean | undefined;
}

/** The options of a list with their labels, as the server gives them in the reader's language. */
export function useOptions(): (list: OptionList) => readonly Option[] {
  const { data } = useQuery('options', {}, { cache: true });
  const { data: applyTypes } = useQuery('publicApplyType', {}, { cache: true });
  const { data: categories } = useQuery('dataTypeOptions', {}, { cache: true });
  return (list) => {
    if (list === 'applyTypes') return applyTypes ?? [];
    if (list === 'dataTypes')
      return categories?.map(({ type, label }) => ({ code: type, label })) ?? [];
    return data?.[list] ?? [];
  };
}

/** The label of a code, or of several as a list in the reader's language. */
export function useOptionLabels(): (list: OptionList, codes: string | readonly string[]) => string {
  const { i18n } = useLingui();
  const optionsOf = useOptions();
  return (list, codes) => {
    const options = optionsOf(list);
    // A code says nothing to a reader: until the labels are there, nothing is said.
    if (!options.length) return '';
    return plainList(
      [codes].flat().map((code) => options.find((option) => option.code === code)?.label ?? code),
      i18n.locale,
    );
  };
}
