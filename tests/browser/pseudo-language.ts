import { createCompiledCatalog } from '@lingui/cli/api';
import { type BrowserContext, expect } from '@playwright/test';
import { readCatalog } from '../locales/catalogs.ts';

let pseudo: ReturnType<typeof pseudoMessages> | undefined;

/** Share by which its words are longer than English ones. */
const EXCESS = 0.4;

/**
 * Makes pages speak Lingui's pseudo-language in place of English: the same messages, accented and
 * 40 % longer. It exists only in the browser of a test, so that no installation can offer it.
 */
export async function speakPseudoLanguage(context: BrowserContext): Promise<void> {
  pseudo ??= pseudoMessages();
  await context.addInitScript(
    (messages: Record<string, unknown>) => {
      const parsePseudo = (json: string) => {
        const ids = Object.keys(JSON.parse(json));
        return Object.fromEntries(ids.map((id) => [id, messages[id]]));
      };
      Object.assign(globalThis, { parsePseudo });
    },
    await pseudo,
  );
  await context.route(/\/assets\/en-[\w-]+\.js$/, async (route) => {
    const code = await (await route.fetch()).text();
    expect(code, 'a compiled catalog').toContain('JSON.parse(');
    const body = code.replaceAll('JSON.parse(', 'parsePseudo(');
    await route.fulfill({ body, contentType: 'text/javascript' });
  });
}

/** Part of a message compiled by Lingui: a text, or a value with the texts of its forms. */
type Token = string | unknown[];

/** The compiled pseudo-messages by id. */
async function pseudoMessages(): Promise<Record<string, Token[]>> {
  const english = [...(await readCatalog('en')).values()];
  const texts = Object.fromEntries(english.map(({ id, message }) => [id, message]));
  const { source, errors } = createCompiledCatalog('pseudo', texts, {
    namespace: 'json',
    pseudoLocale: 'pseudo',
  });
  expect(errors).toEqual([]);
  const { messages } = JSON.parse(source) as { messages: Record<string, Token[]> };
  return Object.fromEntries(Object.entries(messages).map(([id, tokens]) => [id, longer(tokens)]));
}

/** Lingui's own `extend` adds spaces, which pages collapse; this makes the words longer. */
function longer(tokens: Token[]): Token[] {
  return tokens.map((token) => {
    if (typeof token === 'string') return token.replace(/(<[^>]*>)|([^\s<#]+)/g, longerWord);
    const [name, type, forms] = token;
    if (typeof forms !== 'object' || forms === null) return token;
    const grown = Object.entries(forms).map(([form, text]) => [
      form,
      Array.isArray(text) ? longer(text) : text,
    ]);
    return [name, type, Object.fromEntries(grown)];
  });
}

function longerWord(word: string, tag?: string): string {
  return tag ?? word + word.slice(0, Math.round(word.length * EXCESS));
}
