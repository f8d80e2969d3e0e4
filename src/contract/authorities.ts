interface Authority {
  name: string;
  url: string;
}

/** Authorities of a Member State that can receive a complaint under Art. 38. */
export interface StateAuthorities {
  /** ISO 3166-1 alpha-2 */
  country: string;
  /** Designated under Art. 37(1); null if not certain. The Commission keeps the register. */
  competent: Authority | null;
  /** Monitors the protection of personal data (Art. 37(3)). */
  dataProtection: Authority;
}

const state = (
  country: string,
  name: string,
  url: string,
  competent: Authority | null = null,
): StateAuthorities => ({ country, competent, dataProtection: { name, url } });

export const stateAuthorities: readonly StateAuthorities[] = [
  state('AT', 'Österreichische Datenschutzbehörde', 'https://www.dsb.gv.at'),
  state(
    'BE',
    'Gegevensbeschermingsautoriteit / Autorité de protection des données',
    'https://www.dataprotectionauthority.be',
  ),
  state('BG', 'Комисия за защита на личните данни', 'https://www.cpdp.bg'),
  state(
    'CY',
    'Γραφείο Επιτρόπου Προστασίας Δεδομένων Προσωπικού Χαρακτήρα',
    'https://www.dataprotection.gov.cy',
  ),
  state('CZ', 'Úřad pro ochranu osobních údajů', 'https://www.uoou.gov.cz'),
  state(
    'DE',
    'Die Bundesbeauftragte für den Datenschutz und die Informationsfreiheit',
    'https://www.bfdi.bund.de',
  ),
  state('DK', 'Datatilsynet', 'https://www.datatilsynet.dk'),
  state('EE', 'Andmekaitse Inspektsioon', 'https://www.aki.ee'),
  state('ES', 'Agencia Española de Protección de Datos', 'https://www.aepd.es'),
  state('FI', 'Tietosuojavaltuutetun toimisto', 'https://tietosuoja.fi'),
  state('FR', 'Commission nationale de l’informatique et des libertés', 'https://www.cnil.fr'),
  state('GR', 'Αρχή Προστασίας Δεδομένων Προσωπικού Χαρακτήρα', 'https://www.dpa.gr'),
  state('HR', 'Agencija za zaštitu osobnih podataka', 'https://azop.hr'),
  state('HU', 'Nemzeti Adatvédelmi és Információszabadság Hatóság', 'https://www.naih.hu'),
  state('IE', 'Data Protection Commission', 'https://www.dataprotection.ie'),
  state('IT', 'Garante per la protezione dei dati personali', 'https://www.garanteprivacy.it'),
  state('LT', 'Valstybinė duomenų apsaugos inspekcija', 'https://vdai.lrv.lt'),
  state('LU', 'Commission nationale pour la protection des données', 'https://cnpd.public.lu'),
  state('LV', 'Datu valsts inspekcija', 'https://www.dvi.gov.lv'),
  state('MT', 'Information and Data Protection Commissioner', 'https://idpc.org.mt'),
  state('NL', 'Autoriteit Persoonsgegevens', 'https://autoriteitpersoonsgegevens.nl', {
    name: 'Autoriteit Consument & Markt',
    url: 'https://www.acm.nl',
  }),
  state('PL', 'Urząd Ochrony Danych Osobowych', 'https://uodo.gov.pl'),
  state('PT', 'Comissão Nacional de Proteção de Dados', 'https://www.cnpd.pt'),
  state(
    'RO',
    'Autoritatea Națională de Supraveghere a Prelucrării Datelor cu Caracter Personal',
    'https://www.dataprotection.ro',
  ),
  state('SE', 'Integritetsskyddsmyndigheten', 'https://www.imy.se'),
  state('SI', 'Informacijski pooblaščenec', 'https://www.ip-rs.si'),
  state(
    'SK',
    'Úrad na ochranu osobných údajov Slovenskej republiky',
    'https://dataprotection.gov.sk',
  ),
];
