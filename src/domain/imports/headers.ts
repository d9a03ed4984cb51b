import { nameKey } from '../persons/name-key'
import type { Target } from './targets'

/** What programs for associations and people who keep a list write above a column, by target. */
const WORDS: Record<Target, string> = {
  external_id: 'Externe ID, External ID, Fremdschlüssel, Fremd-ID, Externe Nummer, Externer Schlüssel',
  membership_number: `Mitgliedsnummer, Mitglieds-Nr, Mitgliednummer, Mitglied-Nr, Mitgl-Nr, Mitgl Nummer, MNr, M-Nr, MglNr,
    MitgliedsID, Mitglied ID, Mgl-Nr, MG-Nr, Externe Mitgliedsnummer, Interne Mitgliedsnummer, Adressnummer, Adress-Nr, Adr-Nr,
    Personennummer, Personen-Nr, Pers-Nr, Nummer, Nr, lfd Nr, Vereinsnummer, Member No, Membership Number, Member Number,
    Member ID, Membership No, Membership ID, Member Nr`,
  'name.first_name': 'Vorname, Vornamen, Rufname, First Name, Forename, Given Name, Christian Name, Vorn',
  'name.last_name': 'Nachname, Familienname, Zuname, Hausname, Last Name, Surname, Family Name, Nachn',
  name: `Name, Name Vorname, Vorname Name, Nachname Vorname, Vorname Nachname, Vor- und Nachname, Vor- und Zuname, Vollständiger Name,
    Mitglied, Mitgliedsname, Name des Mitglieds, Anzeigename, Full Name, Member, Member Name, Display Name`,
  sex: 'Geschlecht, Geschl, Sex, Gender, m/w, w/m, m/w/d, w/m/d, Anrede, Salutation, Title Mr/Mrs',
  email: `E-Mail, Email, Mail, E-Mail-Adresse, Emailadresse, Mailadresse, E-Mail 1, E-Mail privat, Mail privat, Mail Adresse,
    Email Address, Elektronische Post`,
  birthdate: `Geburtsdatum, Geb-Datum, Geb Dat, Geburtstag, Geburt, Geb, Geboren, Geboren am, geb am, Gebtag, Geburts-Dat,
    Date of Birth, DOB, Birthday, Birth Date, Birthdate, Born, Born on, Jahrgang, Geburtsjahr`,
  phone_numbers: `Telefon, Tel, Fon, Telefonnummer, Telefon-Nr, Rufnummer, Telefon privat, Tel privat, Telefon 1, Telefon 2, Telefon 3,
    Tel 1, Tel 2, Festnetz, Mobil, Mobil 1, Mobil 2, Mobiltelefon, Mobilnummer, Mobilfunk, Mobil-Nr, Handy, Handynummer, Handy-Nr,
    Telefon geschäftlich, Telefon geschäft, Tel gesch, Telefon dienstlich, Tel dienstl, Tel d, Tel p, Telefon mobil, Fax, Telefax, Faxnummer,
    WhatsApp, Phone, Phone Number, Telephone, Mobile, Mobile Phone, Cell, Cell Phone, Landline, Home Phone, Work Phone`,
  'address.street': `Straße, Str, Straße Nr, Straße Hausnummer, Straße Haus-Nr, Straße und Hausnummer, Straße + Nr, Anschrift, Adresse,
    Wohnadresse, Straßenname, Straße privat, Street, Address, Address 1, Address Line 1, Street Address, Street Name`,
  'address.house_number': 'Hausnummer, Haus-Nr, HausNr, HsNr, Hnr, House Number, House No, Street Number',
  'address.postcode': `PLZ, Postleitzahl, Post-LZ, PLZ Wohnort, PLZ privat, ZIP, ZIP Code, Postcode, Post Code, Postal Code`,
  'address.postcode_and_city':
    'PLZ Ort, PLZ und Ort, PLZ + Ort, PLZ Wohnort Ort, PLZ Stadt, PLZ und Wohnort, ZIP City, Postcode City',
  'address.city': 'Ort, Wohnort, Stadt, Wohnstadt, Ortsname, Gemeinde, Ort privat, City, Town, Place',
  'address.country_code': `Land, Staat, LKZ, Länderkennzeichen, Ländercode, Land ISO, Länderkürzel, Landeskennzeichen, Country,
    Country Code`,
  'bank_account.iban': `IBAN, IBAN-Nr, IBAN-Nummer, Konto IBAN, Kontonummer IBAN, Bankverbindung IBAN, IBAN Konto, Bankverbindung,
    Account IBAN`,
  'bank_account.bic': 'BIC, SWIFT, BIC SWIFT, SWIFT BIC, BIC-Code, SWIFT Code',
  'bank_account.signatory': `Kontoinhaber, Kontoinhaberin, Kontoinhaber/in, Konto-Inhaber, Kto-Inhaber, Kto Inh, Inhaber, Ktoi Name,
    Abweichender Kontoinhaber, abw Kontoinhaber, Name des Kontoinhabers, Kontoinhaber Name, Name Kontoinhaber, Kontobesitzer,
    Account Holder, Account Owner, Account Name, Holder`,
  'sepa_mandate.reference': `Mandatsreferenz, Mandat-Referenz, Mandatsref, Mandat Ref, Mandatsnummer, Mandats-Nr, Mandat-Nr, Mandat-ID,
    Mandats-ID, SEPA-Mandat, SEPA-Mandatsreferenz, SEPA-Mandatsref, SEPA-Referenz, SEPA-Mandat ID, SEPA-Mandatsnummer, Mandatskennung,
    Mandat, Mandate Reference, Mandate ID, Mandate, UMR`,
  'sepa_mandate.signature_date': `Mandatsdatum, Mandat Datum, Datum Mandat, Mandat vom, Mandat seit, Mandat erteilt am, Mandat erteilt,
    Mandat unterschrieben am, Mandat Unterschrift, Unterschriftsdatum, Unterschrift am, Datum der Unterschrift, SEPA-Datum,
    SEPA-Mandatsdatum, SEPA-Mandat vom, SEPA Mandat Datum, SEPA-Mandat erteilt am, Datum SEPA-Mandat, Datum des Mandats,
    Datum der Mandatserteilung, Mandatsunterschrift, Ausstellungsdatum Mandat, Signature Date, Mandate Date, Mandate Signed,
    Date of Signature, Mandate Signature Date`,
  'sepa_mandate.last_used_on': `Letzte Verwendung, Zuletzt verwendet, Letzter Einzug, Letzte Lastschrift, Zuletzt eingezogen am,
    Zuletzt eingezogen, Letzte Nutzung, Mandat zuletzt genutzt, Letzte Abbuchung, Letzter Lastschrifteinzug, Letzte Mandatsverwendung,
    Last Used, Last Used On, Last Collection, Last Direct Debit`,
  payment_method: `Zahlungsart, Zahlungsweise, Zahlweise, Zahlart, Zahlungsmethode, Zahlungsweg, Zahlungsform, Zahlungstyp, Bezahlung,
    Zahlung, Einzugsart, Beitragszahlung, Zahlungsverkehr, Payment Method, Payment Type, Payment, Pays by`,
  join_date: `Eintritt, Eintrittsdatum, Eintritt am, Eintr, Eintr-Datum, Eintrittsdat, Beitritt, Beitrittsdatum, Vereinseintritt,
    Eintritt Verein, Vereinsbeitritt, Mitglied seit, Mitgliedschaft seit, Mitgliedschaft ab, Mitgliedschaft von, Mitgliedsbeginn,
    Mitglied ab, Aufnahme, Aufnahmedatum, Aufgenommen am, Im Verein seit, Join Date, Joined, Joined on, Date Joined, Member Since,
    Entry Date, Start Date, Membership Start`,
  leave_date: `Austritt, Austrittsdatum, Austritt am, Austritt zum, Austr, Austr-Datum, Vereinsaustritt, Austritt Verein, Ausgetreten,
    Ausgetreten am, Ausgeschieden, Ausgeschieden am, Mitglied bis, Mitgliedschaft bis, Mitgliedsende, Kündigung zum, Gekündigt zum,
    Leave Date, Left, Left on, Date Left, Exit Date, End Date, Membership End, Member Until`,
}

/** Words that may stand beside those of a target without changing what the column holds. */
const NEUTRAL = new Set(
  'privat private priv mitglied mitglieds mitgliedes des der die von vom am person kontakt hauptadresse 1 i aktuell verein tt mm jjjj the of member date datum nr'.split(
    ' ',
  ),
)

/** Words that say that a column is about somebody or something else. */
const FOREIGN = new Set(
  `vater vaters mutter eltern elternteil erziehungsberechtigter erziehungsberechtigte erz ber notfall partner partnerin ehepartner kind kinder
  arzt firma geschaft geschaftlich dienstlich arbeit alternativ zweite zweiter 2 3 ii abweichend rechnung rechnungsadresse rechnungsanschrift lieferung
  bank institut abteilung abteilungs sparte trainer zahler payer father mother parent parents guardian emergency company invoice billing work spouse
  second secondary alternative`.split(/\s+/),
)

/** Headers that name what members belong to, of which each may have several. */
const SEVERAL = new Set(
  'abteilung abteilungen sparte sparten gruppe gruppen mannschaft mannschaften team teams section sections sportart sportarten instrument instrumente ehrung ehrungen funktion funktionen'.split(
    ' ',
  ),
)

/** Headers of what people write down about somebody, each text for itself. */
const NOTES =
  /^(?:bemerk|notiz|anmerk|kommentar|hinweis|sonstig|info|memo|vermerk|beschreibung|comment|note|remark)/

/** Whether a header names notes. */
export const namesNotes = (header: string): boolean =>
  headerKey(header)
    .split(' ')
    .some((word) => NOTES.test(word))

/** A header in lower case without accents and marks, its words with one blank between them. */
export const headerKey = (header: string): string =>
  nameKey(header)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const compact = (header: string): string => headerKey(header).replaceAll(' ', '')

const EQUAL = new Map<string, Target>()
const WITHIN: [words: string[], target: Target][] = []
for (const [target, words] of Object.entries(WORDS))
  for (const word of words.split(',')) {
    EQUAL.set(compact(word), target)
    WITHIN.push([headerKey(word).split(' '), target])
  }
// Of two that a header has, the longer one says more: "Mandat vom" before "Mandat".
WITHIN.sort(([one], [other]) => other.join('').length - one.join('').length)

/** What a header says: the target whose words it is (1.0) or has (0.9 beside neutral words, 0.7 beside others). */
export function targetOfHeader(header: string): { target: Target; score: number } | undefined {
  const equal = EQUAL.get(compact(header)) ?? EQUAL.get(compact(header.replace(/\s*\([^)]*\)\s*$/, '')))
  if (equal) return { target: equal, score: 1 }
  const words = headerKey(header).split(' ')
  for (const [sought, target] of WITHIN) {
    if (sought.join('').length < 3 || sought.length >= words.length) continue
    const at = words.findIndex((_, from) => sought.every((word, index) => words[from + index] === word))
    if (at < 0) continue
    const rest = words.toSpliced(at, sought.length)
    if (rest.every((word) => NEUTRAL.has(word))) return { target, score: 0.9 }
    return { target, score: target !== 'phone_numbers' && rest.some((word) => FOREIGN.has(word)) ? 0.4 : 0.7 }
  }
  return undefined
}

/** Whether a header is one that a program for associations writes. */
export const isKnownHeader = (header: string): boolean => (targetOfHeader(header)?.score ?? 0) >= 0.9

/** Whether a header names what members may have several of, as sections. */
export const namesSeveral = (header: string): boolean =>
  headerKey(header)
    .split(' ')
    .some((word) => SEVERAL.has(word))
