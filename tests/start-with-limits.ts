import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// Starts the server of the current folder with the limits (JSON) of the argument.

const main = pathToFileURL(join(process.cwd(), 'src/server/main.ts')).href;
const { run } = await import(main);
run(undefined, JSON.parse(process.argv[2] ?? '{}'));
