import { describe, expect, it } from 'vitest'
import type { CustomColumn } from '../../src/domain/custom-columns/column'
import { propose } from '../../src/domain/imports/columns'
import { readTable } from '../../src/domain/imports/read/table'
import { parseTarget, pathsOf } from '../../src/domain/imports/targets'

const column = (more: Partial<CustomColumn>): CustomColumn => ({
  id: 'col_1',
  type: 'string',
  name: 'Spind',
  allowed_values: null,
  external_id: null,
  ...more,
})

function mapped(
  header: string,
  rows: string[],
  {
    columns = [] as CustomColumn[],
    remembered = {} as Record<string, string>,
    list = 'members' as const,
  } = {},
): Record<string, string> {
  const table = readTable(new TextEncoder().encode([header, ...rows].join('\n')))
  const { columns: found } = propose(table, { list, columns, today: '2026-11-25' }, remembered)
  return Object.fromEntries(found.map(({ header, target }) => [header, target]))
}

const has = (target: string) => parseTarget(target, 'members', []) !== undefined
const IBAN = 'DE89370400440532013000'

describe('the headers of', () => {
  it('DFBnet', () => {
    const found = mapped(
      'MITGLIEDSNUMMER;NACHNAME;VORNAME;GESCHLECHT;GEBURTSDATUM;STRASSE;POSTLEITZAHL;ORT;EMAIL;VEREINSEINTRITT;VEREINSAUSTRITT;KONTOINHABER;IBAN;MANDATSREFERENZ;UNTERSCHRIFTSDATUM;ZAHLUNGSART',
      [
        `1;Abel;Ada;w;1.3.1967;Weg 1;54290;Trier;a@b.de;1.1.2000;31.12.2026;Abel;${IBAN};M1;1.1.2014;Lastschrift`,
      ],
    )
    expect(found).toMatchObject({
      MITGLIEDSNUMMER: 'membership_number',
      NACHNAME: 'name.last_name',
      VORNAME: 'name.first_name',
      GEBURTSDATUM: 'birthdate',
      STRASSE: 'address.street',
      POSTLEITZAHL: 'address.postcode',
      ORT: 'address.city',
      EMAIL: 'email',
      VEREINSEINTRITT: 'join_date',
      VEREINSAUSTRITT: 'leave_date',
      KONTOINHABER: 'bank_account.signatory',
      IBAN: 'bank_account.iban',
      MANDATSREFERENZ: 'sepa_mandate.reference',
      UNTERSCHRIFTSDATUM: 'sepa_mandate.signature_date',
      ZAHLUNGSART: 'payment_method',
    })
    if (has('sex')) expect(found.GESCHLECHT).toBe('sex')
  })

  it('JVerein', () => {
    expect(
      mapped(
        'mitgliedsnr;name;vorname;strasse;plz;ort;staat;zahlungsweg;mandatdatum;bic;iban;telefonprivat;handy;email;eintritt;austritt;geburtsdatum',
        [
          `1;Abel;Ada;Weg 1;54290;Trier;Deutschland;Lastschrift;01.01.2014;COBADEFFXXX;${IBAN};0651 12345;0171 123456;a@b.de;01.01.2000;31.12.2026;01.03.1967`,
        ],
      ),
    ).toMatchObject({
      mitgliedsnr: 'membership_number',
      name: 'name.last_name',
      vorname: 'name.first_name',
      strasse: 'address.street',
      staat: 'address.country_code',
      zahlungsweg: 'payment_method',
      mandatdatum: 'sepa_mandate.signature_date',
      bic: 'bank_account.bic',
      iban: 'bank_account.iban',
      telefonprivat: 'phone_numbers',
      handy: 'phone_numbers',
      email: 'email',
      eintritt: 'join_date',
      austritt: 'leave_date',
      geburtsdatum: 'birthdate',
    })
  })

  it('ClubDesk, and of English lists', () => {
    expect(
      mapped(
        'Nachname;Vorname;Adresse;PLZ;Ort;Telefon Privat;Telefon Mobil;E-Mail;Eintritt;Geburtsdatum;E-Mail Alternativ',
        ['Abel;Ada;Weg 1;54290;Trier;0651 12345;0171 123456;a@b.de;01.01.2000;01.03.1967;x@y.de'],
      ),
    ).toMatchObject({
      Adresse: 'address.street',
      'Telefon Privat': 'phone_numbers',
      'Telefon Mobil': 'phone_numbers',
      'E-Mail': 'email',
      'E-Mail Alternativ': 'new:string',
    })
    expect(
      mapped(
        'Member ID,First Name,Last Name,Date of Birth,Joined,Street Address,Zip Code,City,Mobile Phone,Payment Method',
        ['1,Ada,Abel,3/25/1967,1/13/2000,Way 1,54290,Trier,0171 123456,direct debit'],
      ),
    ).toEqual({
      'Member ID': 'membership_number',
      'First Name': 'name.first_name',
      'Last Name': 'name.last_name',
      'Date of Birth': 'birthdate',
      Joined: 'join_date',
      'Street Address': 'address.street',
      'Zip Code': 'address.postcode',
      City: 'address.city',
      'Mobile Phone': 'phone_numbers',
      'Payment Method': 'payment_method',
    })
  })

  const TARGETS = [
    ...[
      'membership_number',
      'name.last_name',
      'name.first_name',
      'address.street',
      'address.postcode',
      'address.city',
    ],
    ...['birthdate', 'join_date', 'leave_date', 'bank_account.iban', 'bank_account.signatory'],
    ...[
      'sepa_mandate.reference',
      'sepa_mandate.signature_date',
      'payment_method',
      'email',
      'phone_numbers',
      'sex',
    ],
  ]

  it.each([
    [
      'easyVerein',
      'Mitglieds-Nr.;Familienname;Vorname;Straße;PLZ;Stadt;Geburtsdatum;Eintritt am;Kündigung zum;Bankdaten IBAN;Bankdaten Kontoinhaber;Mandats-Referenz;Datum der Mandatsunterzeichnung;Zahlungsmethode;Private E-Mail;Telefon (Privat);Anrede',
    ],
    [
      'SPG-Verein',
      'MitglNr;Name1;Vorname;Strasse;Plz;Ort;Geb.Dat.;Eintr.Dat.;Austr.Dat.;IBAN;Kto.-Inhaber;Mandats-Ref.;Mandatsdat.;Zahlungsart;Email1;Tel.priv.;Geschl.',
    ],
    [
      'Linear',
      'Adressnummer;Nachname;Vorname;Strasse;PLZ;Ort;Geburtsdatum;Eintritt Verein;Austritt Verein;Konto IBAN;Kontoinhaber;SEPA Mandatsreferenz;SEPA Mandatsdatum;Zahlungsweise;Email 1;Telefon 1;Geschlecht',
    ],
    [
      'WISO Mein Verein',
      'Mitgliedsnummer;Nachname;Vorname;Straße;PLZ;Ort;Geburtstag;Mitglied seit;Mitglied bis;IBAN;Kontoinhaber;Mandatsreferenz;Datum Mandatserteilung;Zahlungsart;E-Mail (privat);Mobil (privat);Geschlecht',
    ],
    [
      'ClubDesk',
      'Mitgliedernummer;Name;Vorname;Adresse;PLZ;Ort;Geb.;Beitritt;Austrittsdatum;Bankkonto IBAN;Bankkonto Inhaber;SEPA-Mandat ID;SEPA-Mandat Datum;Zahlungsart;E-Mail Privat;Tel. Mobil;Geschlecht',
    ],
    [
      'JVerein',
      'mitglied_externemitgliedsnummer;mitglied_name;mitglied_vorname;mitglied_strasse;mitglied_plz;mitglied_ort;mitglied_geburtsdatum;mitglied_eintritt;mitglied_austritt;mitglied_iban;mitglied_kontoinhaber;mitglied_mandatid;mitglied_mandatdatum;mitglied_zahlungsweg;mitglied_email;mitglied_telefonprivat;mitglied_geschlecht',
    ],
    [
      'campai',
      'Mitglied.Nummer;Person.Nachname;Person.Vorname;Adresse.Straße;Adresse.PLZ;Adresse.Ort;Person.Geburtstag;Mitgliedschaft.Eintritt;Mitgliedschaft.Austritt;SEPA.IBAN;SEPA.Kontoinhaber;SEPA.Mandatsreferenz;SEPA.Mandatsdatum;Zahlungsart;Kontakt.E-Mail;Kontakt.Telefon;Person.Geschlecht',
    ],
    [
      'DFBnet',
      'Mitgliedsnr.;Nachname;Vorname;Strasse/Hausnr.;PLZ;Wohnort;Geburts-Datum;Vereinseintritt;Austrittsdatum Verein;IBAN-Nummer;Abw. Kontoinhaber;Mandats-Referenznummer;SEPA Mandatsdat.;Zahlart;E-Mail privat;Tel. (p);m/w',
    ],
    [
      'Netxp-Verein',
      'Mitglieds-Nr.;Name;Vorname;Straße;PLZ;Ort;Geboren;Eintritt;Austritt;IBAN;Kontoinhaber;Mandatsreferenz;Mandat vom;Zahlungsart;E-Mail 1;Mobil 1;Geschlecht',
    ],
    [
      'S-Verein',
      'Mitgliedsnr;Zuname;Vorname;Straße u. Hausnummer;PLZ;Ort;Geb. Datum;Eintrittsdat.;Austrittsdat.;IBAN;Name des Kontoinhabers;Mandatsreferenz-Nr.;Mandatsausstellungsdatum;Zahlungsart;Mailadresse;Telefon (Festnetz);Geschlecht',
    ],
    [
      'somebody who abbreviates',
      'Mitgl.-Nr.;Nachname/Firma;Vorname(n);Str. / Hausnr.;Plz;Ort;Geburtsdatum (TT.MM.JJJJ);Eintritt am;Austritt am;IBAN;Kontoinh.;Mandatsref.;Mandat unterschr. am;Zahlungsart;E-Mail-Adr.;Mobil-Tel.;Geschlecht (m/w)',
    ],
  ])('%s, all fields of a member', (_, header) => {
    const found = mapped(header, [
      `1;Abel;Ada;Weg 1;54290;Trier;1.3.1967;1.1.2000;31.12.2026;${IBAN};Ada Abel;M1;1.1.2014;Lastschrift;a@b.de;0651 12345;w`,
      `2;Weiß;Emil;Weg 2;54290;Trier;1.3.1977;1.1.2001;;${IBAN};Emil Weiß;M2;1.1.2015;Überweisung;c@b.de;0651 12346;m`,
    ])
    expect(Object.values(found)).toEqual(TARGETS)
  })

  it('a list that somebody wrote: a whole name, a postcode with its city, a street and its number', () => {
    expect(
      mapped('Nr.;Name;Straße;Nr;PLZ/Ort;geb.;Tel.', [
        '1;Ada Abel;Weg;1;54290 Trier;1.3.67;0651 12345',
        '2;Emil Weiß;Weg;2;54290 Trier;1.3.77;0651 12346',
      ]),
    ).toEqual({
      'Nr.': 'membership_number',
      Name: 'name',
      Straße: 'address.street',
      Nr: 'address.house_number',
      'PLZ/Ort': 'address.postcode_and_city',
      'geb.': 'birthdate',
      'Tel.': 'phone_numbers',
    })
  })
})

it('leaves the fields of somebody else to new columns', () => {
  const found = mapped('Vorname;Nachname;Vorname des Vaters;E-Mail der Mutter;Ort der Bank', [
    'Ada;Abel;Emil;a@b.de;Trier',
  ])
  expect(found).toMatchObject({ 'Vorname des Vaters': 'new:string', 'Ort der Bank': 'new:string' })
})

const rows = Array.from({ length: 40 }, (_, at) =>
  [
    `a${at}@example.org`,
    IBAN,
    `${1 + (at % 28)}.3.${1940 + at * 2 - (at > 35 ? 20 : 0)}`,
    `1.${1 + (at % 12)}.${2000 + (at % 20)}`,
    at % 2 ? '54290' : '01069',
    ['Rot', 'Blau', 'Grün'][at % 3],
    `Text ${at} von Hand`,
    '',
    at % 3 ? 'x' : '',
    `${at},50 €`,
  ].join(';'),
)

it('finds by the content alone what it can, and makes new columns of the rest', () => {
  expect(mapped('A1;B2;C3;D4;E5;F6;G7;H8;I9;K1', rows)).toEqual({
    A1: 'email',
    B2: 'bank_account.iban',
    C3: 'birthdate',
    D4: 'new:date',
    E5: 'address.postcode',
    F6: 'new:choice',
    G7: 'new:string',
    H8: 'ignore',
    I9: 'new:boolean',
    K1: 'new:number',
  })
})

it('maps a custom column by its name or key, a yes to a value of an array, and repeated rows to an array', () => {
  const columns = [
    column({ id: 'col_1', name: 'Spind' }),
    column({ id: 'col_2', name: 'Trikotgröße', external_id: 'shirt', allowed_values: ['S', 'M'] }),
    column({ id: 'col_3', name: 'Abteilungen', type: 'array', allowed_values: ['Judo', 'Kanu'] }),
  ]
  const list = ['1;Abel;17;S;x;Rot', '1;Abel;17;S;x;Blau', '2;Weiß;18;M;;Rot', '2;Weiß;18;M;;Grün']
  expect(mapped('Nummer;Nachname;SPIND;Shirt;Judo;Farbe', list, { columns })).toEqual({
    Nummer: 'membership_number',
    Nachname: 'name.last_name',
    SPIND: 'col_1',
    Shirt: 'shirt',
    Judo: 'value:col_3:Judo',
    Farbe: 'new:array',
  })
  expect(mapped('Nachname;Judo', ['Abel;x', 'Weiß;'])).toMatchObject({ Judo: 'new:boolean' })
})

it('takes what was chosen before for a header, unless the list no longer has it', () => {
  const remembered = { Ort: 'ignore', Spind: 'col_1', Nachname: 'name.first_name' }
  expect(mapped('Nachname;Ort;Spind', ['Abel;Trier;17'], { remembered })).toEqual({
    Nachname: 'name.first_name',
    Ort: 'ignore',
    Spind: 'new:string',
  })
})

it('maps our own keys to themselves, and ignores what the service assigns', () => {
  const columns = [column({ external_id: 'locker' })]
  const paths = pathsOf('members', columns)
  const cells = paths.map((path) => (path === 'id' ? 'per_1' : 'x'))
  const found = mapped([...paths, 'created_at'].join(';'), [[...cells, '2026-01-01'].join(';')], { columns })
  expect(found).toEqual({ ...Object.fromEntries(paths.map((path) => [path, path])), created_at: 'ignore' })
})

it('sees that months come first', () => {
  const table = readTable(new TextEncoder().encode('Name,Birthdate,Joined\nAbel,3/25/1967,1/2/2000'))
  const { order } = propose(table, { list: 'members', columns: [], today: '2026-11-25' })
  expect(order).toEqual({ 1: 'mdy', 2: 'mdy' })
})
