import type { Policy } from '#contract/common.ts';
import type { Language } from '#contract/languages.ts';
import { cookieLifetimes, cookieNames } from '#contract/limits.ts';
import { policies as en } from '#server/platform/words/en/policies.ts';
import { policies as es } from '#server/platform/words/es/policies.ts';
import { policies as fr } from '#server/platform/words/fr/policies.ts';
import { policies as pl } from '#server/platform/words/pl/policies.ts';
import { policies as pt } from '#server/platform/words/pt/policies.ts';
import { policies as zh } from '#server/platform/words/zh/policies.ts';
import { durationText } from './instants.ts';
import type { Cookie, CookieWords, PolicyFacts, PolicyTexts } from './policy-texts.ts';

const texts: Record<Language, PolicyTexts> = { en, zh, fr, pl, es, pt };

export function privacyPolicy(language: Language, facts: PolicyFacts): Policy {
  return texts[language].privacyPolicy(facts);
}

export function cookiePolicy(language: Language, facts: PolicyFacts): Policy {
  const words = (cookie: Cookie): CookieWords => ({
    purpose: texts[language].cookiePurposes[cookie],
    lifetime: durationText(language, cookieLifetimes[cookie]),
  });
  const cookies = {
    login: words('login'),
    session: words('session'),
    consent: words('consent'),
    language: words('language'),
  };
  return texts[language].cookiePolicy({ ...facts, cookies });
}

/** Every cookie the site sets; a switch of language alone needs the visitor's consent. */
export function cookieFacts(language: Language) {
  const cookies: Cookie[] = ['login', 'session', 'consent', 'language'];
  return cookies.map((cookie) => ({
    name: cookieNames[cookie],
    category: cookie === 'language' ? ('functional' as const) : ('necessary' as const),
    purpose: texts[language].cookiePurposes[cookie],
    lifetime: cookieLifetimes[cookie],
  }));
}
