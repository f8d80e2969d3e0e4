import type { Language } from '#contract/languages.ts';

/** Why a report has nothing to deliver, or could not be made. */
type Reason = 'noVehicle' | 'noData' | 'failed';

const texts: Record<Language, Record<Reason, string>> = {
  en: {
    noVehicle: 'The vehicle is not known to the data holder any more.',
    noData: 'No data of the chosen types were recorded in the chosen period.',
    failed: 'The file could not be generated.',
  },
  zh: {
    noVehicle: '数据持有者已没有该车辆的记录。',
    noData: '所选时间段内没有所选类型的数据记录。',
    failed: '文件无法生成。',
  },
  fr: {
    noVehicle: 'Le détenteur de données ne connaît plus ce véhicule.',
    noData: 'Aucune donnée des types choisis n’a été enregistrée pendant la période choisie.',
    failed: 'Le fichier n’a pas pu être généré.',
  },
  pl: {
    noVehicle: 'Posiadacz danych nie ma już tego pojazdu w ewidencji.',
    noData: 'W wybranym okresie nie zarejestrowano danych wybranych rodzajów.',
    failed: 'Nie udało się wygenerować pliku.',
  },
  es: {
    noVehicle: 'El tenedor de datos ya no tiene constancia de este vehículo.',
    noData: 'En el período elegido no se registraron datos de los tipos elegidos.',
    failed: 'No se pudo generar el fichero.',
  },
  pt: {
    noVehicle: 'O detentor dos dados já não tem registo deste veículo.',
    noData: 'No período escolhido não foram registados dados dos tipos escolhidos.',
    failed: 'Não foi possível gerar o ficheiro.',
  },
};

/** A reason code in the reader's language; a code without words reads as a failure. */
export function reportReasonText(language: Language, reason: string): string {
  const words: Record<string, string> = texts[language];
  return words[reason] ?? texts[language].failed;
}
