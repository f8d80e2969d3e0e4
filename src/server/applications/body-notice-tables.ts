export {};

declare module '#server/platform/database/schema.ts' {
  interface Schema {
    /** A public-sector body erased what it was given (Art. 19(1)(c)). */
    erasure_notice: {
      application_number: string;
      at: number;
      /** Who recorded it: staff of the desk, or the body itself. */
      recorded_by: string;
      /** YYYY-MM-DD */
      erased_on: string;
      text: string;
    };
    /** A body passes data on (Art. 21(5)), or is asked for public acknowledgement (Art. 20(1)). */
    body_notice: {
      id: string;
      application_number: string;
      about: 'passingOn' | 'acknowledgement';
      at: number;
      recorded_by: string;
      /** Of what is passed on, as JSON. */
      facts_json: string | null;
    };
  }
}
