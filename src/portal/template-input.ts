import { purposes } from '#contract/options.ts';
import type { StoredPersonalForm } from '#contract/personal-form.ts';
import type { CallInput } from '#ui/calls/call-types.ts';
import { filled } from '#ui/form/contract-form.ts';

interface TemplateFacts {
  user: StoredPersonalForm['user'];
  vehicleId: string | undefined;
  purpose?: string | undefined;
  purposeDetails?: string | undefined;
  thirdParty?: { name?: string | undefined; location?: string | undefined } | undefined;
}

/** The facts of a form that the template takes over, typed or filed. */
export function templateInput(facts: TemplateFacts): CallInput<'agreementTemplate'> {
  const { vehicleId, purpose, purposeDetails, thirdParty } = facts;
  const { title, firstName, middleName, lastName, address, postCode, city, country } = facts.user;
  return filled({
    user: filled({ title, firstName, middleName, lastName, address, postCode, city, country }),
    vehicleId,
    purpose: purposes.find((code) => code === purpose),
    purposeDetails,
    thirdParty: filled({ name: thirdParty?.name, location: thirdParty?.location }),
  }) as CallInput<'agreementTemplate'>;
}
