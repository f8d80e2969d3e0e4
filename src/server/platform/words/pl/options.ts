import type { OptionTexts } from '#server/platform/words/option-texts.ts';

export const options: OptionTexts = {
  purposes: {
    ownInformation: 'Informacja na własny użytek',
    repairAndMaintenance: 'Naprawa i konserwacja',
    insurance: 'Ubezpieczenie',
    resaleValuation: 'Wycena przed odsprzedażą',
    fleetManagement: 'Zarządzanie flotą',
    research: 'Badania naukowe',
    other: 'Inny cel',
  },
  titles: {
    ms: 'Pani',
    mr: 'Pan',
    mx: 'Bez wskazania',
    dr: 'Dr',
  },
  receptionMethods: {
    portalDownload: 'Pobranie z tego portalu',
    securePostal: 'Nośnik danych przesyłką poleconą',
    apiTransfer: 'Przekazanie do interfejsu organu',
  },
  publicApplyTypes: {
    publicEmergency: 'Reagowanie na niebezpieczeństwo publiczne (art. 15 ust. 1 lit. a))',
    publicInterestTask:
      'Zadanie w interesie publicznym przewidziane prawem (art. 15 ust. 1 lit. b))',
  },
  refusalGrounds: {
    userNotIdentified:
      'Nie udało się zweryfikować, że wnioskodawca jest użytkownikiem produktu skomunikowanego.',
    safetyRequirements:
      'Dostęp mógłby naruszyć określone prawem wymogi bezpieczeństwa produktu skomunikowanego, z poważnym niekorzystnym skutkiem dla zdrowia, bezpieczeństwa lub ochrony osób.',
    tradeSecrets:
      'Dane stanowią tajemnicę przedsiębiorstwa, a ich ujawnienie mimo środków ochronnych z dużym prawdopodobieństwem spowoduje poważną szkodę gospodarczą.',
    personalDataOfOthers:
      'Dane są danymi osobowymi innej osoby i nie wykazano ważnej podstawy prawnej ich udostępnienia.',
    gatekeeper:
      'Osoba trzecia jest strażnikiem dostępu w rozumieniu rozporządzenia (UE) 2022/1925 i nie może otrzymać danych.',
    notRequestedByUser: 'Wniosku nie złożył ani użytkownik, ani strona działająca w jego imieniu.',
    dataNotControlled: 'Posiadacz danych nie sprawuje kontroli nad żądanymi danymi.',
    alreadyProvided:
      'Inny organ sektora publicznego złożył już podobny wniosek w tym samym celu, a posiadacz danych nie został powiadomiony o usunięciu tych danych.',
    conditionsNotMet: 'Wniosek nie spełnia warunków określonych w art. 17 ust. 1 i 2.',
  },
};
