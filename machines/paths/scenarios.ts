import { applicationScenario } from '../application.events.ts';
import { challengeScenario } from '../challenge.events.ts';
import { consentScenario } from '../consent.events.ts';
import { loginScenario } from '../login.events.ts';
import { reportScenario } from '../report.events.ts';
import { uploadScenario } from '../upload.events.ts';
import { uploadQueueScenario } from '../upload-queue.events.ts';
import type { Scenario } from './scenario.ts';

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
