declare module 'virtual:chart-assets' {
  /** Where each machine runs, in the order of the catalogue. */
  export const machines: Readonly<
    Record<
      import('#charts/words/chart-words.ts').MachineName,
      import('#machines/catalogue.ts').CatalogueEntry['runsIn']
    >
  >;
  /**
   * Loads the chart of a machine in a language, laid out at build time. Key: `machine/language`.
   */
  export const charts: Readonly<
    Record<string, () => Promise<{ default: import('#charts/picture/use-chart.ts').ChartAsset }>>
  >;
}
