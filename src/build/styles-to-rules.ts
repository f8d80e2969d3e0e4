interface Styled {
  content: string;
  rules: string;
}

/**
 * Moves style attributes, which the content security policy forbids, into rules for a style
 * element. Expects HTML rendered by React, which escapes quotation marks in text.
 */
export function stylesToRules(content: string): Styled {
  const styles: string[] = [];
  const marked = content.replaceAll(/ style="([^"]*)"/g, (_, style: string) => {
    if (/[&<]/.test(style)) throw new Error(`A style attribute contains an entity: ${style}`);
    if (!styles.includes(style)) styles.push(style);
    return ` data-style="${styles.indexOf(style)}"`;
  });
  // The ID gives the rules a higher specificity than class rules, as style attributes have.
  const rules = styles.map((style, index) => `#root [data-style="${index}"]{${style}}`);
  return { content: marked, rules: rules.join('') };
}
