import { de, type FormTexts } from './de'

/** What fields and forms say in German that addresses the reader as Sie. */
export const sie: FormTexts = {
  ...de,
  checkEntries: 'Bitte prüfen Sie Ihre Angaben',
  issues: {
    name: 'Bitte geben Sie einen Namen ein.',
    email: 'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel name@beispiel.de.',
    url: 'Bitte geben Sie eine Adresse ein, die mit https:// oder http:// beginnt.',
    date: 'Dieses Datum gibt es nicht.',
    integer: 'Bitte geben Sie eine ganze Zahl ein.',
    number: 'Bitte geben Sie eine Zahl ein, zum Beispiel 12,5.',
    choice: 'Bitte wählen Sie einen der angebotenen Werte.',
    phone: 'Bitte geben Sie eine Telefonnummer mit höchstens 64 Zeichen ein.',
    iban: 'Bitte prüfen Sie die IBAN: Eine Ziffer scheint nicht zu stimmen.',
    bic: 'Bitte prüfen Sie den BIC. Er hat 8 oder 11 Zeichen; meist können Sie ihn weglassen.',
    mandate: 'Bitte geben Sie die Mandatsreferenz ein, höchstens 35 Zeichen.',
    mandateTaken: 'Diese Mandatsreferenz gehört zu einem anderen Mandat. Jedes Mandat braucht seine eigene.',
    external_id: 'Diese ID hat schon eine andere Person, oder sie ist keine gültige ID.',
    membership_number: 'Diese Mitgliedsnummer ist schon vergeben oder zu lang.',
    text: 'Dieser Text ist zu lang oder enthält Zeichen, die wir nicht speichern können.',
    body: 'Ihre Angaben sind zusammen zu lang. Bitte kürzen Sie einen Text.',
  },
  rules: {
    holder_needs_mandate:
      'Für einen anderen Kontoinhaber brauchen wir ein neues Mandat. Erteilen Sie es unter „SEPA-Lastschriftmandat“, oder wenden Sie sich an die Geschäftsstelle.',
    iban_missing: 'Hier fehlt die IBAN. Ohne Konto leeren Sie bitte auch die anderen Felder des Kontos.',
    iban_needed: 'Für die Lastschrift brauchen wir eine IBAN.',
    iban_for_direct_debit: 'Für die Lastschrift brauchen wir eine IBAN. Oder wählen Sie Überweisung.',
    account_for_direct_debit:
      'Für die Lastschrift fehlt uns eine IBAN. Bitte wenden Sie sich an die Geschäftsstelle.',
    year: 'Bitte prüfen Sie das Jahr.',
    phone_digits: 'Bitte geben Sie eine Telefonnummer mit mindestens drei Ziffern ein.',
    phone_missing: 'Bitte geben Sie auch die Nummer ein.',
    leave_date_missing: 'Bitte geben Sie auch den Austritt ein.',
    death_in_future: 'Der Todestag kann nicht in der Zukunft liegen.',
  },
}
