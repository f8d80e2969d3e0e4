import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** Wrong values in the response of a browser and its authenticator. */
interface Wrong {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  counter?: number;
  signature?: Buffer;
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();

const USER_PRESENT = 0x01;
const HAS_CREDENTIAL = 0x40;

/** An authenticator in software, with one key (ES256). */
export class SoftwarePasskey {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  readonly #rpId: string;
  readonly id = base64url(randomBytes(16));
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
    this.#rpId = new URL(origin).hostname;
  }

  /** Public key in COSE form (RFC 9053). */
  get publicKey(): Uint8Array {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const point = (part: string) => new Uint8Array(Buffer.from(part, 'base64url'));
    const key = new Map<number, number | Uint8Array>();
    for (const [label, value] of [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, point(x)],
      [-3, point(y)],
    ] as const)
      key.set(label, value);
    return isoCBOR.encode(key);
  }

  /** Returns the credential for the options of a registration. */
  register(options: Record<string, unknown>, wrong: Wrong = {}) {
    const id = Buffer.from(this.id, 'base64url');
    const credential = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      this.publicKey,
    ]);
    const authData = new Uint8Array(
      Buffer.concat([this.#data(USER_PRESENT | HAS_CREDENTIAL, wrong), credential]),
    );
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return {
      id: this.id,
      clientDataJSON: base64url(this.#client('webauthn.create', options, wrong)),
      attestationObject: base64url(
        isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0]),
      ),
      transports: ['internal'],
    };
  }

  /** Returns the response to the options of an authentication. */
  give(options: Record<string, unknown>, wrong: Wrong = {}) {
    const authenticatorData = this.#data(USER_PRESENT, wrong);
    const client = this.#client('webauthn.get', options, wrong);
    const signed = Buffer.concat([authenticatorData, sha256(client)]);
    const signature =
      wrong.signature ?? createSign('sha256').update(signed).sign(this.#keys.privateKey);
    return {
      id: this.id,
      clientDataJSON: base64url(client),
      authenticatorData: base64url(authenticatorData),
      signature: base64url(signature),
    };
  }

  #client(type: string, options: Record<string, unknown>, wrong: Wrong): Buffer {
    const { challenge } = options as { challenge: string };
    const client = { type, challenge, origin: this.#origin, crossOrigin: false };
    const { origin, type: otherType, challenge: otherChallenge } = wrong;
    return Buffer.from(
      JSON.stringify({
        ...client,
        ...(origin && { origin }),
        ...(otherType && { type: otherType }),
        ...(otherChallenge && { challenge: otherChallenge }),
      }),
    );
  }

  #data(flags: number, { rpId = this.#rpId, counter }: Wrong): Buffer {
    const count = Buffer.alloc(4);
    this.#counter += 1;
    count.writeUInt32BE(counter ?? this.#counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  }
}
