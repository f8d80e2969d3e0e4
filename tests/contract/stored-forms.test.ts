import { expect, test } from 'vitest';
import { dataRequests, publicForms } from '#contract/stored-forms.ts';

test.each([
  [{ masking: false }, undefined],
  [{ masking: false, maskingLevel: 'strict' }, undefined],
  [{ masking: true }, 'drives'],
  [{ masking: true, maskingLevel: 'strict' }, 'strict'],
  [{ masking: true, maskingLevel: 'dated' }, 'drives'],
  [{}, 'drives'],
])('the level of masking of the data request %j is %s', (form, level) =>
  expect(dataRequests.read(dataRequests.write(form)).maskingLevel).toBe(level),
);

test.each([
  [{ type: 'publicEmergency' }, 'drives'],
  [{ type: 'publicEmergency', maskingLevel: 'dated' }, 'dated'],
  [{ type: 'publicInterestTask', maskingLevel: 'dated' }, 'drives'],
])('the level of masking of the public request %j is %s', (form, level) =>
  expect(publicForms.read(publicForms.write(form)).maskingLevel).toBe(level),
);
