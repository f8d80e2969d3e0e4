/** The kinds of value a signal has. */
export type SignalValue = 'number' | 'integer' | 'boolean' | 'text';

/** One signal of the catalogue, as VSS describes it. */
export interface Signal {
  /** Fully qualified name in the COVESA Vehicle Signal Specification. */
  name: `Vehicle.${string}`;
  /** Unit as VSS writes it; empty where there is none. */
  unit: string;
  value: SignalValue;
  /** True when it relates to a person who can be identified (GDPR Art. 4(1)). */
  personal: boolean;
  /** `raw`: as measured; `preProcessed`: made usable by the vehicle. Derived data are out of scope. */
  origin: 'raw' | 'preProcessed';
  min?: number;
  max?: number;
  /** The texts that there are; any where there are none. */
  values?: readonly string[];
  /** Stated interval between two values, in ms. */
  sampling?: number;
  /** In English, where VSS has none. */
  description?: string;
  /** Left out of masked reports. */
  isWithheldMasked?: boolean;
}
