import { refusalGrounds } from '#machines/refusal-grounds.ts';
import { letter, points } from '#server/platform/mail/letter.ts';
import { instantText } from '#server/platform/words/instants.ts';
import type {
  ApplicationFacts,
  DeskOccasion,
  MailTexts,
  SecurityFacts,
} from '#server/platform/words/mail-facts.ts';
import { options } from './options.ts';

const about = ({ number, holderName, url }: ApplicationFacts, ...paragraphs: string[]) =>
  letter(
    'Szanowni Państwo,',
    ...paragraphs,
    `Numer wniosku: ${number}\nPaństwa wniosek w portalu: ${url}`,
    `Z poważaniem\n${holderName}, posiadacz danych`,
  );

const remark = (text: string) => (text ? `Osoba rozpatrująca dodaje:\n\n${text}` : '');
const until = (at: number) => instantText('pl', at);

const security = ({ holderName, url }: SecurityFacts, ...paragraphs: string[]) =>
  letter(
    ...paragraphs,
    'Jeśli to nie Państwo albo nie było takiej prośby, proszę natychmiast zawiadomić kierownika i zmienić hasło do skrzynki pocztowej.',
    `Drugi składnik w portalu: ${url}`,
    `Z poważaniem\n${holderName}`,
  );

const occasions: Partial<Record<DeskOccasion, string>> = {
  'application.file': 'Złożono nowy wniosek.',
  'information.supply': 'Wnioskodawca uzupełnił brakujące informacje.',
  'data.request': 'Wnioskodawca złożył wniosek o dane.',
  'application.terminate': 'Wnioskodawca zakończył wniosek.',
};

export const mails: MailTexts = {
  codeSent: ({ code }) => ({
    subject: 'Państwa kod weryfikacyjny',
    body: letter(
      `Państwa kod weryfikacyjny: ${code}`,
      'Kod jest ważny przez 10 minut i tylko na jedno zalogowanie. Po pięciu nieprawidłowych kodach z rzędu logowanie z tym adresem jest zablokowane na 24 godziny.',
      'Jeśli nie prosili Państwo o kod, nie trzeba nic robić. Nigdy nikogo nie prosimy o podanie kodu.',
    ),
  }),
  applicationReceived: (facts) => ({
    subject: `Wniosek ${facts.number} przyjęty`,
    body: about(
      facts,
      'Otrzymaliśmy Państwa wniosek o dostęp do danych pojazdu. Na razie nie trzeba nic robić; napiszemy, gdy tylko będą nowe informacje.',
    ),
  }),
  reviewStarted: (facts) => ({
    subject: `Wniosek ${facts.number}: rozpoczęto rozpatrywanie`,
    body: about(facts, 'Rozpoczęto rozpatrywanie Państwa wniosku.'),
  }),
  qualificationPassed: (facts) => ({
    subject: `Wniosek ${facts.number}: prosimy złożyć wniosek o dane`,
    body: about(
      facts,
      'Państwa uprawnienie zostało potwierdzone. Prosimy wskazać w portalu, o jakie dane i za jaki okres Państwo wnioskują.',
      `Prosimy złożyć wniosek o dane najpóźniej ${until(facts.until)}. Jeśli do tego czasu nic nie wpłynie, wniosek zostanie zamknięty.`,
      remark(facts.text),
    ),
  }),
  informationRequired: (facts) => ({
    subject: `Wniosek ${facts.number}: informacje do uzupełnienia`,
    body: about(
      facts,
      'Aby kontynuować rozpatrywanie wniosku, potrzebujemy od Państwa dalszych informacji:',
      points(facts.items),
      facts.text,
      `Prosimy uzupełnić je w portalu najpóźniej ${until(facts.until)}. Jeśli do tego czasu nic nie wpłynie, wniosek zostanie zamknięty.`,
    ),
  }),
  applicationApproved: (facts) => ({
    subject: `Wniosek ${facts.number} zatwierdzony`,
    body: about(
      facts,
      'Państwa wniosek o dane został zatwierdzony. Przygotowujemy kopię danych i napiszemy, gdy tylko będzie można ją pobrać.',
      remark(facts.text),
    ),
  }),
  applicationRefused: (facts) => ({
    subject: `Wniosek ${facts.number} odrzucony`,
    body: about(
      facts,
      'Nie możemy uwzględnić Państwa wniosku z następującego powodu:',
      `${options.refusalGrounds[facts.ground]}\n(${refusalGrounds[facts.ground].article} rozporządzenia (UE) 2023/2854, aktu w sprawie danych)`,
      remark(facts.text),
      'Jeśli nie zgadzają się Państwo z tą decyzją, mają Państwo prawo wnieść skargę do właściwego organu państwa członkowskiego, a w przypadkach przewidzianych prawem mogą Państwo zwrócić się do certyfikowanego organu rozstrzygania sporów lub do sądu.',
    ),
  }),
  applicationTerminated: (facts) => ({
    subject: `Wniosek ${facts.number} zakończony`,
    body: about(
      facts,
      'Państwa wniosek został zakończony zgodnie z Państwa życzeniem. W każdej chwili mogą Państwo złożyć nowy.',
    ),
  }),
  deadlinePassed: (facts) => ({
    subject: `Wniosek ${facts.number} zamknięty`,
    body: about(
      facts,
      'Państwa wniosek został zamknięty, ponieważ to, o co prosiliśmy, nie wpłynęło w terminie. W każdej chwili mogą Państwo złożyć nowy.',
      'Jeśli nie zgadzają się Państwo z tą decyzją, mają Państwo prawo wnieść skargę do właściwego organu państwa członkowskiego.',
    ),
  }),
  answerAwaited: (facts) => ({
    subject: `Wniosek ${facts.number}: czekamy na odpowiedź`,
    body: about(
      facts,
      'Przypominamy: teraz kolej na Państwa, a odpowiedź jeszcze nie wpłynęła.',
      `Prosimy odpowiedzieć w portalu najpóźniej ${until(facts.until)}. Jeśli do tego czasu nic nie wpłynie, wniosek zostanie zamknięty.`,
    ),
  }),
  reportReady: (facts) => ({
    subject: `Wniosek ${facts.number}: dane są gotowe`,
    body: about(
      facts,
      'Kopia danych jest gotowa. Prosimy pobrać plik z portalu po zalogowaniu; jest to skoroszyt programu Excel.',
      `Hasło do pliku: ${facts.password}`,
      `Plik można pobrać do ${until(facts.keptUntil)}. Prosimy zachować hasło; otwiera ono tylko ten plik i nie zostanie wysłane ponownie.`,
    ),
  }),
  reportEmpty: (facts) => ({
    subject: `Wniosek ${facts.number}: brak danych`,
    body: about(
      facts,
      'Nie ma pliku do pobrania, ponieważ nie ma danych odpowiadających Państwa wnioskowi:',
      facts.reason,
    ),
  }),
  reportFailed: (facts) => ({
    subject: `Wniosek ${facts.number}: nie udało się wygenerować pliku`,
    body: about(
      facts,
      'Mimo kilku prób nie udało się wygenerować kopii danych. Przepraszamy. Prosimy zlecić ponowne wygenerowanie w portalu.',
    ),
  }),
  authorityNotice: ({ number, holderName, ground }) => ({
    subject: `Powiadomienie: odmowa dostępu do danych, wniosek ${number}`,
    body: letter(
      'Na podstawie rozporządzenia (UE) 2023/2854 (aktu w sprawie danych) powiadamiamy o odmowie dostępu do danych ze względu na tajemnicę przedsiębiorstwa:',
      `Numer wniosku: ${number}`,
      `${options.refusalGrounds[ground]}\n(${refusalGrounds[ground].article} rozporządzenia (UE) 2023/2854, aktu w sprawie danych)`,
      `Z poważaniem\n${holderName}, posiadacz danych`,
    ),
  }),
  dueAtDesk: ({ number, until: by, url }) => ({
    subject: `Panel rozpatrywania: zbliża się termin wniosku ${number}`,
    body: letter(
      `Termin tego wniosku: ${until(by)}.`,
      `Numer wniosku: ${number}\nWniosek w panelu rozpatrywania: ${url}`,
    ),
  }),
  secondFactorReset: (facts) => ({
    subject: 'Drugi składnik logowania został zresetowany',
    body: security(
      facts,
      'Drugi składnik logowania do panelu rozpatrywania został zresetowany: dotychczasowa aplikacja uwierzytelniająca i kody zapasowe już nie działają. Przy następnym logowaniu trzeba ustawić nowy.',
    ),
  }),
  secondFactorSetUp: (facts) => ({
    subject: 'Ustawiono drugi składnik logowania',
    body: security(
      facts,
      'Dla Państwa konta w panelu rozpatrywania ustawiono aplikację uwierzytelniającą z nowymi kodami zapasowymi. Dotychczasowa aplikacja i kody już nie działają.',
    ),
  }),
  recoveryCodeUsed: ({ left, ...facts }) => ({
    subject: 'Użyto kodu zapasowego',
    body: security(
      facts,
      `Ktoś zalogował się na Państwa konto w panelu rozpatrywania kodem zapasowym, który jest już wykorzystany. Pozostałe kody: ${left}.`,
      left === 0
        ? 'To był ostatni kod. Aby otrzymać nowe, proszę ponownie ustawić aplikację uwierzytelniającą.'
        : '',
    ),
  }),
  deskNotice: ({ number, event }) => ({
    subject: `Panel rozpatrywania: wniosek ${number}`,
    body: letter(occasions[event] ?? 'Wniosek się zmienił.', `Numer wniosku: ${number}`),
  }),
};
