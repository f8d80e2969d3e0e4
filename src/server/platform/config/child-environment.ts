const common =
  /^(PATH|HOME|USER|USERNAME|LOGNAME|USERPROFILE|(LOCAL)?APPDATA|TMPDIR|TE?MP|SYSTEMROOT|SYSTEMDRIVE|PATHEXT|COMSPEC|LANG|LC_\w+|TZ|LD_\w+)$/i;

/**
 * Returns the environment for a child process, without `SECRET`, `AUDIT_KEY`, `DATABASE_URL` and
 * other secrets.
 * @param also further variables that the program needs
 */
export function childEnvironment(also?: RegExp): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => common.test(name) || also?.test(name)),
  );
}
