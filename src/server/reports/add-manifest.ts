import type { KeyObject } from 'node:crypto';
import { TextReader, Uint8ArrayReader, type ZipWriter } from '@zip.js/zip.js';
import { signalsOf } from '#contract/data-catalogue.ts';
import { localeOf } from '#contract/languages.ts';
import type { Signal } from '#contract/signal.ts';
import { msg, type Say } from '#lib/words/msg.ts';
import { signatureOf } from '#server/platform/audit/manifest-key.ts';
import type { Account } from './account.ts';
import type { Delivery } from './delivery.ts';
import { headings, manifestSections, title } from './manifest.ts';
import { manifestJson, type PackageFile } from './manifest-json.ts';
import { htmlPage } from './plain-html.ts';
import { descriptions } from './signal-descriptions.ts';

/** Adds the manifest to a zip: as JSON with its detached signature, as a page, and its terms. */
export async function addManifest(
  zip: ZipWriter<unknown>,
  account: Account,
  files: readonly PackageFile[],
  key: KeyObject,
  say: Say,
): Promise<void> {
  const manifest = jsonText(manifestJson(account, files));
  await zip.add('manifest.json.sig', new Uint8ArrayReader(signatureOf(key, manifest)));
  for (const [path, text] of [
    ['dictionary.json', jsonText(dictionary(account.deliveries))],
    ['manifest.json', manifest],
    ['manifest.html', page(account, say)],
  ] as const)
    await zip.add(path, new TextReader(text));
}

export const jsonText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const signalsIn = (deliveries: readonly Delivery[]) =>
  deliveries.flatMap(({ dataType }) => signalsOf(dataType));

const descriptionOf = ({ name, description }: Pick<Signal, 'name' | 'description'>) =>
  description ?? descriptions[name] ?? null;

/** The data dictionary: what each signal of the requested data types means. */
const dictionary = (deliveries: readonly Delivery[]) =>
  signalsIn(deliveries).map(({ name, unit, value, personal, origin, min, max, ...more }) => ({
    name,
    description: descriptionOf({ name, ...more }),
    type: value,
    unit: unit || null,
    ...(more.values && { values: more.values }),
    ...(more.sampling !== undefined && { samplingSeconds: more.sampling / 1000 }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    origin,
    personal,
  }));

function page(account: Account, say: Say): string {
  const { language } = account.request;
  const [particulars, ...others] = manifestSections(account, say);
  const terms = {
    heading: say(msg`Data dictionary`),
    rows: [
      headings(say, [msg`Signal (COVESA VSS)`, msg`Unit`, msg`Description (English)`]),
      ...signalsIn(account.deliveries).map((signal) => [
        signal.name,
        signal.unit || null,
        descriptionOf(signal),
      ]),
    ],
  };
  const request = { heading: say(msg`Data request`), rows: particulars?.rows ?? [] };
  return htmlPage(localeOf[language], say(title), [request, ...others, terms]);
}
