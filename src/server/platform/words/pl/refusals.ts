import { codes } from '#contract/codes.ts';
import { instantText, pluralText } from '#server/platform/words/instants.ts';
import type { RefusalTexts } from '#server/platform/words/refusal-texts.ts';

const triesLeft = (count: number) =>
  pluralText('pl', count, {
    one: 'pozostała # próba',
    few: 'pozostały # próby',
    many: 'pozostało # prób',
    other: 'pozostało # próby',
  });
const seconds = (count: number) =>
  pluralText('pl', count, {
    one: '# sekundę',
    few: '# sekundy',
    many: '# sekund',
    other: '# sekundy',
  });

export const refusals: RefusalTexts = {
  [codes.invalid]: ({ file }) =>
    file === undefined
      ? 'Proszę sprawdzić zaznaczone pola.'
      : 'Przesłanie pliku nie powiodło się, proszę spróbować ponownie!',
  [codes.wrongCode]: ({ triesLeft: left }) =>
    left === undefined
      ? 'Kod weryfikacyjny jest nieprawidłowy.'
      : `Kod weryfikacyjny jest nieprawidłowy; ${triesLeft(left)}.`,
  [codes.expiredCode]:
    'Kod weryfikacyjny został już użyty lub stracił ważność. Proszę poprosić o nowy.',
  [codes.unknownFile]:
    'Jednego z przesłanych plików nie można już użyć. Proszę go usunąć i przesłać ponownie.',
  [codes.agreementMissing]: 'Proszę przesłać umowę o udostępnianiu danych',
  [codes.personalDataNotAllowed]:
    'Poza niebezpieczeństwem publicznym organ sektora publicznego może wnioskować wyłącznie o dane nieosobowe (art. 15 rozporządzenia (UE) 2023/2854). Proszę wybrać inne rodzaje danych.',
  [codes.signedOut]: 'Proszę się zalogować.',
  [codes.forbidden]: 'Nie mają Państwo uprawnień do tej czynności.',
  [codes.secondFactorNeeded]: 'Najpierw potrzebny jest drugi składnik logowania do konta.',
  [codes.notFound]: ({ file }) =>
    file === undefined
      ? 'Nie znaleziono tego, czego Państwo szukają.'
      : 'Błąd pobierania pliku, proszę odświeżyć i spróbować ponownie',
  [codes.methodNotAllowed]: 'To wywołanie wykonuje się inną metodą.',
  [codes.notAllowedNow]: 'Nie jest to możliwe w obecnym stanie wniosku.',
  [codes.outdated]:
    'Wniosek zmienił się w międzyczasie. Proszę wczytać go ponownie i spróbować jeszcze raz.',
  [codes.takenByOther]: ({ assignee }) =>
    `Tym wnioskiem zajmuje się już inna osoba${assignee === undefined ? '' : `: ${assignee}`}.`,
  [codes.reportNotReady]: 'Trwa generowanie pliku... proszę sprawdzić skrzynkę e-mail',
  [codes.lastLead]: 'To ostatni kierownik: najpierw nadaj tę rolę komuś innemu.',
  [codes.tooManyFiles]:
    'Zbyt wiele przesłanych plików czeka na formularz. Prosimy wysłać formularze, do których są potrzebne; pliki, których nie wskazuje żaden formularz, są usuwane po siedmiu dniach.',
  [codes.tooLarge]: ({ file }) =>
    file === undefined
      ? 'Żądanie jest zbyt duże.'
      : 'Rozmiar pojedynczego pliku nie może przekraczać 20 MB',
  [codes.typeNotSupported]: ({ file }) =>
    file === undefined ? 'Ten rodzaj treści nie jest obsługiwany.' : 'Nieobsługiwany typ pliku',
  [codes.vehicleNotLinked]:
    'Żaden pojazd na koncie nie spełnia warunków, dostęp do danych jest chwilowo niemożliwy. Proszę najpierw zarejestrować i powiązać pojazd w aplikacji pojazdu.',
  [codes.locked]: ({ lockedUntil }) => {
    const until = lockedUntil === undefined ? '' : ` (od ${instantText('pl', lockedUntil)})`;
    return `Pięć nieprawidłowych kodów z rzędu: logowanie jest zablokowane. Proszę spróbować ponownie po 24 godzinach${until}.`;
  },
  [codes.tooSoon]: ({ retryAfter }) =>
    retryAfter === undefined
      ? 'Proszę chwilę odczekać i spróbować ponownie.'
      : `Proszę odczekać ${seconds(retryAfter)} przed poproszeniem o kolejny kod.`,
  [codes.internal]: 'Wystąpił błąd po naszej stronie. Proszę spróbować ponownie.',
};
