import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { childEnvironment } from '#server/platform/config/environment.ts';
import { productFolder } from '#server/site/ensure-build.ts';

const run = promisify(execFile);
const packageFolder = join(productFolder, 'node_modules/@sparticuz/chromium');

/**
 * Unpacks the Chromium of `@sparticuz/chromium`, once per version, and returns its folder: `lib` has
 * the libraries that minimal systems lack (NSS, NSPR, Expat), `fonts.conf` names the fonts. Does not use the package's own code, which unpacks the libraries only on Amazon's systems, nor
 * its folder `/tmp/chromium`, which another user may own.
 */
export async function unpackChromium(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
  const cache = join(productFolder, 'node_modules/.cache');
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) {
    await mkdir(cache, { recursive: true });
    const unfinished = await mkdtemp(`${folder}-`);
    try {
      await unpackTo(unfinished);
      await writeFile(join(unfinished, 'fonts.conf'), fontsConfiguration(folder));
      // Another process may have finished first.
      await rename(unfinished, folder).catch((error: unknown) => {
        if (!existsSync(folder)) throw error;
      });
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
  }
  return folder;
}

async function unpackTo(folder: string): Promise<void> {
  const decompress = (name: string, to: string, mode: number) =>
    pipeline(
      createReadStream(join(packageFolder, 'bin', name)),
      createBrotliDecompress(),
      createWriteStream(to, { mode }),
    );
  await decompress('chromium.br', join(folder, 'chromium'), 0o700);
  const archive = join(folder, 'archive.tar');
  for (const name of ['al2023.tar.br', 'swiftshader.tar.br', 'fonts.tar.br']) {
    await decompress(name, archive, 0o600);
    await run('tar', ['-x', '-f', archive, '--no-same-owner', '-C', folder], {
      env: childEnvironment(),
    });
  }
  await rm(archive);
}

const fontsConfiguration = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
