import { transformSync } from 'rolldown/utils';

/** What transpiled code calls, in ECMAScript 2016 itself. */
const helpers = `const babelHelpers = {
  objectSpread2: Object.assign,
  objectWithoutProperties: (from, left) => Object.keys(from).reduce((rest, key) =>
    left.includes(key) ? rest : Object.assign(rest, { [key]: from[key] }), {}),
};`;

/**
 * Makes ECMAScript 2016 of newer code, for engines of SCXML such as Qt's.
 * @throws what the compiler says of code that cannot be read
 */
export function es2016(code: string): string {
  const made = transformSync('machine.js', code, {
    target: 'es2016',
    helpers: { mode: 'External' },
    tsconfig: false,
  });
  if (made.errors.length > 0) throw new Error(made.errors[0]?.message);
  return made.code.includes('babelHelpers.') ? `${helpers}\n${made.code}` : made.code;
}
