import { format } from 'node:util';
import pino, { type Logger } from 'pino';
import { logOptions } from './log.ts';

export const productionLog: Logger | null =
  process.env.MODE === 'production' ? jsonLog(process.env.LOG_LEVEL || 'info') : null;

function jsonLog(level: string): Logger {
  const log = pino(logOptions(Object.hasOwn(pino.levels.values, level) ? level : 'info'));
  const logged =
    (kind: 'info' | 'warn' | 'error') =>
    (...values: unknown[]) => {
      const [first] = values;
      if (first instanceof Error) log[kind](first);
      else log[kind](format(...values).trim());
    };
  Object.assign(console, { log: logged('info'), warn: logged('warn'), error: logged('error') });
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn(warning));
  process.on('uncaughtException', (error) => {
    log.fatal(error);
    process.exit(1);
  });
  return log;
}
