const MAX_CACHED = 20_000;

export class RecentValues<T> {
  readonly #values = new Map<string, { at: number; value: Promise<T> }>();

  get(key: string, now: number, maxAge: number, load: () => Promise<T>): Promise<T> {
    const known = this.#values.get(key);
    if (known && Math.abs(now - known.at) < maxAge) return known.value;
    if (this.#values.size >= MAX_CACHED) this.#values.clear();
    const value = load();
    this.#values.set(key, { at: now, value });
    value.catch(() => this.#values.delete(key));
    return value;
  }

  delete(key: string): void {
    this.#values.delete(key);
  }

  clear(): void {
    this.#values.clear();
  }
}
