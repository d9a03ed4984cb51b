import { nameKey } from '../persons/name-key'
import type { Target } from './targets'

/** What programs for associations and people who keep a list write above a column, by target. */
const WORDS: Record<Target, string> = {
  external_id: 'Externe ID, External ID, Fremdschlüssel, Fremd-ID, Externe Nummer, Externer Schlüssel',
  membership_number: `Mitgliedsnummer, Mitglieds-Nr, Mitglied-Nr, Mitgliednummer, Mitgliedernummer, Mitgl-Nr, Mitgl Nummer, MNr, M-Nr, MglNr,
    MitgliedsID, Mitglied ID, Mgl-Nr, MG-Nr, Externe Mitgliedsnummer, Interne Mitgliedsnummer, Adressnummer, Adress-Nr, Adr-Nr,
    Personennummer, Personen-Nr, Pers-Nr, Nummer, Nr, lfd Nr, Vereinsnummer, Member No, Membership Number, Member Number,
    Member ID, Membership No, Membership ID, Member Nr`,
  'name.first_name': 'Vorname, Vornamen, Rufname, First Name, Forename, Given Name, Christian Name, Vorn',
  'name.last_name':
    'Nachname, Nachname Firma, Familienname, Zuname, Hausname, Last Name, Surname, Family Name, Nachn',
  name: `Name, Name 1, Name Firma, Name Vorname, Vorname Name, Nachname Vorname, Vorname Nachname, Vor- und Nachname, Vor- und Zuname, Vollständiger Name,
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
  'address.street': `Straße, Straße Nr, Straße Hausnummer, Straße Haus-Nr, Straße und Hausnummer, Straße und Nr, Anschrift, Adresse,
    Adresszeile 1, Adresszeile, Wohnadresse, Straßenname, Straße privat, Street, Address, Address 1, Address Line 1, Street Address, Street Name`,
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
  'bank_account.signatory': `Kontoinhaber, Kontoinhaberin, Kontoinhaber/in, Konto-Inhaber, Kontoinh, Kto-Inhaber, Kto Inh, Inhaber, Ktoi Name,
    Abweichender Kontoinhaber, abw Kontoinhaber, Name des Kontoinhabers, Kontoinhaber Name, Name Kontoinhaber, Kontobesitzer,
    Account Holder, Account Owner, Account Name, Holder`,
  'sepa_mandate.reference': `Mandatsreferenz, Mandat-Referenz, Mandatsref, Mandat Ref, Mandatsreferenznummer, Mandatsnummer, Mandatnummer, Mandat-ID,
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
  payer_id: `Zahler, Beitragszahler, Zahlernummer, Zahler-Nr, Zahler Mitgliedsnummer, Mitgliedsnummer Zahler,
    Mitgliedsnummer des Zahlers, Nummer des Zahlers, Zahler-ID, Zahlendes Mitglied, Familienzahler, Payer, Payer ID, Payer Number,
    Payer No, Paid by, Paying Member`,
  guardian_id: `Nummer gesetzliche Vertretung, Nummer der gesetzlichen Vertretung, Mitgliedsnummer gesetzliche Vertretung,
    Nummer gesetzlicher Vertreter, Mitgliedsnummer gesetzlicher Vertreter, Mitgliedsnummer Erziehungsberechtigte,
    Nummer Erziehungsberechtigte, Mitgliedsnummer Sorgeberechtigte, Nummer Sorgeberechtigte, Guardian ID, Guardian Number, Guardian No`,
  join_date: `Eintritt, Eintrittsdatum, Eintritt am, Eintr, Eintr-Datum, Eintrittsdat, Beitritt, Beitrittsdatum, Vereinseintritt,
    Eintritt Verein, Vereinsbeitritt, Mitglied seit, Mitgliedschaft seit, Mitgliedschaft ab, Mitgliedschaft von, Mitgliedsbeginn,
    Mitglied ab, Aufnahme, Aufnahmedatum, Aufgenommen am, Im Verein seit, Join Date, Joined, Joined on, Date Joined, Member Since,
    Entry Date, Start Date, Membership Start`,
  leave_date: `Austritt, Austrittsdatum, Austritt am, Austritt zum, Austr, Austr-Datum, Vereinsaustritt, Austritt Verein, Ausgetreten,
    Ausgetreten am, Ausgeschieden, Ausgeschieden am, Mitglied bis, Mitgliedschaft bis, Mitgliedsende, Kündigung zum, Gekündigt zum,
    Leave Date, Left, Left on, Date Left, Exit Date, End Date, Membership End, Member Until`,
  leave_reason: `Austrittsgrund, Grund des Austritts, Grund Austritt, Austritt Grund, Kündigungsgrund, Grund der Kündigung,
    Leave Reason, Reason for Leaving, Leaving Reason`,
  leave_note: 'Bemerkung zum Austritt, Austrittsbemerkung, Leave Note, Note on Leaving',
}

/** Words that may stand beside those of a target without changing what the column holds. */
const NEUTRAL = new Set(
  `privat private priv mitglied mitglieds mitgliedes mitgliedschaft des der die von vom am person kontakt kontaktdaten adresse
  hauptadresse sepa konto bankdaten bankkonto bankverbindung 1 i aktuell verein tt mm jjjj the of member date datum nr`.split(
    /\s+/,
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
  /^(?:bemerk|notiz|anmerk|freitext|kommentar|hinweis|sonstig|info|memo|vermerk|beschreibung|comment|note|remark)/

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

/** The words of a header together, each abbreviation as the word: "Str. u. Hausnr." is "Straße und Hausnummer". */
const compact = (words: string[]): string =>
  words
    .map((word) => SHORT[word] ?? word)
    .join('')
    .replace(/(?<!man)dat$/, 'datum')
    .replace(/nr$/, 'nummer')

const SHORT: Record<string, string> = { u: 'und', str: 'strasse', unterschr: 'unterschrieben' }

const wordsOf = (header: string): string[] => headerKey(header).split(' ')

const EQUAL = new Map<string, Target>()
for (const [target, words] of Object.entries(WORDS))
  for (const word of words.split(',')) EQUAL.set(compact(wordsOf(word)), target)

/** What a header says: the target whose words it is (1.0) or has (0.9 beside neutral words, 0.7 beside others). */
export function targetOfHeader(header: string): { target: Target; score: number } | undefined {
  const words = wordsOf(header)
  const equal =
    EQUAL.get(compact(words)) ?? EQUAL.get(compact(wordsOf(header.replace(/\s*\([^)]*\)\s*$/, ''))))
  if (equal) return { target: equal, score: 1 }
  const [best] = partsOf(words)
  if (!best) return undefined
  const { target, rest } = best
  if (rest.every((word) => NEUTRAL.has(word))) return { target, score: 0.9 }
  return { target, score: target !== 'phone_numbers' && rest.some((word) => FOREIGN.has(word)) ? 0.4 : 0.7 }
}

type Part = { target: Target; rest: string[]; length: number; isNeutral: boolean }

/**
 * The words of targets that a header has, what says most first: "Mandat vom" before "Mandat", and "Ort" of "Adresse Ort",
 * since "Adresse" may stand beside anything.
 */
function partsOf(words: string[]): Part[] {
  const found: Part[] = []
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= words.length; to++) {
      const part = words.slice(from, to)
      const target = EQUAL.get(compact(part))
      const { length } = part.join('')
      if (target === undefined || length < 3) continue
      const isNeutral = part.every((word) => NEUTRAL.has(word))
      found.push({ target, rest: words.toSpliced(from, part.length), length, isNeutral })
    }
  return found.sort(
    (one, other) => Number(one.isNeutral) - Number(other.isNeutral) || other.length - one.length,
  )
}

/** Whether a header is "Name" alone, or beside neutral words. */
export const isNameAlone = (header: string): boolean =>
  /^name1?$/.test(
    wordsOf(header)
      .filter((word) => !NEUTRAL.has(word))
      .join(),
  )

/** Whether a header is one that a program for associations writes. */
export const isKnownHeader = (header: string): boolean => (targetOfHeader(header)?.score ?? 0) >= 0.9

/** Whether a header may be of the day on which a mandate was signed, if its cells are dates. */
export const namesMandateDate = (header: string): boolean =>
  /mandat/.test(headerKey(header)) &&
  !/letzt|last|bis|ende|gultig|ablauf|widerruf|kundig/.test(headerKey(header))

/** Whether a header names what members may have several of, as sections. */
export const namesSeveral = (header: string): boolean =>
  headerKey(header)
    .split(' ')
    .some((word) => SEVERAL.has(word))
