import { signalsOf } from '#contract/data-catalogue.ts';
import type { Account } from './account.ts';
import type { NoteSum } from './known-notes.ts';
import { VOCABULARY } from './manifest-parts.ts';
import { hasTrueTime } from './masking.ts';
import { leftOutColumns } from './note-words.ts';
import { withheldBy, withheldReasons } from './withheld.ts';

/** A file of data in the package. */
export interface PackageFile {
  path: string;
  dataType: string;
  rows: number;
  /** Of the file, and of its rows whatever their form (see `RowDigest`). */
  sha256: string;
  rowsSha256: string;
}

const laws = {
  personal: 'Regulation (EU) 2023/2854, Articles 4 and 5',
  public: 'Regulation (EU) 2023/2854, Chapter V',
};

/** The manifest for programs: names and codes that no language changes. */
export function manifestJson(account: Account, files: readonly PackageFile[]) {
  const { request, vehicle, mask, deliveries, notes } = account;
  // Of several vehicles, or in a made calendar, the instants of one would tell of it.
  const isDated = hasTrueTime(mask) && request.vehicleId !== null;
  return {
    format: 'vehicle-data-manifest',
    version: 1,
    applicationNumber: request.applicationNumber,
    dataHolder: request.holder,
    legalBasis: laws[request.kind],
    recipient: request.recipient,
    purpose: request.purpose,
    sharedUntil: isoOrNull(request.sharedUntil),
    contact: request.contact,
    vocabulary: VOCABULARY,
    resolution: 'Instants are whole milliseconds.',
    preparedAt: iso(account.preparedAt),
    outcome: account.emptiness === null ? 'delivered' : 'empty',
    emptyReason: account.emptiness,
    vehicle: vehicle && {
      vin: mask.vin(vehicle.vin),
      ...(!request.masking && { name: vehicle.name }),
    },
    masked: request.masking !== null,
    masking: request.masking,
    approved: request.extent && {
      ...rangeOf(request),
      models: request.extent.models,
      dataTypesLeftOut: request.extent.leftOut,
      intervalSeconds: request.extent.interval / 1000,
    },
    requested: request.hasPeriod ? rangeOf(request.extent?.asked ?? request) : null,
    entitled: request.parts.map(rangeOf),
    linkEndedAt: request.linkEndedAt === null ? null : iso(request.linkEndedAt),
    keptSince: isoOrNull(notes.keptSince),
    leftOutColumns: leftOutColumns(account),
    reasons: withheldReasons,
    signals: deliveries.flatMap((delivery) =>
      signalsOf(delivery.dataType).map((signal) => {
        const tally = delivery.tallies.get(signal.name);
        const withheld = withheldBy(account, signal.name, tally);
        return {
          name: signal.name,
          dataType: delivery.dataType,
          unit: signal.unit || null,
          type: signal.value,
          origin: signal.origin,
          personal: signal.personal,
          delivered: withheld === null,
          reason: withheld,
          values: tally?.values ?? 0,
          first: isoOrNull(tally?.first),
          last: isoOrNull(tally?.last),
          inexact: tally?.inexact ?? 0,
          cutTimes: tally?.cutTimes ?? 0,
          notes: account.notes.of(signal.name).map((note) => noteOf(note, isDated)),
        };
      }),
    ),
    gaps: account.gaps.map(({ dataType, part, count, longest, beyond }) => ({
      dataType,
      ...rangeOf(part),
      count,
      longestMs: longest,
      beyondMs: beyond,
    })),
    files,
    signature:
      'manifest.json.sig: Ed25519 over the bytes of manifest.json. The public key: GET /server/uc-client/common/reportKey (publicKey; otherPublicKeys where the key was changed).',
    hashes:
      'sha256: of the file. rowsSha256: of its rows in every form alike, each as a JSON array of its cells followed by a line feed.',
  };
}

const noteOf = ({ kind, count, first, last }: NoteSum, isDated: boolean) => ({
  kind,
  count,
  ...(isDated && { first: isoOrNull(first), last: isoOrNull(last) }),
});

const iso = (at: number) => new Date(at).toISOString();
const isoOrNull = (at: number | null | undefined) =>
  at === null || at === undefined ? null : iso(at);
const rangeOf = ({ from, to }: { from: number; to: number }) => ({ from: iso(from), to: iso(to) });
