import * as z from 'zod/mini';
import { languageCodes } from './languages.ts';

/** E-mail to a requester as it would be sent. */
export const letterPreview = z.object({
  recipient: z.string(),
  language: z.enum(languageCodes),
  subject: z.string(),
  body: z.string(),
});
