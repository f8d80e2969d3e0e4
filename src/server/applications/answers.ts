import type { AnswerChange } from '#contract/application-record.ts';
import { fullName, type Language } from '#contract/languages.ts';
import type { StoredPersonalForm } from '#contract/personal-form.ts';
import type { StoredPublicForm } from '#contract/public-form.ts';
import { dataRequests, personalForms, publicForms } from '#contract/stored-forms.ts';
import { answerAt } from '#forms/field.ts';
import { filedFields } from '#forms/filed-fields.ts';
import { foldText } from '#lib/words/fold.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import type { ApplicationRow } from './application-row.ts';

type Filed = Pick<ApplicationRow, 'kind' | 'form_json' | 'data_request_json'>;

export function filedForm({ kind, form_json, data_request_json }: Filed): object {
  const request = data_request_json && { dataRequest: dataRequests.read(data_request_json) };
  return { ...formsOf(kind).read(form_json), ...request };
}

export const formsOf = (kind: ApplicationKind) =>
  kind === 'personal' ? personalForms : publicForms;

/** Lists the answers that differ. Omits files, and check boxes, which must always be ticked. */
export function changedAnswers(before: Filed, after: Filed): AnswerChange[] {
  const [old, now] = [filedForm(before), filedForm(after)];
  return Object.entries(filedFields[after.kind])
    .filter(([, { control }]) => control.kind !== 'files' && control.kind !== 'tick')
    .map(([field]) => ({
      field,
      before: textsOf(answerAt(old, field)),
      after: textsOf(answerAt(now, field)),
    }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

function textsOf(answer: unknown): string[] {
  return answer === undefined || answer === null ? [] : [answer].flat().map(String);
}

export function namesIn({ kind, form_json }: Pick<Filed, 'kind' | 'form_json'>) {
  const form = formsOf(kind).read(form_json);
  if (kind === 'public') {
    const { departmentName, contactEmail } = form as StoredPublicForm;
    return { names: [departmentName, contactEmail], sortedBy: [departmentName] };
  }
  const { user, thirdParty, onBehalfOf } = form as StoredPersonalForm;
  return {
    names: [user.firstName, user.lastName, thirdParty?.name, onBehalfOf],
    sortedBy:
      thirdParty && onBehalfOf !== undefined
        ? [thirdParty.name]
        : [user.lastName, user.firstName, user.middleName],
  };
}

export function partiesOf(
  { kind, form_json }: Pick<Filed, 'kind' | 'form_json'>,
  language: Language,
): { requesterName: string; userName: string | null } {
  if (kind === 'public')
    return { requesterName: publicForms.read(form_json).departmentName ?? '', userName: null };
  const { user, thirdParty, onBehalfOf } = personalForms.read(form_json);
  const name = fullName(user, language);
  return thirdParty && onBehalfOf !== undefined
    ? { requesterName: thirdParty.name ?? '', userName: name }
    : { requesterName: name, userName: null };
}

export const requesterName = (filed: Pick<Filed, 'kind' | 'form_json'>, language: Language) =>
  partiesOf(filed, language).requesterName;

/**
 * Lines, from 0, of a customer's search text that may contain the VIN: it follows the number, the
 * address and four names (three in a text of release 1.0.0).
 */
const VIN_LINES = [6, 5];
const VIN = /^[a-hj-npr-z0-9]{17}$/;

export function vinIn(text: string): string | null {
  const lines = text.split('\n');
  const found = VIN_LINES.map((line) => lines[line] ?? '');
  return (found.find((line) => VIN.test(line)) ?? found[0] ?? '').toUpperCase() || null;
}

export function searchText(...words: readonly (string | undefined)[]): string {
  return foldText(words.join('\n'));
}
