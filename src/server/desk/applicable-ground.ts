import { codes } from '#contract/codes.ts';
import { personalForms } from '#contract/stored-forms.ts';
import { appliesTo, isLawfulGround, type RefusalGround } from '#machines/refusal-grounds.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/store/services.ts';

/**
 * Refuses a ground that the law does not give for what the data are asked for: Article 5 of the Data
 * Act is of third parties alone.
 * @throws {ApiError} `invalid` naming the ground, or `notFound`
 */
export async function requireApplies(
  { store: { db } }: Services,
  number: string,
  ground: RefusalGround,
): Promise<void> {
  const application = await db
    .selectFrom('application')
    .select(['kind', 'form_json'])
    .where('number', '=', number)
    .executeTakeFirst();
  if (!application) throw new ApiError(codes.notFound);
  const { kind, form_json } = application;
  const isForThirdParty =
    kind === 'personal' && personalForms.read(form_json).thirdParty !== undefined;
  // A ground of the other kind is the machine's to refuse.
  if (isLawfulGround(ground, kind) && !appliesTo(ground, { kind, isForThirdParty }))
    throw new ApiError(codes.invalid, { fields: [{ field: 'ground', problem: 'choice' }] });
}
