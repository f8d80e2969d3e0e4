/** Variables that programs need for paths, libraries and locale. */
const common =
  /^(PATH|HOME|USER|USERNAME|LOGNAME|USERPROFILE|(LOCAL)?APPDATA|TMPDIR|TE?MP|SYSTEMROOT|SYSTEMDRIVE|PATHEXT|COMSPEC|LANG|LC_\w+|TZ|LD_\w+)$/i;

/** PostgreSQL’s own programs, and its driver: https://www.postgresql.org/docs/current/libpq-envars.html */
export const postgres = /^PG\w+$/;

/**
 * Returns the environment for a program that the portal starts: not its own, which holds `SECRET`,
 * `AUDIT_KEY`, `DATABASE_URL` and other secrets.
 * @param also variables that this program needs beside the common ones
 */
export function childEnvironment(also?: RegExp): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => common.test(name) || also?.test(name)),
  );
}
