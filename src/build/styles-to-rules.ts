/** Content without style attributes, and the rules that say the same. */
interface Styled {
  content: string;
  rules: string;
}

/**
 * Moves style attributes, which the content security policy does not let in, into rules for a style
 * element. The content is React's, which writes every quotation mark within a text as an entity.
 */
export function stylesToRules(content: string): Styled {
  const styles: string[] = [];
  const marked = content.replaceAll(/ style="([^"]*)"/g, (_, style: string) => {
    if (/[&<]/.test(style)) throw new Error(`A rule has no entities: ${style}`);
    if (!styles.includes(style)) styles.push(style);
    return ` data-style="${styles.indexOf(style)}"`;
  });
  // As an attribute does, they come before all that style sheets say of a class.
  const rules = styles.map((style, index) => `#root [data-style="${index}"]{${style}}`);
  return { content: marked, rules: rules.join('') };
}
