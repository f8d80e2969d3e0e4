import type { Scenario } from '#lib/statechart/paths/scenario.ts';
import { applicationScenario } from './application.scenario.ts';
import { challengeScenario } from './challenge.scenario.ts';
import { consentScenario } from './consent.scenario.ts';
import { disputeScenario } from './dispute.scenario.ts';
import { grantScenario } from './grant.scenario.ts';
import { loginScenario } from './login.scenario.ts';
import { quoteScenario } from './quote.scenario.ts';
import { reportScenario } from './report.scenario.ts';
import { secondFactorScenario } from './second-factor.scenario.ts';
import { uploadScenario } from './upload.scenario.ts';
import { uploadQueueScenario } from './upload-queue.scenario.ts';

export const scenarios: Readonly<Record<string, Scenario>> = {
  application: applicationScenario,
  challenge: challengeScenario,
  'second-factor': secondFactorScenario,
  report: reportScenario,
  dispute: disputeScenario,
  quote: quoteScenario,
  grant: grantScenario,
  login: loginScenario,
  consent: consentScenario,
  upload: uploadScenario,
  'upload-queue': uploadQueueScenario,
};
