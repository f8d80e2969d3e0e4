import type { DataType } from '#contract/data-catalogue.ts';
import type { Language } from '#contract/languages.ts';

/** The words of a report in one language. Signals keep their VSS names. */
export interface ReportTexts {
  manifest: string;
  title: string;
  dataHolder: string;
  applicationNumber: string;
  preparedAt: string;
  legalBasis: string;
  /** Article 4 and 5 for a user and those acting for them, Chapter V for a public sector body. */
  law: { personal: string; public: string };
  vehicle: string;
  allVehicles: string;
  from: string;
  to: string;
  dataType: string;
  masking: string;
  yes: string;
  no: string;
  instants: string;
  instant: string;
  signals: string;
  signal: string;
  unit: string;
  origin: string;
  raw: string;
  preProcessed: string;
  personal: string;
  values: string;
  first: string;
  last: string;
  sheet: string;
  remark: string;
  /** Reasons for gaps. */
  notRecorded: string;
  withheld: string;
  fixed: string;
  /** Why a signal is shown otherwise than it was recorded. */
  pseudonym: string;
  coarsened: string;
  sheets: string;
  rows: string;
  part: string;
  hashNote: string;
  masked: readonly string[];
  dataTypes: Record<DataType, string>;
}

/** Texts by language, in the terms of the Official Journal. */
export const reportTexts: Record<Language, ReportTexts> = {
  en: {
    manifest: 'Manifest',
    title: 'Copy of the data of a connected product',
    dataHolder: 'Data holder',
    applicationNumber: 'Application number',
    preparedAt: 'Prepared at',
    legalBasis: 'Legal basis',
    law: {
      personal: 'Regulation (EU) 2023/2854 (Data Act), Articles 4 and 5',
      public: 'Regulation (EU) 2023/2854 (Data Act), Chapter V (exceptional need)',
    },
    vehicle: 'Vehicle',
    allVehicles: 'All vehicles of the data holder',
    from: 'From (inclusive)',
    to: 'To (exclusive)',
    dataType: 'Data type',
    masking: 'Masked',
    yes: 'yes',
    no: 'no',
    instants: 'All instants are in UTC, written as ISO 8601.',
    instant: 'Instant (UTC)',
    signals: 'Signals',
    signal: 'Signal (COVESA VSS)',
    unit: 'Unit',
    origin: 'Origin',
    raw: 'raw',
    preProcessed: 'pre-processed',
    personal: 'Personal data',
    values: 'Values',
    first: 'First value',
    last: 'Last value',
    sheet: 'Sheet',
    remark: 'Remark',
    notRecorded: 'Not delivered: nothing was recorded in this time range.',
    withheld: 'Not delivered: left out because the report is masked.',
    fixed: 'Does not change; has no instant.',
    pseudonym: 'Shown as a pseudonym.',
    coarsened: 'Shown coarsened.',
    sheets: 'Sheets of data',
    rows: 'Rows',
    part: 'Part of the file',
    hashNote:
      'The hashes are those of the parts named, as they are in the decrypted file before it is saved again.',
    masked: [
      'The VIN is replaced by a pseudonym that is different in every report and cannot be reversed.',
      'Latitude and longitude are rounded to 2 decimals (about 1 km), altitude to hundreds of metres.',
      'All instants, the requested time range included, are moved by the same whole number of days, which is not told. Intervals and times of day stay true.',
      'The number plate is left out.',
    ],
    dataTypes: {
      identity: 'Vehicle identity',
      status: 'Vehicle status',
      battery: 'Battery and charging',
      trips: 'Trips and usage',
      location: 'Location',
      diagnostics: 'Diagnostics and service',
      driver: 'Driver interaction',
      events: 'Events',
      connectivity: 'Connectivity',
    },
  },
  zh: {
    manifest: '清单',
    title: '联网产品数据副本',
    dataHolder: '数据持有者',
    applicationNumber: '申请编号',
    preparedAt: '生成时间',
    legalBasis: '法律依据',
    law: {
      personal: '欧盟第2023/2854号条例《数据法》第4条和第5条',
      public: '欧盟第2023/2854号条例《数据法》第五章（特殊需要）',
    },
    vehicle: '车辆',
    allVehicles: '数据持有者的全部车辆',
    from: '起始时间（含）',
    to: '结束时间（不含）',
    dataType: '数据类型',
    masking: '已脱敏',
    yes: '是',
    no: '否',
    instants: '所有时间均为UTC，采用ISO 8601格式。',
    instant: '时间（UTC）',
    signals: '信号',
    signal: '信号（COVESA VSS）',
    unit: '单位',
    origin: '来源',
    raw: '原始',
    preProcessed: '预处理',
    personal: '个人数据',
    values: '数值个数',
    first: '首个数值',
    last: '末个数值',
    sheet: '工作表',
    remark: '备注',
    notRecorded: '未提供：该时间范围内没有记录。',
    withheld: '未提供：因报告已脱敏而略去。',
    fixed: '固定不变，没有时间。',
    pseudonym: '以假名显示。',
    coarsened: '已降低精度。',
    sheets: '数据工作表',
    rows: '行数',
    part: '文件部件',
    hashNote: '哈希值对应解密后、再次保存之前文件中的所列部件。',
    masked: [
      '车辆识别代号（VIN）以假名代替；每份报告的假名不同，且无法还原。',
      '纬度和经度保留两位小数（约1公里），海拔取整至百米。',
      '所有时间（包括所请求的时间范围）均平移相同的整数天，天数不予公开；时间间隔和一天中的时刻保持真实。',
      '车牌号已略去。',
    ],
    dataTypes: {
      identity: '车辆标识',
      status: '车辆状态',
      battery: '电池与充电',
      trips: '行程与使用',
      location: '位置',
      diagnostics: '诊断与保养',
      driver: '驾驶员交互',
      events: '事件',
      connectivity: '联网',
    },
  },
  fr: {
    manifest: 'Manifeste',
    title: 'Copie des données d’un produit connecté',
    dataHolder: 'Détenteur de données',
    applicationNumber: 'Numéro de demande',
    preparedAt: 'Établi le',
    legalBasis: 'Base juridique',
    law: {
      personal: 'Règlement (UE) 2023/2854 (règlement sur les données), articles 4 et 5',
      public:
        'Règlement (UE) 2023/2854 (règlement sur les données), chapitre V (besoin exceptionnel)',
    },
    vehicle: 'Véhicule',
    allVehicles: 'Tous les véhicules du détenteur de données',
    from: 'Du (inclus)',
    to: 'Au (exclu)',
    dataType: 'Type de données',
    masking: 'Masqué',
    yes: 'oui',
    no: 'non',
    instants: 'Tous les instants sont en UTC, au format ISO 8601.',
    instant: 'Instant (UTC)',
    signals: 'Signaux',
    signal: 'Signal (COVESA VSS)',
    unit: 'Unité',
    origin: 'Origine',
    raw: 'brut',
    preProcessed: 'prétraité',
    personal: 'Données à caractère personnel',
    values: 'Valeurs',
    first: 'Première valeur',
    last: 'Dernière valeur',
    sheet: 'Feuille',
    remark: 'Remarque',
    notRecorded: 'Non fourni : rien n’a été enregistré pendant cette période.',
    withheld: 'Non fourni : omis parce que le rapport est masqué.',
    fixed: 'Ne change pas ; sans instant.',
    pseudonym: 'Affiché sous pseudonyme.',
    coarsened: 'Précision réduite.',
    sheets: 'Feuilles de données',
    rows: 'Lignes',
    part: 'Partie du fichier',
    hashNote:
      'Les empreintes sont celles des parties nommées, telles qu’elles figurent dans le fichier déchiffré avant tout nouvel enregistrement.',
    masked: [
      'Le VIN est remplacé par un pseudonyme, différent dans chaque rapport et irréversible.',
      'La latitude et la longitude sont arrondies à 2 décimales (environ 1 km), l’altitude à la centaine de mètres.',
      'Tous les instants, y compris la période demandée, sont décalés d’un même nombre entier de jours, non communiqué. Les intervalles et les heures de la journée restent exacts.',
      'La plaque d’immatriculation est omise.',
    ],
    dataTypes: {
      identity: 'Identité du véhicule',
      status: 'État du véhicule',
      battery: 'Batterie et recharge',
      trips: 'Trajets et usage',
      location: 'Localisation',
      diagnostics: 'Diagnostic et entretien',
      driver: 'Interaction du conducteur',
      events: 'Événements',
      connectivity: 'Connectivité',
    },
  },
  pl: {
    manifest: 'Manifest',
    title: 'Kopia danych z produktu skomunikowanego',
    dataHolder: 'Posiadacz danych',
    applicationNumber: 'Numer wniosku',
    preparedAt: 'Sporządzono',
    legalBasis: 'Podstawa prawna',
    law: {
      personal: 'Rozporządzenie (UE) 2023/2854 (akt w sprawie danych), art. 4 i 5',
      public:
        'Rozporządzenie (UE) 2023/2854 (akt w sprawie danych), rozdział V (wyjątkowa potrzeba)',
    },
    vehicle: 'Pojazd',
    allVehicles: 'Wszystkie pojazdy posiadacza danych',
    from: 'Od (włącznie)',
    to: 'Do (wyłącznie)',
    dataType: 'Rodzaj danych',
    masking: 'Zamaskowane',
    yes: 'tak',
    no: 'nie',
    instants: 'Wszystkie chwile podano w UTC, w zapisie ISO 8601.',
    instant: 'Chwila (UTC)',
    signals: 'Sygnały',
    signal: 'Sygnał (COVESA VSS)',
    unit: 'Jednostka',
    origin: 'Pochodzenie',
    raw: 'surowe',
    preProcessed: 'wstępnie przetworzone',
    personal: 'Dane osobowe',
    values: 'Liczba wartości',
    first: 'Pierwsza wartość',
    last: 'Ostatnia wartość',
    sheet: 'Arkusz',
    remark: 'Uwaga',
    notRecorded: 'Nie przekazano: w tym okresie nic nie zapisano.',
    withheld: 'Nie przekazano: pominięto, ponieważ raport jest zamaskowany.',
    fixed: 'Nie zmienia się; bez chwili.',
    pseudonym: 'Podano jako pseudonim.',
    coarsened: 'Podano z mniejszą dokładnością.',
    sheets: 'Arkusze danych',
    rows: 'Wiersze',
    part: 'Część pliku',
    hashNote:
      'Skróty dotyczą wymienionych części w odszyfrowanym pliku, zanim zostanie ponownie zapisany.',
    masked: [
      'Numer VIN zastąpiono pseudonimem, innym w każdym raporcie i nieodwracalnym.',
      'Szerokość i długość geograficzną zaokrąglono do 2 miejsc po przecinku (ok. 1 km), wysokość do setek metrów.',
      'Wszystkie chwile, także żądany okres, przesunięto o tę samą, niepodaną liczbę pełnych dni. Odstępy czasu i pory dnia pozostają prawdziwe.',
      'Numer rejestracyjny pominięto.',
    ],
    dataTypes: {
      identity: 'Tożsamość pojazdu',
      status: 'Stan pojazdu',
      battery: 'Akumulator i ładowanie',
      trips: 'Przejazdy i użytkowanie',
      location: 'Lokalizacja',
      diagnostics: 'Diagnostyka i serwis',
      driver: 'Działania kierowcy',
      events: 'Zdarzenia',
      connectivity: 'Łączność',
    },
  },
  es: {
    manifest: 'Manifiesto',
    title: 'Copia de los datos de un producto conectado',
    dataHolder: 'Tenedor de datos',
    applicationNumber: 'Número de solicitud',
    preparedAt: 'Preparado el',
    legalBasis: 'Base jurídica',
    law: {
      personal: 'Reglamento (UE) 2023/2854 (Reglamento de Datos), artículos 4 y 5',
      public: 'Reglamento (UE) 2023/2854 (Reglamento de Datos), capítulo V (necesidad excepcional)',
    },
    vehicle: 'Vehículo',
    allVehicles: 'Todos los vehículos del tenedor de datos',
    from: 'Desde (inclusive)',
    to: 'Hasta (exclusive)',
    dataType: 'Tipo de datos',
    masking: 'Enmascarado',
    yes: 'sí',
    no: 'no',
    instants: 'Todos los instantes están en UTC, en formato ISO 8601.',
    instant: 'Instante (UTC)',
    signals: 'Señales',
    signal: 'Señal (COVESA VSS)',
    unit: 'Unidad',
    origin: 'Origen',
    raw: 'sin tratar',
    preProcessed: 'pretratado',
    personal: 'Datos personales',
    values: 'Valores',
    first: 'Primer valor',
    last: 'Último valor',
    sheet: 'Hoja',
    remark: 'Observación',
    notRecorded: 'No entregado: no se registró nada en este período.',
    withheld: 'No entregado: omitido porque el informe está enmascarado.',
    fixed: 'No cambia; sin instante.',
    pseudonym: 'Se muestra como seudónimo.',
    coarsened: 'Se muestra con menor precisión.',
    sheets: 'Hojas de datos',
    rows: 'Filas',
    part: 'Parte del fichero',
    hashNote:
      'Los resúmenes criptográficos son los de las partes indicadas, tal como están en el fichero descifrado antes de volver a guardarlo.',
    masked: [
      'El VIN se sustituye por un seudónimo, distinto en cada informe e irreversible.',
      'La latitud y la longitud se redondean a 2 decimales (cerca de 1 km) y la altitud a centenas de metros.',
      'Todos los instantes, incluido el período solicitado, se desplazan el mismo número entero de días, que no se comunica. Los intervalos y las horas del día siguen siendo reales.',
      'La matrícula se omite.',
    ],
    dataTypes: {
      identity: 'Identidad del vehículo',
      status: 'Estado del vehículo',
      battery: 'Batería y carga',
      trips: 'Trayectos y uso',
      location: 'Ubicación',
      diagnostics: 'Diagnóstico y mantenimiento',
      driver: 'Interacción del conductor',
      events: 'Sucesos',
      connectivity: 'Conectividad',
    },
  },
  pt: {
    manifest: 'Manifesto',
    title: 'Cópia dos dados de um produto conectado',
    dataHolder: 'Detentor dos dados',
    applicationNumber: 'Número do pedido',
    preparedAt: 'Elaborado em',
    legalBasis: 'Base jurídica',
    law: {
      personal: 'Regulamento (UE) 2023/2854 (Regulamento dos Dados), artigos 4.º e 5.º',
      public:
        'Regulamento (UE) 2023/2854 (Regulamento dos Dados), capítulo V (necessidade excecional)',
    },
    vehicle: 'Veículo',
    allVehicles: 'Todos os veículos do detentor dos dados',
    from: 'De (inclusive)',
    to: 'Até (exclusive)',
    dataType: 'Tipo de dados',
    masking: 'Mascarado',
    yes: 'sim',
    no: 'não',
    instants: 'Todos os instantes estão em UTC, no formato ISO 8601.',
    instant: 'Instante (UTC)',
    signals: 'Sinais',
    signal: 'Sinal (COVESA VSS)',
    unit: 'Unidade',
    origin: 'Origem',
    raw: 'em bruto',
    preProcessed: 'pré-tratado',
    personal: 'Dados pessoais',
    values: 'Valores',
    first: 'Primeiro valor',
    last: 'Último valor',
    sheet: 'Folha',
    remark: 'Observação',
    notRecorded: 'Não fornecido: nada foi registado neste período.',
    withheld: 'Não fornecido: omitido porque o relatório está mascarado.',
    fixed: 'Não muda; sem instante.',
    pseudonym: 'Mostrado como pseudónimo.',
    coarsened: 'Mostrado com menor precisão.',
    sheets: 'Folhas de dados',
    rows: 'Linhas',
    part: 'Parte do ficheiro',
    hashNote:
      'Os resumos criptográficos são os das partes indicadas, tal como estão no ficheiro decifrado antes de ser guardado de novo.',
    masked: [
      'O VIN é substituído por um pseudónimo, diferente em cada relatório e irreversível.',
      'A latitude e a longitude são arredondadas a 2 casas decimais (cerca de 1 km) e a altitude às centenas de metros.',
      'Todos os instantes, incluindo o período pedido, são deslocados pelo mesmo número inteiro de dias, que não é comunicado. Os intervalos e as horas do dia mantêm-se verdadeiros.',
      'A matrícula é omitida.',
    ],
    dataTypes: {
      identity: 'Identidade do veículo',
      status: 'Estado do veículo',
      battery: 'Bateria e carregamento',
      trips: 'Viagens e utilização',
      location: 'Localização',
      diagnostics: 'Diagnóstico e manutenção',
      driver: 'Interação do condutor',
      events: 'Ocorrências',
      connectivity: 'Conectividade',
    },
  },
};
