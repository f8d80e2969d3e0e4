import { misspelt, readConfig, settings } from '#server/platform/config/config.ts';
import { statusOf } from './installation.ts';
import { type Console, parsed } from './usage.ts';

export const help = `Checks the settings in the environment without a start of the portal.

  portal check-settings

Values of secrets are not printed. Names like that of a setting are reported with the setting.
Exit status: 0 all values are valid; 1 a value is not valid or missing; 2 invalid option.
`;

export function run(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { stdout, stderr }: Console,
): Promise<number> {
  return statusOf({ stdout, stderr }, async () => {
    parsed({ args: [...args] });
    for (const line of misspelt(env)) stderr.write(`warning: ${line}\n`);
    readConfig(env);
    const isSet = (name: string) => env[name] || env[`${name}_FILE`];
    const set = Object.keys(settings.shape).filter(isSet);
    stdout.write(`${set.length} settings are set, all values are valid: ${set.join(', ')}\n`);
    return 0;
  });
}
