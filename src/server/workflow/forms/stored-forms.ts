import { type StoredDataRequest, storedDataRequest } from '#contract/data-request-form.ts';
import { storedPersonalForm } from '#contract/personal-form.ts';
import { type StoredPublicForm, storedPublicForm } from '#contract/public-form.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import { storedJson } from '#server/platform/store/stored-json.ts';

/** Filed forms, as stored in their rows. */
export const personalForms = storedJson(storedPersonalForm);
export const publicForms = storedJson(storedPublicForm);
export const dataRequests = storedJson(storedDataRequest);

type Forms = Pick<Schema['application'], 'form_json' | 'data_request_json'>;

/** The form that says which data are wanted: a customer's data request, or a public-sector body's. */
export function requestedDataOf(row: Forms): StoredDataRequest | StoredPublicForm {
  const { form_json, data_request_json } = row;
  return data_request_json ? dataRequests.read(data_request_json) : publicForms.read(form_json);
}
