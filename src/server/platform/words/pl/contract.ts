import type { ContractTexts } from '#server/platform/words/contract-texts.ts';

export const contract: ContractTexts = {
  fileName: 'umowa-o-udostępnianiu-danych',
  title: 'Umowa o udostępnianiu danych',
  note: 'Wzór umowy na podstawie art. 5, 6 i 8–11 rozporządzenia (UE) 2023/2854 (akt w sprawie danych). Portal wpisał to, co podano we wniosku. Prosimy uzupełnić pozostałe miejsca, uzgodnić treść, podpisać umowę i dołączyć ją do wniosku. Wzór nie stanowi porady prawnej.',
  parties: 'Strony',
  holder: 'Posiadacz danych',
  user: 'Użytkownik',
  recipient: 'Odbiorca danych (osoba trzecia)',
  facts: { vehicle: 'Produkt skomunikowany', purpose: 'Uzgodniony cel' },
  clauses: [
    {
      heading: 'Przedmiot umowy',
      paragraphs: [
        'Na wniosek użytkownika (art. 5 ust. 1 aktu w sprawie danych) posiadacz danych udostępnia odbiorcy danych łatwo dostępne dane z wymienionego wyżej produktu skomunikowanego wraz z metadanymi niezbędnymi do ich interpretacji i wykorzystania.',
        'Jakie to dane i z jakiego okresu, wskazuje użytkownik we wniosku o dane złożonym w ramach wniosku w portalu posiadacza danych. Wniosek o dane jest częścią niniejszej umowy.',
      ],
    },
    {
      heading: 'Udostępnianie danych',
      paragraphs: [
        'Posiadacz danych udostępnia dane bez zbędnej zwłoki, w jakości, w jakiej sam nimi dysponuje, w łatwy i bezpieczny sposób oraz w kompleksowym, ustrukturyzowanym, powszechnie używanym formacie nadającym się do odczytu maszynowego.',
        'Dla użytkownika udostępnianie jest nieodpłatne.',
        'Warunki między posiadaczem danych a odbiorcą danych są sprawiedliwe, rozsądne i niedyskryminujące, a dane udostępnia się w przejrzysty sposób (art. 8).',
      ],
    },
    {
      heading: 'Wykorzystywanie danych',
      paragraphs: [
        'Odbiorca danych przetwarza dane wyłącznie w celu wskazanym wyżej i na warunkach uzgodnionych z użytkownikiem oraz usuwa je, gdy nie są już niezbędne do tego celu, chyba że w odniesieniu do danych nieosobowych uzgodnił z użytkownikiem inaczej (art. 6 ust. 1).',
        'Odbiorca danych nie wykorzystuje danych do opracowania produktu konkurencyjnego wobec produktu skomunikowanego, z którego pochodzą, ani nie udostępnia ich w tym celu innej osobie; nie wykorzystuje ich do profilowania, chyba że jest to niezbędne do świadczenia usługi, o którą wystąpił użytkownik (art. 6 ust. 2).',
        'Odbiorca danych udostępnia dane innej osobie trzeciej wyłącznie na podstawie umowy z użytkownikiem i przy zachowaniu poufności tajemnic przedsiębiorstwa, a nigdy przedsiębiorstwu wskazanemu jako strażnik dostępu na podstawie art. 3 rozporządzenia (UE) 2022/1925. Oświadcza, że sam nie jest takim przedsiębiorstwem (art. 5 ust. 3).',
        'Odbiorca danych nie wykorzystuje danych w sposób, który niekorzystnie wpływa na bezpieczeństwo produktu skomunikowanego, ani nie uniemożliwia użytkownikowi będącemu konsumentem udostępniania danych innym.',
      ],
    },
    {
      heading: 'Dane osobowe',
      paragraphs: [
        'Jeżeli użytkownik nie jest osobą, której dane dotyczą, dane osobowe udostępnia się wyłącznie wtedy, gdy istnieje ważna podstawa prawna na mocy art. 6 rozporządzenia (UE) 2016/679 oraz, w stosownych przypadkach, gdy spełnione są warunki art. 9 tego rozporządzenia i art. 5 ust. 3 dyrektywy 2002/58/WE (art. 5 ust. 7).',
        'Każda ze stron sama odpowiada za własne przetwarzanie danych osobowych.',
      ],
    },
    {
      heading: 'Tajemnice przedsiębiorstwa',
      paragraphs: [
        'Tajemnice przedsiębiorstwa ujawnia się wyłącznie w zakresie ściśle niezbędnym do uzgodnionego celu. Posiadacz danych wskazuje dane chronione jako tajemnice przedsiębiorstwa (art. 5 ust. 9): ___',
        'Uzgodnione środki techniczne i organizacyjne służące zachowaniu ich poufności: ___',
      ],
    },
    {
      heading: 'Rekompensata',
      paragraphs: [
        'Odbiorca danych płaci posiadaczowi danych za udostępnienie danych: ___ Wszelka rekompensata jest niedyskryminująca i rozsądna (art. 9).',
        'Jeżeli odbiorca danych jest mikro-, małym lub średnim przedsiębiorstwem albo organizacją badawczą nienastawioną na zysk w rozumieniu art. 9 ust. 4, rekompensata nie przekracza kosztów bezpośrednio związanych z udostępnieniem danych.',
      ],
    },
    {
      heading: 'Bezpieczeństwo i nieuprawnione wykorzystanie',
      paragraphs: [
        'Odbiorca danych chroni dane odpowiednimi środkami technicznymi i organizacyjnymi przed nieuprawnionym dostępem i ujawnieniem.',
        'Jeżeli dane uzyskano, wykorzystano lub ujawniono niezgodnie z prawem, odbiorca danych bez zbędnej zwłoki usuwa je wraz ze wszystkimi kopiami, kończy ich wykorzystywanie oraz informuje o tym i o podjętych środkach użytkownika (art. 11 ust. 2).',
      ],
    },
    {
      heading: 'Czas trwania',
      paragraphs: [
        'Umowa wchodzi w życie z chwilą złożenia ostatniego podpisu i kończy się w dniu: ___',
        'Użytkownik może w każdej chwili zakończyć udostępnianie danych ze skutkiem na przyszłość. Postanowienia o wykorzystywaniu, danych osobowych, tajemnicach przedsiębiorstwa i bezpieczeństwie nadal mają zastosowanie do otrzymanych danych.',
      ],
    },
    {
      heading: 'Spory',
      paragraphs: [
        'Strony mogą skierować spór do certyfikowanego organu rozstrzygania sporów (art. 10). Nie narusza to prawa do skutecznego środka prawnego przed sądem państwa członkowskiego.',
        'Prawem właściwym jest prawo: ___',
      ],
    },
  ],
  signatures: 'Podpisy',
  placeAndDate: 'Miejscowość i data',
  signature: 'Imię, nazwisko i podpis',
};
