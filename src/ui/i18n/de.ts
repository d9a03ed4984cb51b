import type { PortalFieldKey } from '../../domain/person-fields/fields'
import type { FormRule } from '../../domain/shared/form-refusals'
import type { LeaveRule } from '../../domain/shared/person-refusals'

/** What fields and forms say, in German. */
export const de = {
  error: 'Fehler',
  checkEntries: 'Bitte prüfe deine Angaben',
  save: 'Speichern',
  cancel: 'Abbrechen',
  anotherNumber: 'Weitere Nummer',
  notGiven: 'nicht angegeben',
  yes: 'Ja',
  no: 'Nein',
  noChoice: 'Keine Angabe',
  onePerLine: 'Ein Eintrag je Zeile',
  lastUsedOn: (day: string) => `zuletzt benutzt ${day} (altes Programm)`,
  lastUsedHint: 'Ein Mandat gilt 36 Monate nach dem letzten Einzug. Einzüge von hier zählen von selbst.',
  fields: {
    name: 'Name',
    first_name: 'Vorname',
    last_name: 'Nachname',
    birthdate: 'Geburtsdatum',
    sex: 'Geschlecht',
    email: 'E-Mail-Adresse',
    phone_numbers: 'Telefon',
    label: 'Art',
    number: 'Nummer',
    address: 'Adresse',
    street: 'Straße und Hausnummer',
    postcode: 'Postleitzahl',
    city: 'Ort',
    country_code: 'Land',
    external_id: 'Externe ID',
    membership_number: 'Mitgliedsnummer',
    membership_status: 'Mitgliedschaft',
    join_date: 'Mitglied seit',
    leave_date: 'Austritt',
    leave_reason: 'Grund des Austritts',
    leave_note: 'Bemerkung zum Austritt',
    payment_method: 'Zahlungsart',
    payer_id: 'Zahler',
    guardian_id: 'Gesetzliche Vertretung',
    bank_account: 'Bankverbindung',
    iban: 'IBAN',
    bic: 'BIC (nur außerhalb der EU)',
    signatory: 'Kontoinhaber, falls abweichend',
    sepa_mandate: 'SEPA-Mandat',
    reference: 'Mandatsreferenz',
    signature_date: 'Unterschrieben am',
    last_used_on: 'Zuletzt eingezogen am (altes Programm)',
  } satisfies Labels as Labels,
  paymentMethods: { bank_transfer: 'Überweisung', direct_debit: 'Lastschrift', cash: 'Barzahlung' } as Record<
    string,
    string
  >,
  sexes: { m: 'männlich', f: 'weiblich', d: 'divers', x: 'keine Angabe' } as Record<string, string>,
  leaveReasons: {
    left: 'ausgetreten',
    deceased: 'verstorben',
    excluded: 'ausgeschlossen',
    moved: 'weggezogen',
  } as Record<string, string>,
  membershipStatuses: { active: 'aktiv', former: 'ausgetreten', applicant: 'Antrag' } as Record<
    string,
    string
  >,
  feeStatuses: {
    open: 'offen',
    paid: 'bezahlt',
    collecting: 'wird eingezogen',
    returned: 'Lastschrift zurückgegeben',
    cancelled: 'storniert',
  },
  issues: {
    name: 'Bitte gib einen Namen ein.',
    email: 'Das ist keine gültige E-Mail-Adresse. So sieht eine aus: name@example.org.',
    url: 'Bitte gib eine Adresse ein, die mit https:// oder http:// beginnt.',
    date: 'Dieses Datum gibt es nicht.',
    integer: 'Bitte gib eine ganze Zahl ein.',
    number: 'Bitte gib eine Zahl ein, zum Beispiel 12,5.',
    choice: 'Bitte wähle einen der angebotenen Werte.',
    phone: 'Bitte gib eine Telefonnummer mit höchstens 64 Zeichen ein.',
    iban: 'Diese IBAN stimmt nicht. Bitte prüfe ihre Ziffern.',
    bic: 'Dieser BIC stimmt nicht. Er hat 8 oder 11 Zeichen; du kannst ihn meist weglassen.',
    mandate: 'Bitte gib die Mandatsreferenz ein, höchstens 35 Zeichen.',
    mandateTaken: 'Diese Mandatsreferenz gehört zu einem anderen Mandat. Jedes Mandat braucht seine eigene.',
    external_id: 'Diese ID hat schon eine andere Person, oder sie ist keine gültige ID.',
    membership_number: 'Diese Mitgliedsnummer ist schon vergeben oder zu lang.',
    text: 'Dieser Text ist zu lang oder enthält Zeichen, die wir nicht speichern können.',
    body: 'Deine Angaben sind zusammen zu lang. Bitte kürze einen Text.',
  },
  rules: {
    holder_needs_mandate:
      'Für einen anderen Kontoinhaber brauchen wir ein neues Mandat. Erteile es unter „SEPA-Lastschriftmandat“, oder wende dich an die Geschäftsstelle.',
    iban_missing: 'Hier fehlt die IBAN. Ohne Konto leere bitte auch die anderen Felder des Kontos.',
    iban_needed: 'Für die Lastschrift brauchen wir eine IBAN.',
    iban_for_direct_debit: 'Für die Lastschrift brauchen wir eine IBAN. Oder wähle Überweisung.',
    account_for_direct_debit:
      'Für die Lastschrift fehlt uns eine IBAN. Bitte wende dich an die Geschäftsstelle.',
    year: 'Bitte prüfe das Jahr.',
    phone_digits: 'Bitte gib eine Telefonnummer mit mindestens drei Ziffern ein.',
    phone_missing: 'Bitte gib auch die Nummer ein.',
    leave_date_missing: 'Bitte gib auch den Austritt ein.',
    death_in_future: 'Der Todestag kann nicht in der Zukunft liegen.',
  } as Record<FormRule | LeaveRule, string>,
}

/** A label for every field that the portal can show, and for the parts of fields. */
type Labels = Record<PortalFieldKey, string> & Record<string, string>

export type FormTexts = typeof de
