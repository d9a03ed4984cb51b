import type { DoubleReason } from '../../domain/doubles/list'
import type { PairRefusal } from '../../domain/doubles/select-pair'
import type { Locale } from '../../ui/i18n/locale'

const de = {
  title: 'Vielleicht doppelt',
  lead: 'Diese Einträge könnten jeweils dieselbe Person sein. Vergleiche sie und führe sie zusammen oder sag, dass es zwei Personen sind.',
  none: 'Keine Doppelten gefunden',
  noneLead:
    'Gesucht wird nach gleichem Namen mit gleichem oder fehlendem Geburtsdatum oder gleicher Straße, nach gleichem Vornamen mit gleicher E-Mail-Adresse oder IBAN und nach gleicher Mitgliedsnummer.',
  more: (n: string) =>
    `Hier stehen die ${n} neuesten Paare. Weitere folgen, sobald du über diese entschieden hast.`,
  reasons: {
    birthdate: 'gleicher Name und Geburtstag',
    street: 'gleicher Name und gleiche Straße',
    name: 'gleicher Name',
    email: 'gleicher Vorname und gleiche E-Mail-Adresse',
    iban: 'gleicher Vorname und gleiche IBAN',
    membership_number: 'gleiche Mitgliedsnummer',
  } satisfies Record<DoubleReason, string>,
  compare: 'Vergleichen',
  compareLabel: (one: string, other: string) => `${one} und ${other} vergleichen`,
  distinct: 'Das sind zwei Personen',
  distinctLabel: (one: string, other: string) => `${one} und ${other} sind zwei Personen`,
  born: (date: string) => `geboren am ${date}`,
  number: (number: string) => `Nr. ${number}`,
  since: (date: string) => `dabei seit ${date}`,
  left: (date: string) => `ausgetreten am ${date}`,
  apart: 'Das Paar wird nicht mehr vorgeschlagen.',
  mergePage: {
    title: 'Einträge zusammenführen',
    lead: 'Sind das zwei Einträge derselben Person? Wähle, was gelten soll.',
    stays: 'bleibt',
    goes: 'wird übernommen und gelöscht',
    created: (date: string) => `angelegt am ${date}`,
    swap: 'Tauschen',
    swapHint: 'Soll der andere Eintrag bleiben?',
    differing: 'Das ist verschieden',
    differingLead: 'Was du nicht wählst, wird gelöscht.',
    filled: 'Das kommt dazu',
    same: 'Das bleibt',
    nothingDiffers: 'Alle Angaben passen zusammen.',
    along: 'Das zieht mit um',
    alongLead:
      'Zahlungen, Lastschriften, E-Mails, Einwilligungen und der Verlauf gehören danach zum Eintrag, der bleibt.',
    fees: (n: number) => (n === 1 ? '1 Beitrag' : `${n} Beiträge`),
    mails: (n: number) => (n === 1 ? '1 E-Mail' : `${n} E-Mails`),
    nothingAlong: 'Der andere Eintrag hat keine Beiträge und keine E-Mails.',
    next: 'Weiter zur Bestätigung',
    externalIdHint: 'Ein Programm, das die andere ID sendet, legt die Person neu an.',
    mandateHint: 'Das Mandat gehört zu einem anderen Konto.',
    refusedTitle: 'So geht das noch nicht',
    refused: {
      same_person: 'Das ist derselbe Eintrag.',
      is_applicant: (name: string) => `Für ${name} läuft noch ein Antrag. Entscheide ihn vorher.`,
      in_live_debit: (name: string) =>
        `Von ${name} wird gerade ein Beitrag eingezogen. Warte, bis die Lastschrift gutgeschrieben oder zurückgekommen ist, oder verwirf den Einzug.`,
      in_open_import: (name: string) =>
        `${name} kommt in einem Import vor, der noch nicht fertig ist. Übernimm oder verwirf ihn vorher.`,
      two_mandates:
        'Beide haben ein SEPA-Mandat, das noch gilt. Lösch vorher das Mandat, das nicht mehr genutzt wird.',
    } satisfies Record<PairRefusal, string | ((name: string) => string)>,
    changed: 'Inzwischen hat jemand eine der beiden Personen geändert. Sieh noch einmal hin.',
    invalid: 'So passen die Angaben nicht zusammen:',
  },
  confirmPage: {
    title: (name: string) => `${name}: zwei Einträge zusammenführen?`,
    lead: 'Das lässt sich nicht rückgängig machen. Login-Links und Sitzungen im Portal enden. Die Person kann sich neu anmelden.',
    after: 'So ist der Eintrag danach',
    lost: 'Das wird gelöscht',
    merge: 'Zusammenführen',
  },
}

const en: typeof de = {
  title: 'Possible doubles',
  lead: 'These entries may be the same person. Compare them and merge them, or say that they are two persons.',
  none: 'No doubles found',
  noneLead:
    'The search is for the same name with the same date of birth, with none, or with the same street; for the same first name with the same email address or IBAN; and for the same membership number.',
  more: (n) => `These are the ${n} newest pairs. More follow as soon as you have decided about these.`,
  reasons: {
    birthdate: 'same name and date of birth',
    street: 'same name and street',
    name: 'same name',
    email: 'same first name and email address',
    iban: 'same first name and IBAN',
    membership_number: 'same membership number',
  },
  compare: 'Compare',
  compareLabel: (one, other) => `Compare ${one} and ${other}`,
  distinct: 'These are two persons',
  distinctLabel: (one, other) => `${one} and ${other} are two persons`,
  born: (date) => `born on ${date}`,
  number: (number) => `No. ${number}`,
  since: (date) => `joined on ${date}`,
  left: (date) => `left on ${date}`,
  apart: 'The pair is not offered again.',
  mergePage: {
    title: 'Merge entries',
    lead: 'Are these two entries of the same person? Choose what is right.',
    stays: 'stays',
    goes: 'is taken over and deleted',
    created: (date) => `added on ${date}`,
    swap: 'Swap',
    swapHint: 'Is the other entry to stay?',
    differing: 'This differs',
    differingLead: 'What you do not choose is deleted.',
    filled: 'This is added',
    same: 'This stays',
    nothingDiffers: 'All details go together.',
    along: 'This moves along',
    alongLead:
      'Payments, direct debits, emails, consents and the history then belong to the entry that stays.',
    fees: (n) => (n === 1 ? '1 fee' : `${n} fees`),
    mails: (n) => (n === 1 ? '1 email' : `${n} emails`),
    nothingAlong: 'The other entry has no fees and no emails.',
    next: 'Continue to confirm',
    externalIdHint: 'A program that sends the other ID adds the person again.',
    mandateHint: 'The mandate is for another account.',
    refusedTitle: 'This is not possible yet',
    refused: {
      same_person: 'This is the same entry.',
      is_applicant: (name) => `An application of ${name} is still open. Decide it first.`,
      in_live_debit: (name) =>
        `A fee of ${name} is being collected. Wait until the debit is credited or comes back, or discard the collection.`,
      in_open_import: (name) => `An import that is not finished names ${name}. Run or discard it first.`,
      two_mandates:
        'Both have a SEPA mandate that is still valid. Delete the one that is no longer used first.',
    },
    changed: 'Someone has changed one of the two persons meanwhile. Please look again.',
    invalid: 'These details do not go together:',
  },
  confirmPage: {
    title: (name) => `${name}: merge two entries?`,
    lead: 'This cannot be undone. Login links and sessions of the portal end. The person can sign in again.',
    after: 'The entry is like this then',
    lost: 'This is deleted',
    merge: 'Merge',
  },
}

/** What the pages say that find persons who are there twice, and merge them. */
export const doublesTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
