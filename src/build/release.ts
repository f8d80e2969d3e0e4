import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { productFolder } from '#server/site/ensure-build.ts';
import { parsed, runTool, UsageError } from '#tools/usage.ts';
import { copyProduct } from './release/copy-product.ts';
import { writeInventory } from './release/inventory.ts';
import { copyPackages, deliveredPackages, lockedPackages } from './release/packages.ts';

const help = `Builds a release: a folder that operators run without a build.

  npm run build                     builds the pages and writes the folder release
  npm run build -- --to FOLDER      writes another folder, or replaces an earlier release there
  npm run build -- --with-node      includes Node, in the version that the npm scripts use

The folder contains only production packages; start it with bin/portal start. sbom.cdx.json is
its software bill of materials, LICENSES.md has the licences.
`;

/** Contents of a release. A folder with anything else is not overwritten. */
const ownNames = [
  ...['.deploy', 'bin', 'dist', 'locales', 'machines', 'node_modules', 'src'],
  ...['LICENSE', 'LICENSES.md', 'README.md', 'package.json', 'package-lock.json', 'sbom.cdx.json'],
];

export function writeRelease(folder: string, withNode = false): number {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const other = names.find((name) => !ownNames.includes(name));
  if (other !== undefined)
    throw new UsageError(`${folder} contains ${other}, which is not part of a release: move it`);
  rmSync(folder, { recursive: true, force: true });
  const locked = lockedPackages(productFolder);
  const packages = deliveredPackages(locked, productFolder, withNode);
  copyProduct(productFolder, folder, locked);
  copyPackages(productFolder, folder, packages);
  writeInventory(productFolder, folder, packages);
  return packages.size;
}

function run(): void {
  const { values } = parsed({
    options: {
      to: { type: 'string', default: resolve(productFolder, 'release') },
      'with-node': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return void process.stdout.write(help);
  const folder = resolve(values.to);
  const count = writeRelease(folder, values['with-node']);
  const [kibibytes] = execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t');
  process.stdout.write(
    `${folder}: ${count} packages, ${Math.ceil(Number(kibibytes) / 1024)} MiB\n`,
  );
}

if (import.meta.main) await runTool(run);
