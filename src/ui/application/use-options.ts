import { useLingui } from '@lingui/react';
import type { OptionList } from '#forms/field.ts';
import { plainList } from '#lib/words/formats.ts';
import { useQuery } from '#ui/calls/use-query.ts';

interface Option {
  code: string;
  label: string;
  description?: string;
}

const cacheOptions = { cache: true };

export function useOptions<List extends OptionList>(
  ...lists: readonly List[]
): (list: List) => readonly Option[] {
  const requestedLists = new Set<OptionList>(lists);
  const applyTypes = useQuery(
    'publicApplyType',
    requestedLists.delete('applyTypes') ? {} : null,
    cacheOptions,
  ).data;
  const categories = useQuery(
    'dataTypeOptions',
    requestedLists.delete('dataTypes') ? {} : null,
    cacheOptions,
  ).data;
  const { data } = useQuery('options', requestedLists.size > 0 ? {} : null, cacheOptions);
  return (list) => {
    if (list === 'applyTypes') return applyTypes ?? [];
    if (list === 'dataTypes')
      return categories?.map(({ type, label }) => ({ code: type, label })) ?? [];
    return (data as Partial<Record<OptionList, Option[]>> | undefined)?.[list] ?? [];
  };
}

export function useOptionLabels<List extends OptionList>(
  ...lists: readonly List[]
): (list: List, codes: string | readonly string[]) => string {
  const { i18n } = useLingui();
  const optionsOf = useOptions(...lists);
  return (list, codes) => {
    const options = optionsOf(list);
    // Codes are never shown: the text is empty until the labels are loaded.
    if (!options.length) return '';
    return plainList(
      [codes].flat().map((code) => options.find((option) => option.code === code)?.label ?? code),
      i18n.locale,
    );
  };
}
