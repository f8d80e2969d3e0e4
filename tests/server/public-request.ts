import { endpoints } from '#contract/endpoints.ts';
import type { PublicForm } from '#contract/public-form.ts';
import { granted, type SeededPortal } from './seeded-portal.ts';

const { form: example } = endpoints.publicApplication.example as { form: PublicForm };

/** The extent of the example's request, or of one that differs in `form`. */
export function completeExtent(form: Partial<PublicForm> = {}, models = ['Car']) {
  const { dataTypes, from, to } = { ...example, ...form };
  return { models, dataTypes, from, to, interval: 'asRecorded' as const };
}

const proof = { name: 'decree.pdf', content: Buffer.from('%PDF-1.7\n%%EOF\n') };

/** Files a public-sector body's request; returns its number. */
export async function filedPublicRequest(
  portal: SeededPortal,
  token: string,
  form: Partial<PublicForm> = {},
): Promise<string> {
  const sent = { fields: { usage: 'publicMaterial' }, file: proof };
  const { fileId } = granted(await portal.upload('publicUploadCert', sent, { token }));
  const filing = {
    submissionId: crypto.randomUUID(),
    form: { ...example, ...form, materials: [fileId] },
  };
  return (await portal.granted('publicApplication', filing, { token })).applicationNumber;
}

/** The same, under review, at revision 1. */
export async function publicRequest(
  portal: SeededPortal,
  token: string,
  form?: Partial<PublicForm>,
): Promise<string> {
  const applicationNumber = await filedPublicRequest(portal, token, form);
  const reviewer = { token: portal.tokens.reviewer };
  await portal.granted('deskStartReview', { applicationNumber, revision: 0 }, reviewer);
  return applicationNumber;
}

/** Files and approves a public-sector body's request. */
export async function givenRequest(
  portal: SeededPortal,
  token: string,
  form: Partial<PublicForm> = {},
): Promise<string> {
  const applicationNumber = await publicRequest(portal, token, form);
  const reviewer = { token: portal.tokens.reviewer };
  const approval = { applicationNumber, revision: 1, extent: completeExtent(form) };
  await portal.granted('deskApprove', approval, reviewer);
  return applicationNumber;
}
