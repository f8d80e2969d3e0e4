const CAPACITY = 320 * 1024;
const MAX_DECIMALS = 7;
const POWERS = Array.from({ length: 10 }, (_, places) => 10 ** places);
const SMALLEST = 1e-6;
const LARGEST_INTEGER = 2 ** 31 - 1;
const ZERO = 48;

export function textWithout(characters: string): (text: string) => boolean {
  const isPlain = Uint8Array.from({ length: 128 }, (_, code) =>
    Number(code >= 32 && code < 127 && !characters.includes(String.fromCharCode(code))),
  );
  return (text) => {
    for (let index = 0; index < text.length; index++)
      if (isPlain[text.charCodeAt(index)] !== 1) return false;
    return true;
  };
}

export class TextBytes {
  #bytes = Buffer.allocUnsafe(CAPACITY);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Returns the collected bytes, valid until more text is added. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    return taken;
  }

  ascii(text: string): void {
    const bytes = this.#with(text.length);
    let at = this.#length;
    for (let index = 0; index < text.length; index++) bytes[at++] = text.charCodeAt(index);
    this.#length = at;
  }

  utf8(text: string): void {
    const bytes = this.#with(text.length * 3);
    this.#length += bytes.write(text, this.#length);
  }

  /**
   * Adds the shortest decimal that parses to the same number. IEEE 754 division rounds correctly:
   * if `scaled / power` equals the value, so does the double that a parser reads.
   */
  number(value: number): void {
    const magnitude = Math.abs(value);
    const most = magnitude >= SMALLEST || value === 0 ? MAX_DECIMALS : -1;
    for (let places = 0; places <= most; places++) {
      const power = POWERS[places] as number;
      const scaled = Math.round(magnitude * power);
      if (scaled > LARGEST_INTEGER) break;
      if (scaled / power !== magnitude) continue;
      if (value < 0 || Object.is(value, -0)) this.ascii('-');
      this.#decimal(scaled, places);
      return;
    }
    this.ascii(String(value));
  }

  #decimal(scaled: number, places: number): void {
    const power = POWERS[places] as number;
    const integer = Math.floor(scaled / power);
    this.digits(integer);
    if (places === 0) return;
    this.ascii('.');
    this.digits(scaled - integer * power, places);
  }

  digits(value: number, least = 1): void {
    let digits = least;
    while (digits < POWERS.length && value >= (POWERS[digits] as number)) digits++;
    const bytes = this.#with(digits);
    this.#length += digits;
    let rest = value | 0;
    for (let at = this.#length - 1; at >= this.#length - digits; at--) {
      const tenth = (rest / 10) | 0;
      bytes[at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
  }

  #with(more: number): Buffer {
    const needed = this.#length + more;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    return this.#bytes;
  }
}
