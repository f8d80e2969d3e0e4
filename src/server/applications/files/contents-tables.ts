declare module '#server/platform/database/schema.ts' {
  interface Schema {
    /** One row, under id 1: the random name that the storage carries too. */
    installation: { id: number; name: string };
  }
}

export {};
