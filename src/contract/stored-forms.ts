import { type StoredDataRequest, storedDataRequest } from './data-request-form.ts';
import { customerLevels, type MaskingLevel } from './data-types.ts';
import { storedPersonalForm } from './personal-form.ts';
import { type StoredPublicForm, storedPublicForm } from './public-form.ts';
import { storedJson } from './stored-json.ts';

export const personalForms = storedJson(storedPersonalForm);

const storedPublicForms = storedJson(storedPublicForm);
export const publicForms = {
  ...storedPublicForms,
  read(json: string): WithLevel<StoredPublicForm> {
    const form = storedPublicForms.read(json);
    return { ...form, maskingLevel: publicBodyLevel(form) };
  },
};

const storedDataRequests = storedJson(storedDataRequest);
export const dataRequests = {
  ...storedDataRequests,
  read(json: string): WithLevel<StoredDataRequest> {
    const form = storedDataRequests.read(json);
    return { ...form, maskingLevel: customerLevel(form) };
  },
};

/** A form with the level of masking that applies to its data; undefined without masking. */
type WithLevel<Form> = Form & { maskingLevel: MaskingLevel | undefined };

/**
 * A public-sector body gets anonymised or pseudonymised personal data (Art. 18(4)), with the true
 * time only in an emergency (Art. 15(1)(a)).
 */
function publicBodyLevel({ type, maskingLevel }: StoredPublicForm): MaskingLevel {
  return type === 'publicEmergency' && maskingLevel === 'dated' ? 'dated' : 'drives';
}

/** A customer's data are masked unless the request says otherwise. */
function customerLevel({ masking, maskingLevel }: StoredDataRequest): MaskingLevel | undefined {
  if (masking === false) return undefined;
  return customerLevels.find((level) => level === maskingLevel) ?? customerLevels[0];
}

export function isForThirdParty(row: { kind: 'personal' | 'public'; form_json: string }): boolean {
  return row.kind === 'personal' && personalForms.read(row.form_json).thirdParty !== undefined;
}

interface Forms {
  form_json: string;
  data_request_json: string | null;
}

export function requestedDataOf(row: Forms): WithLevel<StoredDataRequest | StoredPublicForm> {
  const { form_json, data_request_json } = row;
  return data_request_json ? dataRequests.read(data_request_json) : publicForms.read(form_json);
}
