import scxml from '@scion-scxml/scxml';

/** A running SCXML document: another implementation of statecharts than the product's. */
export interface ScxmlRun {
  /** Ids of the innermost active states, in alphabetical order. */
  states(): string[];
  /** Sends one event; answers the effects that were logged, in order. */
  send(event: { name: string; data: object }): string[];
}

/**
 * Starts a document in SCION.
 * @throws when an expression of the document fails
 */
export async function startScxml(document: string): Promise<ScxmlRun> {
  const model = await new Promise<Model>((resolve, reject) =>
    scxml.documentStringToModel('chart.scxml', document, (error, made) =>
      made ? resolve(made) : reject(error),
    ),
  );
  const prepared = await new Promise<unknown>((resolve, reject) =>
    model.prepare((error, made) => (made ? resolve(made) : reject(error))),
  );
  let logged: string[] = [];
  let failed: unknown = null;
  const chart = new scxml.core.Statechart(prepared, {
    console: {
      log: (_: string, text: string) => logged.push(text),
    },
  });
  chart.on('onError', (error) => {
    failed ??= error;
  });
  const settled = () => {
    if (failed) throw new Error(JSON.stringify(failed));
    const effects = logged;
    logged = [];
    return effects;
  };
  chart.start();
  settled();
  return {
    states: () => chart.getConfiguration().sort(),
    send(event) {
      chart.gen(event);
      return settled();
    },
  };
}

interface Model {
  prepare(answer: (error: unknown, prepared?: unknown) => void): void;
}
