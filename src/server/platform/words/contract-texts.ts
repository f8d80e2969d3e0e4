/** The model of a Data Sharing Agreement in one language. `___` stands for what the parties fill in. */
export interface ContractTexts {
  /** Of the file, without its ending. */
  fileName: string;
  title: string;
  /** What the model is, and what to do with it. */
  note: string;
  parties: string;
  holder: string;
  user: string;
  recipient: string;
  /** What it is about: headings of the facts that the portal fills in. */
  facts: { vehicle: string; purpose: string };
  clauses: readonly { heading: string; paragraphs: readonly string[] }[];
  signatures: string;
  /** Above the line of each party. */
  placeAndDate: string;
  signature: string;
}
