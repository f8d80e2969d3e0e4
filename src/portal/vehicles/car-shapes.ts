interface Shape {
  /** SVG paths in a box of 120 × 44. */
  body: string;
  glass: string;
  /** Vertical position of the wheel hubs, and their horizontal positions in `wheels`. */
  axle: number;
  wheels: readonly [number, number];
}

const shapes = {
  hatchback: {
    body: 'M6 33c-2 0-3-2-2.6-6L5 19c1-2 3-3 6-3.4L18 7.5C20 5 22 4 26 4h44c8 0 13 3 22 11l16 2.5c6 1.3 9 4.5 9 10.5 0 3-1 5-3 5h-7a12 12 0 0 0-24 0H41a12 12 0 0 0-24 0z',
    glass:
      'M16 15.5l5.5-6.7c1-1 2-1.3 4-1.3H42v8zM45 7.5h19v8H45zM67 7.5h3c5.5 0 10 2.5 16.5 8H67z',
    axle: 33,
    wheels: [29, 95],
  },
  saloon: {
    body: 'M6 32C4 32 3 30 3.2 27L5 20C5.6 17.6 7 16.4 9.5 15.8L19 9.5C23 7.2 27 6.5 33 6.5h31c10 0 16 3.5 25 11.3l17 2.7c7 1.2 11 3.8 11 8.5 0 2-1 3-3 3h-8a11 11 0 0 0-22 0H40a11 11 0 0 0-22 0z',
    glass:
      'M15.5 16.5l7.5-5.3c2.5-1.5 5.5-1.9 10-1.9h8v8zM44 9.3h19c8.5 0 13.5 2.5 20.5 8.7L44 17.3z',
    axle: 32,
    wheels: [29, 95],
  },
  van: {
    body: 'M5 34c-1.2 0-2-1-2-3V8c0-3 2-5 5-5h64c8 0 13 3 19 11l5 5 14 3c5 1.5 7 4 7 8 0 3-1 4-3 4h-7a11 11 0 0 0-22 0H37a11 11 0 0 0-22 0z',
    glass: 'M70 6.5c8 0 12 2.5 17 8.5l3 3.5H67v-12z',
    axle: 34,
    wheels: [26, 96],
  },
} as const satisfies Record<string, Shape>;

const words: readonly [RegExp, keyof typeof shapes][] = [
  [/van|bus|mpv|minibus|transporter|pick|truck/i, 'van'],
  [/sedan|saloon|coup|convertible|cabrio|roadster|limousine/i, 'saloon'],
];

export function shapeOf(bodyType: string | null): Shape {
  const found = words.find(([word]) => bodyType !== null && word.test(bodyType));
  return shapes[found?.[1] ?? 'hatchback'];
}

/** Paints by words that occur in colour names. The first match wins. */
const paints: readonly [RegExp, string][] = [
  [/black/i, '#3a4047'],
  [/white|ivory|pearl/i, '#f1efe8'],
  [/silver/i, '#c3c9cc'],
  [/gr[ae]y|graphite|anthracite/i, '#8b9398'],
  [/turquoise|teal|cyan/i, '#2f9a98'],
  [/blue/i, '#5b9bb5'],
  [/green/i, '#5d8f63'],
  [/burgundy|bordeaux/i, '#7c2f3a'],
  [/red/i, '#b0483c'],
  [/orange|copper/i, '#d9822b'],
  [/yellow|gold/i, '#e3bd3f'],
  [/brown|bronze/i, '#83614a'],
  [/beige|sand|champagne/i, '#d8c9a8'],
  [/purple|violet/i, '#7a5c99'],
  [/pink/i, '#d391a8'],
];

export function paintOf(colour: string | null): string | null {
  if (colour === null) return null;
  if (/^#[0-9a-f]{6}$/i.test(colour)) return colour;
  return paints.find(([word]) => word.test(colour))?.[1] ?? null;
}
