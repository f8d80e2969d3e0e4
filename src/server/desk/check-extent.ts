import { codes } from '#contract/codes.ts';
import type { DeliveryExtent } from '#contract/delivery-extent.ts';
import type { FieldProblem } from '#contract/envelope.ts';
import { publicForms } from '#contract/stored-forms.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { vehicleSource } from '#server/vehicles/linked-vehicles.ts';

/**
 * Checks that an approval says what a public-sector body is given, and no more than it asked for.
 * @throws {ApiError} `notFound`; `invalid` that names each part which is missing, unknown or too much
 */
export async function checkExtent(
  services: Services,
  { applicationNumber, extent }: { applicationNumber: string; extent?: DeliveryExtent | undefined },
): Promise<void> {
  const application = await services.store.db
    .selectFrom('application')
    .select(['kind', 'form_json'])
    .where('number', '=', applicationNumber)
    .executeTakeFirst();
  if (!application) throw new ApiError(codes.notFound);
  const problems = await problemsOf(services, application, extent);
  const fields = problems.map(({ field, problem }) => ({ field: `extent${field}`, problem }));
  if (fields.length > 0) throw new ApiError(codes.invalid, { fields });
}

async function problemsOf(
  services: Services,
  { kind, form_json }: { kind: string; form_json: string },
  extent: DeliveryExtent | undefined,
): Promise<FieldProblem[]> {
  if (kind !== 'public') return extent ? [{ field: '', problem: 'unknown' }] : [];
  if (!extent) return [{ field: '', problem: 'required' }];
  const asked = publicForms.read(form_json);
  const models = await vehicleSource(services).models();
  const problems: (FieldProblem | false)[] = [
    !extent.models.every((one) => models.some(({ model }) => model === one)) && {
      field: '.models',
      problem: 'choice',
    },
    !extent.dataTypes.every((type) => asked.dataTypes.includes(type)) && {
      field: '.dataTypes',
      problem: 'choice',
    },
    // A request without a period asked for none.
    !(Date.parse(extent.from) >= Date.parse(asked.from ?? '')) && {
      field: '.from',
      problem: 'range',
    },
    !(Date.parse(extent.to) <= Date.parse(asked.to ?? '')) && { field: '.to', problem: 'range' },
  ];
  return problems.filter((problem) => problem !== false);
}
