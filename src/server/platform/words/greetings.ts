import type { Language } from '#contract/languages.ts';

export const greetings: Record<Language, (holderName: string) => string> = {
  en: (holderName) => `Welcome to the data-access portal of ${holderName}.`,
  zh: (holderName) => `欢迎使用${holderName}的数据访问门户。`,
  fr: (holderName) => `Bienvenue sur le portail d’accès aux données de ${holderName}.`,
  pl: (holderName) => `Witamy w portalu dostępu do danych: ${holderName}.`,
  es: (holderName) => `Le damos la bienvenida al portal de acceso a los datos de ${holderName}.`,
  pt: (holderName) => `Damos-lhe as boas-vindas ao portal de acesso aos dados de ${holderName}.`,
};
