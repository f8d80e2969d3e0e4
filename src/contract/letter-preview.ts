import * as z from 'zod/mini';
import { languageCodes } from './languages.ts';

export const letterPreview = z.object({
  recipient: z.string(),
  language: z.enum(languageCodes),
  subject: z.string(),
  body: z.string(),
});
