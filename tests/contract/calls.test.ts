import { expect, test } from 'vitest';
import { type Call, calls } from '#contract/calls.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { cookieLifetimes, fileLimits, REQUEST_TIMEOUT_MS } from '#contract/limits.ts';

/** Section 7 of the specification, word for word: method, path, transport of the input. */
const specified: [Endpoint['method'], string, Endpoint['kind']][] = [
  ['POST', 'auth/login', 'json'],
  ['POST', 'auth/logout', 'json'],
  ['POST', 'auth/sendCaptcha', 'json'],
  ['POST', 'common/agreement', 'json'],
  ['GET', 'common/config', 'query'],
  ['GET', 'common/cookieList', 'query'],
  ['POST', 'common/cookieRecord', 'json'],
  ['GET', 'common/dataTypeOptions', 'query'],
  ['GET', 'common/language', 'query'],
  ['GET', 'common/options', 'query'],
  ['POST', 'common/personUploadCert', 'multipart'],
  ['POST', 'common/publicUploadCert', 'multipart'],
  ['GET', 'common/publicApplyType', 'query'],
  ['GET', 'common/regenerateReport', 'query'],
  ['GET', 'common/report', 'query'],
  ['GET', 'greeting', 'query'],
  ['POST', 'order/applicationDetails', 'json'],
  ['POST', 'order/personDataApplication', 'json'],
  ['POST', 'order/personDataApplicationSup', 'json'],
  ['POST', 'order/personQualificationReview', 'json'],
  ['POST', 'order/qualificationReviewSup', 'json'],
  ['POST', 'order/terminateOrder', 'json'],
  ['POST', 'publicOrder/application', 'json'],
  ['GET', 'userInfo/currentUser', 'query'],
  ['POST', 'userInfo/history', 'json'],
];

test.each(specified)('%s %s takes its input as %s', { tags: ['7-calls'] }, (method, path, kind) => {
  const all: Endpoint[] = Object.values(endpoints);
  const call = all.find((one) => one.path === `/server/uc-client/${path}`);
  expect(call).toMatchObject({ method, kind });
});

test('limits match section 9 of the specification', {
  tags: ['7-timeout', '9-timeout', '9-cookies', '9-files'],
}, () => {
  const DAY = 86_400;
  expect(REQUEST_TIMEOUT_MS).toBe(30 * 60_000);
  const { browser: _, companySignIn: __, ...specified } = cookieLifetimes;
  expect(specified).toEqual({
    login: 365 * DAY,
    consent: 365 * DAY,
    language: 365 * DAY,
    session: 30 * 60,
  });
  expect(fileLimits).toMatchObject({ maxBytes: 20 * 1024 * 1024, maxFiles: 5 });
  expect(fileLimits.extensions.toSorted()).toEqual(
    ['rar', 'zip', 'doc', 'docx', 'pdf', 'jpg', 'jpeg', 'png'].toSorted(),
  );
});

test('every endpoint has the method and path of its own call', () => {
  for (const [name, endpoint] of Object.entries(endpoints))
    expect(endpoint, name).toMatchObject(calls[name as keyof typeof calls]);
});

test('a call invalidates reading calls only', () => {
  const changing = Object.values<Call>(calls).flatMap(({ invalidates = [] }) =>
    invalidates.filter((name) => 'invalidates' in calls[name as keyof typeof calls]),
  );
  expect(changing).toEqual([]);
});
