import { cookieNames } from '#contract/limits.ts';
import { durationText } from '#server/platform/words/instants.ts';
import type { PolicyTexts } from '#server/platform/words/policy-texts.ts';

const days = (count: number) => durationText('pl', count * 86_400);

export const policies: PolicyTexts = {
  cookiePurposes: {
    login:
      'Utrzymuje zalogowanie: zawiera token logowania, który strony wysyłają przy każdym wywołaniu.',
    session: 'Odróżnia jedną wizytę od drugiej, aby dwa okna sobie nie przeszkadzały.',
    consent: 'Zapamiętuje Państwa wybór dotyczący plików cookie, aby nie pytać ponownie.',
    language: 'Zapamiętuje wybrany język.',
  },

  privacyPolicy: ({ holderName, contactMailbox, answerDays, reportDays, recordDays }) => ({
    title: 'Polityka prywatności',
    updatedOn: '2026-11-21',
    sections: [
      {
        heading: 'Kto odpowiada za dane',
        paragraphs: [
          `${holderName}, posiadacz danych w rozumieniu rozporządzenia (UE) 2023/2854 (akt w sprawie danych), jest administratorem danych osobowych przetwarzanych w tym portalu. Wszelkie pytania na ich temat prosimy kierować na adres ${contactMailbox}.`,
        ],
      },
      {
        heading: 'Co przetwarzamy i w jakim celu',
        paragraphs: [
          'Logowanie: Państwa adres e-mail, skrót wysłanego na niego kodu weryfikacyjnego, liczba nieprawidłowych kodów, skrót tokenu logowania oraz język.',
          'Wnioski klientów: imię i nazwisko, forma grzecznościowa, data urodzenia, numer telefonu i adres użytkownika; pojazd i dowód, że są Państwo jego użytkownikiem; cel; nazwa i siedziba osoby trzeciej, jej materiały i umowa o udostępnianiu danych; okres i rodzaje danych, o które Państwo wnioskują, oraz adres kontaktowy.',
          'Wnioski organów sektora publicznego: nazwa organu, jego dane kontaktowe oraz to, co zgodnie z art. 17 ust. 1 aktu w sprawie danych musi zawierać wniosek.',
          'Przebieg sprawy: każdy krok wraz z czasem, rolą osoby, która go wykonała, i towarzyszącym tekstem; wiadomości na jej temat; przesłane pliki.',
          'Kopia danych: to, co Państwa pojazd zarejestrował w wybranym okresie i w wybranych rodzajach danych. Jeśli wybiorą Państwo maskowanie, pojazd jest oznaczony pseudonimem, położenie jest uogólnione, a czas przesunięty.',
        ],
      },
      {
        heading: 'Podstawy prawne',
        paragraphs: [
          'Rozpatrujemy wnioski i przekazujemy dane, ponieważ zobowiązuje nas do tego akt w sprawie danych (art. 6 ust. 1 lit. c) RODO w związku z art. 4, 5 i 14 aktu w sprawie danych). Jeśli dane pojazdu dotyczą innej osoby niż użytkownik, przekazujemy je tylko wtedy, gdy wykazano zgodę tej osoby lub inną podstawę z art. 6 RODO.',
          'Logowanie i wiadomości o Państwa wniosku są niezbędne do podjęcia działań, o które Państwo proszą (art. 6 ust. 1 lit. b) RODO).',
          'Liczenie nieprawidłowych kodów, blokowanie adresu na 24 godziny po pięciu z nich oraz prowadzenie niezmiennej historii służą naszemu prawnie uzasadnionemu interesowi, jakim są bezpieczeństwo i możliwość wykazania, jak podjęliśmy decyzję (art. 6 ust. 1 lit. f) RODO).',
          'Pliki cookie, które nie są niezbędne, zapisujemy wyłącznie za Państwa zgodą (art. 6 ust. 1 lit. a) RODO).',
        ],
      },
      {
        heading: 'Kto otrzymuje dane',
        paragraphs: [
          'Wskazana przez Państwa osoba trzecia otrzymuje dane, o których udostępnienie jej Państwo proszą. Organ sektora publicznego otrzymuje to, czego może zgodnie z prawem zażądać. Przedsiębiorstwa, które utrzymują nasze serwery i dostarczają nasze wiadomości, przetwarzają dane w naszym imieniu i zgodnie z naszymi poleceniami.',
          'Nie sprzedajemy danych i nie wykorzystujemy ich do celów reklamowych. Decyzje w sprawie wniosków podejmują ludzie, a nie systemy zautomatyzowane.',
        ],
      },
      {
        heading: 'Jak długo przechowujemy dane',
        paragraphs: [
          'Kod weryfikacyjny jest ważny przez 10 minut. Token logowania wygasa po wylogowaniu, najpóźniej po 365 dniach.',
          'Plik przesłany, ale niewysłany z formularzem, jest usuwany po 7 dniach.',
          `Wniosek, w którym czekamy na Państwa odpowiedź, zostaje zamknięty po upływie daty podanej w naszej wiadomości; w przypadku wniosku o dane termin wynosi ${days(answerDays)}.`,
          `Plik z kopią danych jest zaszyfrowany, a okres jego przechowywania wynosi ${days(reportDays)}. Jego hasła nie przechowujemy po wysłaniu wiadomości, która je zawiera.`,
          `Wnioski, ich historia, wiadomości na ich temat i przesłane z nimi pliki są usuwane po zakończeniu sprawy i upływie okresu, który wynosi ${days(recordDays)}; do tego czasu przechowujemy je, aby móc wykazać, w jaki sposób wniosek został rozpatrzony. Wniosek organu sektora publicznego, któremu wydano dane, przechowujemy co najmniej do chwili, gdy organ zgłosi ich usunięcie.`,
          `Adres e-mail, z którym nie jest już związany żaden wniosek, jest usuwany po okresie liczonym od pierwszego logowania, który wynosi ${days(recordDays)}. To, co przechowujemy o wpisywaniu kodów, oraz wiadomości z kodami usuwamy 30 dni po ostatnim kodzie; zapis wyboru dotyczącego plików cookie usuwamy wraz z jego plikiem cookie, po 365 dniach.`,
        ],
      },
      {
        heading: 'Państwa prawa',
        paragraphs: [
          'Mają Państwo prawo dostępu do swoich danych, ich sprostowania lub usunięcia, ograniczenia ich przetwarzania, otrzymania danych, które Państwo podali, w formacie nadającym się do odczytu maszynowego, oraz sprzeciwu wobec przetwarzania opartego na naszych prawnie uzasadnionych interesach. Zgodę można w każdej chwili wycofać ze skutkiem na przyszłość.',
          `Prosimy pisać na adres ${contactMailbox}. Mogą Państwo także wnieść skargę do organu nadzorczego ochrony danych, w szczególności w miejscu zamieszkania lub pracy.`,
          'Bez adresu e-mail nie można się zalogować, a bez pól oznaczonych jako wymagane nie możemy rozpatrzyć wniosku.',
        ],
      },
    ],
  }),

  cookiePolicy: ({ holderName, contactMailbox, cookies }) => ({
    title: 'Polityka plików cookie',
    updatedOn: '2026-11-20',
    sections: [
      {
        heading: 'Czym są pliki cookie',
        paragraphs: [
          `Pliki cookie to niewielkie teksty, które przeglądarka przechowuje dla tej strony. ${holderName} zapisuje tu wyłącznie własne pliki cookie: żadnych reklamowych ani służących do pomiaru odwiedzin i żadnych należących do innych firm.`,
        ],
      },
      {
        heading: 'Niezbędne pliki cookie',
        paragraphs: [
          'Bez nich nie można korzystać ze strony; prawo dopuszcza je bez zgody.',
          `${cookieNames.login} (${cookies.login.lifetime}): ${cookies.login.purpose}`,
          `${cookieNames.session} (${cookies.session.lifetime}): ${cookies.session.purpose}`,
          `${cookieNames.consent} (${cookies.consent.lifetime}): ${cookies.consent.purpose}`,
        ],
      },
      {
        heading: 'Funkcjonalne pliki cookie',
        paragraphs: [
          'Są zapisywane tylko wtedy, gdy Państwo na to pozwolą. Bez nich nie można zmienić języka.',
          `${cookieNames.language} (${cookies.language.lifetime}): ${cookies.language.purpose}`,
        ],
      },
      {
        heading: 'Państwa wybór',
        paragraphs: [
          'Wybór można w każdej chwili zmienić w ustawieniach plików cookie; po wycofaniu zgody funkcjonalne pliki cookie są usuwane. Wybór wraz z czasem zapisujemy pod losowym numerem, aby móc wykazać, że został dokonany.',
          'Pliki cookie można też usunąć w przeglądarce. Po ich całkowitym wyłączeniu nie można się zalogować.',
          `Pytania o pliki cookie: ${contactMailbox}`,
        ],
      },
    ],
  }),
};
