import type { InformationItemTexts } from '#server/platform/words/information-items.ts';

export const informationItems: InformationItemTexts = {
  userInformation: {
    label: 'Dane właściciela',
    wording:
      'Prosimy sprawdzić imię i nazwisko oraz adres kontaktowy: nie zgadzają się z dostarczonym dowodem.',
  },
  vehicleProof: {
    label: 'Dowód dotyczący pojazdu',
    wording:
      'Prosimy dostarczyć czytelną kopię dokumentu potwierdzającego, że pojazd należy do Państwa, na przykład wszystkich stron dowodu rejestracyjnego.',
  },
  purpose: {
    label: 'Cel wykorzystania',
    wording: 'Prosimy dokładniej opisać, do czego dane mają być wykorzystane.',
  },
  thirdParty: {
    label: 'Osoba trzecia',
    wording:
      'Prosimy podać pełną nazwę i siedzibę osoby trzeciej oraz dostarczyć dokument, który potwierdza jej tożsamość.',
  },
  agreement: {
    label: 'Umowa o udostępnianiu danych',
    wording: 'Prosimy dostarczyć umowę o udostępnianiu danych podpisaną przez wszystkie strony.',
  },
  dataPeriod: {
    label: 'Zakres czasu',
    wording: 'Prosimy potwierdzić zakres czasu: od kiedy do kiedy dane są potrzebne.',
  },
  dataTypes: {
    label: 'Rodzaje danych',
    wording: 'Prosimy wskazać, które rodzaje danych są potrzebne, a z których można zrezygnować.',
  },
  exceptionalNeed: {
    label: 'Wyjątkowa potrzeba',
    wording:
      'Prosimy wykazać wyjątkową potrzebę: dlaczego danych nie można uzyskać w inny sposób, na czas i skutecznie.',
  },
  scope: {
    label: 'Zakres wniosku o dane',
    wording:
      'Prosimy doprecyzować, jakie dane są potrzebne, których pojazdów i którego okresu dotyczą.',
  },
  safeguards: {
    label: 'Zabezpieczenia',
    wording: 'Prosimy opisać środki techniczne i organizacyjne, które będą chronić dane.',
  },
  legalProvision: {
    label: 'Podstawa prawna',
    wording: 'Prosimy wskazać przepis, który powierza to zadanie Państwa organowi.',
  },
  materials: {
    label: 'Załączone materiały',
    wording: 'Prosimy dostarczyć dokumenty, na które powołuje się wniosek.',
  },
};
