import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Packages } from './packages.ts';

interface Bundled {
  name: string;
  version: string;
  identifier: string | null;
  text: string | null;
}

interface BillOfMaterials {
  components: { 'bom-ref': string; name: string; version: string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

export function writeInventory(product: string, target: string, packages: Packages): void {
  const bundled = JSON.parse(
    readFileSync(join(product, 'dist/licenses.json'), 'utf8'),
  ) as Bundled[];
  const delivered = new Set(bundled.map(({ name, version }) => `${name}@${version}`));
  for (const [folder, { version }] of packages) delivered.add(`${nameOf(folder)}@${version}`);
  const bill = restrict(billOf(product), (ref) => delivered.has(ref));
  writeFileSync(join(target, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
  writeFileSync(join(target, 'LICENSES.md'), licences(packages, bundled));
}

const nameOf = (folder: string) => folder.replace(/^.*node_modules\//, '');

function billOf(product: string): BillOfMaterials {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const output = execFileSync('npm', args, {
    cwd: product,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(output) as BillOfMaterials;
}

function restrict(bill: BillOfMaterials, isDelivered: (ref: string) => boolean): BillOfMaterials {
  const components = bill.components.filter(({ name, version }) =>
    isDelivered(`${name}@${version}`),
  );
  const includedRefs = new Set(components.map((component) => component['bom-ref']));
  const dependencies = bill.dependencies.filter(({ ref }) => includedRefs.has(ref));
  return {
    ...bill,
    components,
    dependencies: dependencies.map(({ ref, dependsOn }) => ({
      ref,
      dependsOn: dependsOn.filter((each) => includedRefs.has(each)),
    })),
  };
}

function licences(packages: Packages, bundled: readonly Bundled[]): string {
  const installed = [...packages].map(
    ([folder, { version, license }]) => `- ${nameOf(folder)} ${version}: ${license}, see ${folder}`,
  );
  const texts = bundled.map(
    ({ name, version, identifier, text }) =>
      `### ${name} ${version}: ${identifier ?? 'see its text'}\n\n${text?.trim() ?? ''}\n`,
  );
  return `# Licences of what is delivered

## Packages that the server runs on

${installed.join('\n')}

## Packages within the scripts of the pages

${texts.join('\n')}`;
}
