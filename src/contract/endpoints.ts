import * as applicationRecord from './application-record.ts';
import * as assignment from './assignment.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import { type CallName, calls } from './calls.ts';
import * as common from './common.ts';
import * as corrections from './corrections.ts';
import * as dataCoverage from './data-coverage.ts';
import * as dataRequestForm from './data-request-form.ts';
import * as decision from './decision.ts';
import * as deliveryExtent from './delivery-extent.ts';
import * as desk from './desk.ts';
import * as deskSettings from './desk-settings.ts';
import * as dispute from './dispute.ts';
import * as drafts from './drafts.ts';
import type { Endpoint } from './endpoint.ts';
import * as envelope from './envelope.ts';
import * as errorData from './error-data.ts';
import * as fields from './fields.ts';
import * as figures from './figures.ts';
import * as files from './files.ts';
import * as templates from './letter-templates.ts';
import * as live from './live/grants.ts';
import * as notices from './notices.ts';
import * as operation from './operation.ts';
import * as order from './order.ts';
import * as personalForm from './personal-form.ts';
import * as publicForm from './public-form.ts';
import * as queue from './queue.ts';
import * as quote from './quote.ts';
import * as report from './report.ts';
import * as reportPreview from './report-preview.ts';
import * as secondFactor from './second-factor.ts';
import * as staff from './staff.ts';
import * as userInfo from './user-info.ts';

const exported = {
  ...assignment,
  ...audit,
  ...auth,
  ...common,
  ...dataCoverage,
  ...decision,
  ...desk,
  ...deskSettings,
  ...corrections,
  ...dispute,
  ...drafts,
  ...figures,
  ...files,
  ...templates,
  ...live,
  ...notices,
  ...operation,
  ...order,
  ...queue,
  ...quote,
  ...report,
  ...reportPreview,
  ...secondFactor,
  ...staff,
  ...userInfo,
  ...decision.decisionCalls,
};

/** Schemas of all endpoints. The key in `calls` is also the name of the schema's export. */
export const endpoints = Object.fromEntries(
  (Object.keys(calls) as CallName[]).map((name) => [name, exported[name]]),
) as { [Name in CallName]: (typeof exported)[Name] } satisfies Record<CallName, Endpoint>;

export type EndpointName = CallName;

/** Schemas by name. The OpenAPI document refers to them by these names. */
export const schemas = {
  ...exported,
  ...applicationRecord,
  ...dataRequestForm,
  ...deliveryExtent,
  ...envelope,
  ...errorData,
  ...fields,
  ...personalForm,
  ...publicForm,
};
