import type { PlaceholderKey } from '../../domain/mails/placeholders'
import type { Locale } from '../../ui/i18n/locale'

const de = {
  newTitle: 'E-Mail schreiben',
  editTitle: 'E-Mail bearbeiten',
  next: 'Weiter zur Prüfung',
  lead: 'Du prüfst die E-Mail auf der nächsten Seite. Gesendet wird erst dort.',
  to: 'An',
  change: 'Andere auswählen',
  toPayers: 'An Zahler, einmal je Familie',
  toPayersHint:
    'Für wen jemand anderes zahlt, der bekommt keine eigene E-Mail. Platzhalter haben die Angaben des Zahlers.',
  audiences: 'An wen?',
  allMembers: 'Alle aktiven Mitglieder',
  allContacts: 'Alle Kontakte',
  labels: { subject: 'Betreff', body: 'Text', kind: 'Art' },
  bodyHint:
    'Eine Leerzeile beginnt einen Absatz. **Fett**, *kursiv*, „- “ für eine Liste, [Text](https://…) für einen Link.',
  kinds: {
    official: 'Offiziell',
    officialHint:
      'Geht alle an, zum Beispiel eine Einladung zur Versammlung. Sie lässt sich nicht abbestellen.',
    news: 'Neuigkeiten',
    newsHint:
      'Zum Beispiel ein Newsletter. Sie hat einen Link zum Abbestellen; wer abbestellt hat, bekommt sie nicht.',
  },
  placeholders: 'Platzhalter',
  placeholdersLead: 'Ein Platzhalter wird in jeder E-Mail durch die Angabe der Person ersetzt.',
  names: {
    first_name: 'Vorname',
    last_name: 'Nachname',
    name: 'Name',
    salutation: 'Anrede mit Name',
    membership_number: 'Mitgliedsnummer',
    association: 'Name des Vereins',
    open_amount: 'Offener Betrag',
    fees: 'Offene Beiträge',
    fee_parts: 'Zusammensetzung der Beiträge',
    transfer: 'Überweisung mit GiroCode',
    fee_note: 'Wie und wann Beiträge bezahlt werden',
    iban_ending: 'Ende der IBAN',
    portal_link: 'Link ins Mitgliederportal',
    debit_date: 'Tag der Abbuchung',
    debit_amount: 'Betrag der Lastschrift',
    mandate_reference: 'Mandatsreferenz',
  } satisfies Record<PlaceholderKey, string>,
  meanwhile: 'Inzwischen geändert',
  meanwhileLead:
    'Jemand hat diesen Entwurf geändert, während du geschrieben hast. Deine Eingaben sind noch hier; wenn du speicherst, gelten sie.',
  keyUsed:
    'Diese E-Mail ist schon als Entwurf gespeichert. Wenn du hier weitermachst, entsteht ein zweiter Entwurf.',
  problems: {
    empty: 'fehlt',
    lines: 'darf nur eine Zeile haben',
    tooLong: (max: string) => `ist zu lang: höchstens ${max} Zeichen`,
    characters: 'enthält Zeichen, die nicht erlaubt sind',
    unknown: (key: string) => `hat den unbekannten Platzhalter ${key}.`,
    similar: (key: string) => `Meinst du ${key}?`,
    portalInSubject: (key: string) => `darf ${key} nicht haben; er gehört in den Text`,
    unclosed: 'hat {{ ohne }} in derselben Zeile',
    intricate: 'ist zu tief verschachtelt oder hat zu viele Formatierungen',
    linkWithPlaceholder: (address: string) =>
      `hat einen Platzhalter in der Adresse ${address}. Nur der Link ins Portal darf dort stehen, und nur allein.`,
    link: (address: string) =>
      `hat einen Link zu ${address}. Adressen beginnen mit https://, http://, mailto: oder tel:.`,
    debit: (key: string) => `hat ${key}; der geht nur in den automatischen E-Mails zu Lastschriften`,
    contacts: (key: string) => `hat ${key}, aber Kontakte haben kein Portal`,
  },
  remove: 'Entwurf löschen',
  removeTitle: (subject: string) => `Entwurf „${subject}“ löschen?`,
  removeLead: 'Gesendet wurde davon nichts. Der Text ist danach weg.',
}

const en: typeof de = {
  newTitle: 'Write an email',
  editTitle: 'Edit the email',
  next: 'Continue to the review',
  lead: 'You review the email on the next page. It is only sent from there.',
  to: 'To',
  change: 'Choose others',
  toPayers: 'To payers, once per family',
  toPayersHint:
    'Those whom someone else pays for get no email of their own. Placeholders have the values of the payer.',
  audiences: 'To whom?',
  allMembers: 'All active members',
  allContacts: 'All contacts',
  labels: { subject: 'Subject', body: 'Text', kind: 'Kind' },
  bodyHint:
    'An empty line begins a paragraph. **Bold**, *italic*, “- ” for a list, [text](https://…) for a link.',
  kinds: {
    official: 'Official',
    officialHint:
      'Concerns everyone, such as an invitation to the general meeting. It cannot be unsubscribed from.',
    news: 'News',
    newsHint:
      'Such as a newsletter. It has a link to unsubscribe; those who have unsubscribed do not get it.',
  },
  placeholders: 'Placeholders',
  placeholdersLead: 'In each email, a placeholder is replaced by what is stored of the person.',
  names: {
    first_name: 'First name',
    last_name: 'Last name',
    name: 'Name',
    salutation: 'Salutation with name',
    membership_number: 'Membership number',
    association: 'Name of the association',
    open_amount: 'Open amount',
    fees: 'Open fees',
    fee_parts: 'What the fees are made up of',
    transfer: 'Transfer with GiroCode',
    fee_note: 'How and when fees are paid',
    iban_ending: 'Ending of the IBAN',
    portal_link: 'Link into the member portal',
    debit_date: 'Date of the debit',
    debit_amount: 'Amount of the debit',
    mandate_reference: 'Mandate reference',
  },
  meanwhile: 'Changed meanwhile',
  meanwhileLead:
    'Somebody has changed this draft while you were writing. Your entries are still here; they apply when you save.',
  keyUsed: 'This email is already saved as a draft. If you continue here, there will be a second draft.',
  problems: {
    empty: 'is missing',
    lines: 'must be in one line',
    tooLong: (max) => `is too long: at most ${max} characters`,
    characters: 'has characters that are not allowed',
    unknown: (key) => `has the unknown placeholder ${key}.`,
    similar: (key) => `Did you mean ${key}?`,
    portalInSubject: (key) => `must not have ${key}; it belongs in the text`,
    unclosed: 'has {{ without }} in the same line',
    intricate: 'is nested too deeply, or has too much formatting',
    linkWithPlaceholder: (address) =>
      `has a placeholder in the address ${address}. Only the link into the portal can be one, and only alone.`,
    link: (address) => `has a link to ${address}. Addresses begin with https://, http://, mailto: or tel:.`,
    debit: (key) => `has ${key}, which only works in the automatic emails about direct debits`,
    contacts: (key) => `has ${key}, but contacts have no portal`,
  },
  remove: 'Delete draft',
  removeTitle: (subject) => `Delete the draft “${subject}”?`,
  removeLead: 'Nothing of it has been sent. The text is gone afterwards.',
}

/** What the form of a mail says. */
export const writeTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
