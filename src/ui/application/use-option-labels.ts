import { useLingui } from '@lingui/react/macro';
import { useAnswer } from '#ui/calls/use-answer.ts';

type Labelled = readonly { code: string; label: string }[];

const labelIn = (list: Labelled | undefined, code: string) =>
  list?.find((one) => one.code === code)?.label ?? code;

/** Words for the codes in forms, as the server gives them in the reader's language. */
export function useOptionLabels() {
  const { i18n } = useLingui();
  const { data } = useAnswer('options', {}, { keep: true });
  const { data: types } = useAnswer('publicApplyType', {}, { keep: true });
  const { data: categories } = useAnswer('dataTypeOptions', {}, { keep: true });
  return {
    purpose: (code: string) => labelIn(data?.purposes, code),
    title: (code: string) => labelIn(data?.titles, code),
    country: (code: string) => labelIn(data?.countries, code),
    reportLanguage: (code: string) => labelIn(data?.reportLanguages, code),
    receptionMethod: (code: string) => labelIn(data?.receptionMethods, code),
    applyType: (code: string) => labelIn(types, code),
    dataTypes: (codes: readonly string[]) =>
      new Intl.ListFormat(i18n.locale).format(
        codes.map((code) => categories?.find(({ type }) => type === code)?.label ?? code),
      ),
  };
}
