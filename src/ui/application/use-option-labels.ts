import { useLingui } from '@lingui/react/macro';
import { useAnswer } from '#ui/calls/use-answer.ts';

type Labelled = readonly { code: string; label: string }[];

/** A code that the server gives no words for, perhaps of an older form, stands for itself. */
const labelIn = (list: Labelled | undefined, code = '') =>
  list?.find((one) => one.code === code)?.label ?? code;

/** Words for the codes in forms, as the server gives them in the reader's language. */
export function useOptionLabels() {
  const { i18n } = useLingui();
  const { data } = useAnswer('options', {}, { keep: true });
  const { data: types } = useAnswer('publicApplyType', {}, { keep: true });
  const { data: categories } = useAnswer('dataTypeOptions', {}, { keep: true });
  return {
    purpose: (code: string | undefined) => labelIn(data?.purposes, code),
    title: (code: string | undefined) => labelIn(data?.titles, code),
    country: (code: string | undefined) => labelIn(data?.countries, code),
    reportLanguage: (code: string | undefined) => labelIn(data?.reportLanguages, code),
    receptionMethod: (code: string | undefined) => labelIn(data?.receptionMethods, code),
    applyType: (code: string | undefined) => labelIn(types, code),
    dataTypes: (codes: readonly string[]) =>
      new Intl.ListFormat(i18n.locale).format(
        codes.map((code) => categories?.find(({ type }) => type === code)?.label ?? code),
      ),
  };
}
