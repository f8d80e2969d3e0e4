const MAX_CACHED = 20_000;

interface Cached<T> {
  at: number;
  loading: Promise<T>;
  value?: T;
}

export class RecentValues<T> {
  readonly #values = new Map<string, Cached<T>>();

  get(key: string, now: number, maxAge: number, load: () => Promise<T>): Promise<T> {
    const known = this.#values.get(key);
    if (known && Math.abs(now - known.at) < maxAge) return known.loading;
    if (this.#values.size >= MAX_CACHED) this.#values.clear();
    // Random, so that values loaded together are not all reloaded at the same time.
    const at = now - (Math.random() * maxAge) / 4;
    const cached: Cached<T> = { at, loading: load() };
    this.#values.set(key, cached);
    cached.loading.then(
      (value) => {
        cached.value = value;
      },
      () => this.#values.delete(key),
    );
    return cached.loading;
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  delete(key: string): void {
    this.#values.delete(key);
  }

  deleteIf(isOutdated: (value: T) => boolean): void {
    for (const [key, { value }] of this.#values)
      if (value === undefined || isOutdated(value)) this.#values.delete(key);
  }
}
