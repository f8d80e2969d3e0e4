import type { Scenario } from '#lib/statechart/paths/scenario.ts';
import { applicationScenario } from './application.scenario.ts';
import { challengeScenario } from './challenge.scenario.ts';
import { consentScenario } from './consent.scenario.ts';
import { loginScenario } from './login.scenario.ts';
import { reportScenario } from './report.scenario.ts';
import { uploadScenario } from './upload.scenario.ts';
import { uploadQueueScenario } from './upload-queue.scenario.ts';

/** The scenario of every machine of the catalogue, by the same names. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  application: applicationScenario,
  challenge: challengeScenario,
  report: reportScenario,
  login: loginScenario,
  upload: uploadScenario,
  'upload-queue': uploadQueueScenario,
  consent: consentScenario,
};
