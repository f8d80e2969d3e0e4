import { type StoredDataRequest, storedDataRequest } from './data-request-form.ts';
import { storedPersonalForm } from './personal-form.ts';
import { type StoredPublicForm, storedPublicForm } from './public-form.ts';
import { storedJson } from './stored-json.ts';

export const personalForms = storedJson(storedPersonalForm);
export const publicForms = storedJson(storedPublicForm);
export const dataRequests = storedJson(storedDataRequest);

export function isForThirdParty(row: { kind: 'personal' | 'public'; form_json: string }): boolean {
  return row.kind === 'personal' && personalForms.read(row.form_json).thirdParty !== undefined;
}

interface Forms {
  form_json: string;
  data_request_json: string | null;
}

export function requestedDataOf(row: Forms): StoredDataRequest | StoredPublicForm {
  const { form_json, data_request_json } = row;
  return data_request_json ? dataRequests.read(data_request_json) : publicForms.read(form_json);
}
