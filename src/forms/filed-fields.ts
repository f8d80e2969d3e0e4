import type { ApplicationKind } from '#machines/application.machine.ts';
import { dataRequestFields } from './data-request-fields.ts';
import type { Fields } from './field.ts';
import { personalFields } from './personal-fields.ts';
import { publicFields } from './public-fields.ts';

export const filedFields: Readonly<Record<ApplicationKind, Fields>> = {
  personal: {
    ...personalFields,
    ...Object.fromEntries(
      Object.entries(dataRequestFields).map(([path, field]) => [`dataRequest.${path}`, field]),
    ),
  },
  public: publicFields,
};
