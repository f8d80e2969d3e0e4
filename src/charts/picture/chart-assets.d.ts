declare module 'virtual:chart-assets' {
  /** Place where each machine runs, in the order of the catalogue. */
  export const machines: Readonly<
    Record<
      import('#charts/words/chart-words.ts').MachineName,
      import('#machines/catalogue.ts').CatalogueEntry['runsIn']
    >
  >;
  /** Every machine in every language as the build laid it out, by `machine/language`. */
  export const charts: Readonly<
    Record<string, () => Promise<{ default: import('#charts/picture/use-chart.ts').ChartAsset }>>
  >;
}
