declare module '@scion-scxml/scxml' {
  type Answer = (
    error: unknown,
    model?: { prepare(answer: (error: unknown, prepared?: unknown) => void): void },
  ) => void;
  const scxml: {
    documentStringToModel(url: string, document: string, answer: Answer): void;
    core: {
      Statechart: new (
        model: unknown,
        options: { console: { log(label: string, text: string): unknown } },
      ) => {
        on(name: 'onError', listener: (error: unknown) => void): void;
        start(): void;
        getConfiguration(): string[];
        gen(event: { name: string; data: unknown }): void;
      };
    };
  };
  export default scxml;
}
