import {
  type StoredDataRequest,
  type StoredPublicForm,
  storedDataRequest,
  storedPersonalForm,
  storedPublicForm,
} from '#contract/stored-forms.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import { storedJson } from '#server/platform/store/stored-json.ts';

/** What applicants filed, as their rows keep it. */
export const personalForms = storedJson(storedPersonalForm);
export const publicForms = storedJson(storedPublicForm);
export const dataRequests = storedJson(storedDataRequest);

type Forms = Pick<Schema['application'], 'form_json' | 'data_request_json'>;

/** The form that says which data are wanted: a customer's data request, or a public-sector body's. */
export function requestedDataOf(row: Forms): StoredDataRequest | StoredPublicForm {
  const { form_json, data_request_json } = row;
  return data_request_json ? dataRequests.read(data_request_json) : publicForms.read(form_json);
}
