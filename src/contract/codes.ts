/**
 * Codes of the envelope. The first three digits are the HTTP status; a longer code distinguishes one
 * refusal from another of the same status. Codes are stable: pages and programs may rely on them.
 */
export const codes = {
  ok: 200,
  invalid: 400,
  /** The verification code is not the one that was sent. */
  wrongCode: 40001,
  /** The verification code is used up or too old: a new one is needed. */
  expiredCode: 40002,
  /** A named file does not exist, is another's, or is in use already. */
  unknownFile: 40003,
  /** The Data Sharing Agreement is missing. */
  agreementMissing: 40004,
  /** A request outside an emergency names personal data (Art. 15). */
  personalDataNotAllowed: 40005,
  /** The uploaded file has no content. */
  emptyFile: 40006,
  /** The code of the authenticator app is right and was taken before. */
  usedCode: 40011,
  /** The passkey, or its answer to the challenge, is not right. */
  wrongPasskey: 40012,
  /** The link that lifts a lock was used, or is of another lock. */
  unknownLink: 40010,
  signedOut: 401,
  forbidden: 403,
  /** Staff's second factor is awaited. */
  secondFactorNeeded: 40301,
  /** The second factor has to be given anew before a call of consequence. */
  freshFactorNeeded: 40302,
  /** Sign-in at the company did not come to its end, or gives nothing here. */
  companySignInRefused: 40303,
  notFound: 404,
  /** The call is not made with this method. */
  methodNotAllowed: 405,
  /** The machine refuses the event in this state. */
  notAllowedNow: 40901,
  /** Somebody decided meanwhile: the revision is not the current one. */
  outdated: 40902,
  /** Another reviewer has taken the application. */
  takenByOther: 40904,
  /** Report file is not there (yet). */
  reportNotReady: 40903,
  /** Somebody has to look after the accounts: the last lead stays one. */
  lastLead: 40905,
  /** Too many uploaded files wait for a form that names them. */
  tooManyFiles: 40906,
  /** The scanner has not seen the file yet. */
  fileWaits: 40907,
  /** The report was generated again as often as is allowed. */
  tooManyReports: 40908,
  /** The data holder has suspended the sharing of the data (Art. 4(7), 5(10)). */
  sharingSuspended: 40911,
  /** The kind of application needs a second opinion before it is approved, and none agrees. */
  secondOpinionNeeded: 40910,
  /** The draft was saved, sent or deleted elsewhere: the revision is not the current one. */
  draftOutdated: 40912,
  /** What the call is about is stored in a state that this release does not have. */
  unknownState: 40909,
  tooLarge: 413,
  typeNotSupported: 415,
  /** The file could harm who opens it: macros, malware, an archive that is a trap. */
  unsafeFile: 41501,
  /** The vehicle is not linked to this account. */
  vehicleNotLinked: 42201,
  /** The address is locked after five wrong codes. */
  locked: 423,
  /** Others used up the codes of the address: its owner is mailed a link by which sign-in goes on. */
  linkNeeded: 42301,
  tooSoon: 429,
  /** A limit of the installation is used up; `retryAfter` tells for how long. */
  tooMany: 42901,
  internal: 500,
  /** A stored file is missing or damaged, and is not given out. */
  fileDamaged: 50001,
  /** The database is away for the moment. */
  unavailable: 503,
  /** There is no space left to write to. */
  storageFull: 507,
  /** A system of others that the answer depends on is away for the moment. */
  otherSystemAway: 50301,
} as const;

export type Code = (typeof codes)[keyof typeof codes];

/** The HTTP status an envelope code is sent with. */
export function httpStatus(code: Code): number {
  return Number(String(code).slice(0, 3));
}
