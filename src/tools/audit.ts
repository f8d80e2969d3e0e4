import { runAudit } from './audit/run-audit.ts';

process.exitCode = await runAudit(process.env, process);
