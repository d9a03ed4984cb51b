import type { WarningCode } from '../../domain/collections/problems'
import type { ProblemCode } from '../../domain/shared/debit-refusals'
import type { Locale } from '../../ui/i18n/locale'

/** What is in the way of a fee, and what to do about it. */
type Words = { title: string; advice: string }

const de: Record<ProblemCode, Words> & { warnings: Record<WarningCode, string> } = {
  no_iban: { title: 'Keine Bankverbindung', advice: 'Trag bei der Person eine IBAN ein.' },
  no_iban_of_payer: {
    title: 'Wer zahlt, hat keine Bankverbindung',
    advice: 'Trag beim Zahler eine IBAN ein.',
  },
  iban_invalid: { title: 'Die IBAN stimmt nicht', advice: 'Frag nach und berichtige die IBAN.' },
  iban_outside_eea: {
    title: 'Konto außerhalb des Einzugsgebiets',
    advice: 'Von diesem Land kann nicht eingezogen werden. Bitte um eine Überweisung oder ein anderes Konto.',
  },
  no_mandate: {
    title: 'Kein Mandat',
    advice: 'Lass dir ein SEPA-Mandat unterschreiben und trag Referenz und Datum bei der Person ein.',
  },
  no_mandate_of_payer: {
    title: 'Wer zahlt, hat kein Mandat',
    advice: 'Lass dir vom Zahler ein SEPA-Mandat unterschreiben und trag Referenz und Datum bei ihm ein.',
  },
  mandate_reference_invalid: {
    title: 'Die Mandatsreferenz nimmt keine Bank an',
    advice: "Erlaubt sind Buchstaben ohne Umlaute, Ziffern und /-?:().,'+ ohne Leerzeichen.",
  },
  mandate_unsigned: {
    title: 'Datum der Unterschrift fehlt',
    advice: 'Trag bei der Person ein, wann das Mandat unterschrieben wurde.',
  },
  mandate_signed_in_future: {
    title: 'Die Unterschrift liegt in der Zukunft',
    advice: 'Berichtige bei der Person das Datum der Unterschrift.',
  },
  mandate_expired: {
    title: 'Das Mandat ist abgelaufen',
    advice: 'Es wurde 36 Monate nicht benutzt. Lass dir ein neues unterschreiben.',
  },
  mandate_of_another_person: {
    title: 'Das Mandat gehört schon zu einem anderen Konto',
    advice: 'Zwei Personen mit verschiedenen Konten haben dieselbe Mandatsreferenz. Gib einer eine eigene.',
  },
  mandate_of_another_creditor: {
    title: 'Das Mandat gilt für eine andere Gläubiger-ID',
    advice: 'Lass dir ein neues Mandat unterschreiben.',
  },
  deceased: {
    title: 'Das Mitglied ist verstorben',
    advice: 'Von Verstorbenen wird nichts mehr eingezogen. Entscheide über die offenen Beiträge.',
  },
  payer_lost: {
    title: 'Der Zahler ist gelöscht oder verstorben',
    advice: 'Gib der Person einen anderen Zahler, oder leg fest, dass sie selbst zahlt.',
  },
  account_of_deceased: {
    title: 'Das Konto gehört einem verstorbenen Mitglied',
    advice: 'Trag ein anderes Konto mit einem neuen Mandat ein.',
  },
  blocked: {
    title: 'Nach einer Rücklastschrift gesperrt',
    advice: 'Sprich mit der Person. Trag das neue Konto oder Mandat ein, oder erlaube den Einzug wieder.',
  },
  given_recently: {
    title: 'Konto oder E-Mail-Adresse ist neu',
    advice: 'Die Person hat das vor weniger als 24 Stunden im Portal geändert. Zieh den Beitrag morgen ein.',
  },
  amount_too_large: { title: 'Zu hoher Betrag', advice: 'So viel nimmt eine Bank nicht auf einmal an.' },
  no_person: {
    title: 'Die Person ist gelöscht',
    advice: 'Storniere den Beitrag oder warte auf eine Überweisung.',
  },
  collecting: { title: 'Wird schon eingezogen', advice: 'Diese Beiträge sind in einem anderen Einzug.' },
  paid: { title: 'Schon bezahlt', advice: 'Hier ist nichts mehr offen.' },
  cancelled: { title: 'Storniert', advice: 'Hier ist nichts zu tun.' },
  unknown_fee: { title: 'Gibt es nicht mehr', advice: 'Diese Beiträge sind nicht mehr da.' },
  named_twice: { title: 'Doppelt ausgewählt', advice: 'Jeder Beitrag wird einmal eingezogen.' },
  creditor_incomplete: {
    title: 'Für Lastschriften fehlen Angaben des Vereins',
    advice: 'Gebraucht werden Name, IBAN und Gläubiger-Identifikationsnummer.',
  },
  currency_not_eur: {
    title: 'Lastschriften gibt es nur in Euro',
    advice: 'Die Währung des Vereins ist eine andere.',
  },
  collection_date: {
    title: 'An diesem Tag geht es nicht',
    advice: 'Wähle einen anderen Tag der Abbuchung.',
  },
  warnings: {
    applicant: 'Aus Anträgen, die noch nicht bestätigt sind',
    former_member: 'Von ehemaligen Mitgliedern',
    no_email: 'Ohne E-Mail-Adresse, also per Brief anzukündigen',
    other_payment_method: 'Von Personen, die sonst anders zahlen',
    second_attempt: 'Schon einmal zurückgegeben',
    mandate_expires_soon: 'Mit einem Mandat, das bald abläuft',
    test_creditor_id: 'Die Gläubiger-ID ist die zum Testen. Keine Bank nimmt sie an.',
    collection_date_far_ahead:
      'Der Tag der Abbuchung ist mehr als 30 Tage entfernt. Viele Banken nehmen die Datei erst später an.',
  },
}

const en: typeof de = {
  no_iban: { title: 'No bank account', advice: 'Enter an IBAN for the person.' },
  no_iban_of_payer: { title: 'The payer has no bank account', advice: 'Enter an IBAN for the payer.' },
  iban_invalid: { title: 'The IBAN is not right', advice: 'Ask, and correct the IBAN.' },
  iban_outside_eea: {
    title: 'Account in a country without direct debits',
    advice: 'This country cannot be reached. Ask for a transfer or for another account.',
  },
  no_mandate: {
    title: 'No mandate',
    advice: 'Have a SEPA mandate signed, and enter its reference and date for the person.',
  },
  no_mandate_of_payer: {
    title: 'The payer has no mandate',
    advice: 'Have a SEPA mandate signed by the payer, and enter its reference and date there.',
  },
  mandate_reference_invalid: {
    title: 'No bank accepts the mandate reference',
    advice: "Letters without accents, digits and /-?:().,'+ without blanks are allowed.",
  },
  mandate_unsigned: {
    title: 'Date of signature missing',
    advice: 'Enter for the person when the mandate was signed.',
  },
  mandate_signed_in_future: {
    title: 'The signature is in the future',
    advice: 'Correct the date of the signature.',
  },
  mandate_expired: {
    title: 'The mandate has expired',
    advice: 'It was not used for 36 months. Have a new one signed.',
  },
  mandate_of_another_person: {
    title: 'The mandate belongs to another account',
    advice: 'Two people with different accounts have the same mandate reference. Give one of them their own.',
  },
  mandate_of_another_creditor: {
    title: 'The mandate is for another creditor identifier',
    advice: 'Have a new mandate signed.',
  },
  deceased: {
    title: 'The member has died',
    advice: 'Nothing is collected from the deceased. Decide on the open fees.',
  },
  payer_lost: {
    title: 'The payer was deleted or has died',
    advice: 'Give the person another payer, or say that they pay for themselves.',
  },
  account_of_deceased: {
    title: 'The account is that of a member who has died',
    advice: 'Enter another account with a new mandate.',
  },
  blocked: {
    title: 'Blocked after a return',
    advice: 'Talk to the person. Enter the new account or mandate, or allow debits again.',
  },
  given_recently: {
    title: 'The account or email address is new',
    advice: 'It was changed in the portal less than 24 hours ago. Collect the fee tomorrow.',
  },
  amount_too_large: { title: 'Amount too large', advice: 'No bank accepts so much at once.' },
  no_person: { title: 'The person was deleted', advice: 'Cancel the fee, or wait for a transfer.' },
  collecting: { title: 'Being collected already', advice: 'These fees are in another collection.' },
  paid: { title: 'Paid already', advice: 'Nothing is open here.' },
  cancelled: { title: 'Cancelled', advice: 'There is nothing to do here.' },
  unknown_fee: { title: 'No longer there', advice: 'These fees do not exist any more.' },
  named_twice: { title: 'Chosen twice', advice: 'Each fee is collected once.' },
  creditor_incomplete: {
    title: 'Direct debits need details of your association',
    advice: 'Needed are name, IBAN and creditor identifier.',
  },
  currency_not_eur: {
    title: 'Direct debits are in euros only',
    advice: 'The currency of your association is another one.',
  },
  collection_date: { title: 'This day does not work', advice: 'Choose another collection date.' },
  warnings: {
    applicant: 'From applications that are not confirmed yet',
    former_member: 'From former members',
    no_email: 'Without an email address, so to be announced by letter',
    other_payment_method: 'From people who usually pay in another way',
    second_attempt: 'Returned once before',
    mandate_expires_soon: 'With a mandate that expires soon',
    test_creditor_id: 'The creditor identifier is the one for tests. No bank accepts it.',
    collection_date_far_ahead:
      'The collection date is more than 30 days ahead. Many banks do not take the file until later.',
  },
}

/** What is in the way of fees, and what treasurers may want to know of them. */
export const problemTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
