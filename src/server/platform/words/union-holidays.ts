import type { Language } from '#contract/languages.ts';

/** A day on which the Union's institutions are closed. */
export type UnionHoliday =
  | 'newYear'
  | 'afterNewYear'
  | 'labourDay'
  | 'europeDay'
  | 'belgianNationalDay'
  | 'assumption'
  | 'allSaints'
  | 'allSouls'
  | 'endOfYear'
  | 'maundyThursday'
  | 'goodFriday'
  | 'easterMonday'
  | 'ascension'
  | 'afterAscension'
  | 'whitMonday';

/** Their names by language. */
export const unionHolidayNames: Record<Language, Record<UnionHoliday, string>> = {
  en: {
    newYear: 'New Year’s Day',
    afterNewYear: 'Day after New Year’s Day',
    labourDay: 'Labour Day',
    europeDay: 'Europe Day',
    belgianNationalDay: 'Belgian National Day',
    assumption: 'Assumption',
    allSaints: 'All Saints’ Day',
    allSouls: 'All Souls’ Day',
    endOfYear: 'End of year',
    maundyThursday: 'Maundy Thursday',
    goodFriday: 'Good Friday',
    easterMonday: 'Easter Monday',
    ascension: 'Ascension Day',
    afterAscension: 'Day after Ascension Day',
    whitMonday: 'Whit Monday',
  },
  zh: {
    newYear: '元旦',
    afterNewYear: '元旦次日',
    labourDay: '劳动节',
    europeDay: '欧洲日',
    belgianNationalDay: '比利时国庆日',
    assumption: '圣母升天节',
    allSaints: '诸圣节',
    allSouls: '追思亡者节',
    endOfYear: '年终休假',
    maundyThursday: '濯足节',
    goodFriday: '耶稣受难日',
    easterMonday: '复活节星期一',
    ascension: '耶稣升天节',
    afterAscension: '耶稣升天节次日',
    whitMonday: '圣灵降临节星期一',
  },
  fr: {
    newYear: 'Nouvel An',
    afterNewYear: 'Lendemain du Nouvel An',
    labourDay: 'Fête du travail',
    europeDay: 'Journée de l’Europe',
    belgianNationalDay: 'Fête nationale belge',
    assumption: 'Assomption',
    allSaints: 'Toussaint',
    allSouls: 'Jour des morts',
    endOfYear: 'Fin d’année',
    maundyThursday: 'Jeudi saint',
    goodFriday: 'Vendredi saint',
    easterMonday: 'Lundi de Pâques',
    ascension: 'Ascension',
    afterAscension: 'Lendemain de l’Ascension',
    whitMonday: 'Lundi de Pentecôte',
  },
  pl: {
    newYear: 'Nowy Rok',
    afterNewYear: 'Drugi dzień nowego roku',
    labourDay: 'Święto Pracy',
    europeDay: 'Dzień Europy',
    belgianNationalDay: 'Święto narodowe Belgii',
    assumption: 'Wniebowzięcie Najświętszej Maryi Panny',
    allSaints: 'Wszystkich Świętych',
    allSouls: 'Dzień Zaduszny',
    endOfYear: 'Koniec roku',
    maundyThursday: 'Wielki Czwartek',
    goodFriday: 'Wielki Piątek',
    easterMonday: 'Poniedziałek Wielkanocny',
    ascension: 'Wniebowstąpienie Pańskie',
    afterAscension: 'Dzień po Wniebowstąpieniu',
    whitMonday: 'Drugi dzień Zielonych Świątek',
  },
  es: {
    newYear: 'Año Nuevo',
    afterNewYear: 'Día siguiente al Año Nuevo',
    labourDay: 'Fiesta del Trabajo',
    europeDay: 'Día de Europa',
    belgianNationalDay: 'Fiesta nacional de Bélgica',
    assumption: 'Asunción',
    allSaints: 'Todos los Santos',
    allSouls: 'Día de los Difuntos',
    endOfYear: 'Fin de año',
    maundyThursday: 'Jueves Santo',
    goodFriday: 'Viernes Santo',
    easterMonday: 'Lunes de Pascua',
    ascension: 'Ascensión',
    afterAscension: 'Día siguiente a la Ascensión',
    whitMonday: 'Lunes de Pentecostés',
  },
  pt: {
    newYear: 'Dia de Ano Novo',
    afterNewYear: 'Dia seguinte ao Ano Novo',
    labourDay: 'Dia do Trabalhador',
    europeDay: 'Dia da Europa',
    belgianNationalDay: 'Festa nacional belga',
    assumption: 'Assunção',
    allSaints: 'Todos os Santos',
    allSouls: 'Dia dos Fiéis Defuntos',
    endOfYear: 'Fim do ano',
    maundyThursday: 'Quinta-feira Santa',
    goodFriday: 'Sexta-feira Santa',
    easterMonday: 'Segunda-feira de Páscoa',
    ascension: 'Ascensão',
    afterAscension: 'Dia seguinte à Ascensão',
    whitMonday: 'Segunda-feira de Pentecostes',
  },
};
