import type { Locale } from '../../ui/i18n/locale'

export type ActName =
  | 'payment'
  | 'reversal'
  | 'refund'
  | 'waiver'
  | 'cancellation'
  | 'due'
  | 'booking'
  | 'reopening'
  | 'deferral'
  | 'dispute'
  | 'release'

type Act = { title: string; lead: (amount: string) => string; button: string }
type Acts = Record<ActName, Act>

const de = {
  acts: {
    payment: {
      title: 'Als bezahlt markieren',
      lead: (amount) => `${amount} sind offen. Ein kleinerer Betrag lässt den Rest offen.`,
      button: 'Zahlung eintragen',
    },
    reversal: {
      title: 'Eintrag stornieren',
      lead: () =>
        'Für eine Zahlung, Erstattung oder einen Erlass, die es so nicht gab. Der Beleg wird storniert.',
      button: 'Eintrag stornieren',
    },
    refund: {
      title: 'Erstatten',
      lead: (amount) => `${amount} sind bezahlt. Überweise das Geld selbst; hier wird es nur eingetragen.`,
      button: 'Erstattung eintragen',
    },
    waiver: {
      title: 'Rest erlassen',
      lead: (amount) => `${amount} sind offen und werden erlassen. Was bezahlt ist, bleibt.`,
      button: 'Rest erlassen',
    },
    cancellation: {
      title: 'Beitrag stornieren',
      lead: (amount) => `${amount} werden nicht mehr verlangt. Du kannst den Beitrag später wieder öffnen.`,
      button: 'Stornieren',
    },
    due: {
      title: 'Fälligkeit ändern',
      lead: () => 'Ohne Datum hat der Beitrag keinen Termin und wird nicht überfällig.',
      button: 'Speichern',
    },
    booking: {
      title: 'Zahlungen buchen',
      lead: () => 'Jede Zahlung, die noch keinen Beleg hat, bekommt einen, am Tag des Geldes.',
      button: 'Buchen',
    },
    deferral: {
      title: 'Stunden',
      lead: (amount) => `${amount} sind offen. Bis zum Ende dieses Tages wird nicht gemahnt.`,
      button: 'Stunden',
    },
    dispute: {
      title: 'Als strittig markieren',
      lead: () => 'Der Beitrag bleibt offen und wird nicht gemahnt, bis du das zurücknimmst.',
      button: 'Als strittig markieren',
    },
    release: {
      title: 'Wieder mahnen',
      lead: (amount) => `${amount} sind offen und werden wieder zum Mahnen vorgeschlagen.`,
      button: 'Wieder mahnen',
    },
    reopening: {
      title: 'Wieder öffnen',
      lead: (amount) => `${amount} werden wieder verlangt.`,
      button: 'Wieder öffnen',
    },
  } as Acts,
  /** What is said of a refused amount says how much is possible. */
  amount: {
    label: 'Betrag',
    issue: (amount: string) => `Bitte gib einen Betrag von 0,01 € bis ${amount} ein, zum Beispiel 12,50.`,
    refundIssue: (amount: string) => `Höchstens ${amount}, und bar nur, was in der Kasse ist.`,
  },
  fields: {
    paid_on: {
      label: 'Datum',
      issue: 'Bitte gib ein Datum an, das nicht in der Zukunft und in keinem abgeschlossenen Jahr liegt.',
    },
    method: { label: 'Zahlungsart', issue: 'Bitte wähle eine Zahlungsart.' },
    account_id: {
      label: 'Konto',
      issue: 'Wähle ein Konto, das zur Zahlungsart passt; bei „Anders“ eines oder „Ohne Geldfluss“.',
    },
    note: { label: 'Anmerkung (freiwillig)', issue: 'Bitte kürze den Text auf 500 Zeichen in einer Zeile.' },
    reason: { label: 'Grund', issue: 'Bitte gib einen Grund an, höchstens 500 Zeichen.' },
    kind: { label: 'Warum?', issue: 'Bitte wähle aus.' },
    due_on: { label: 'Fällig am', issue: 'Dieses Datum gibt es nicht.' },
    until: { label: 'Gestundet bis', issue: 'Bitte gib ein Datum ab heute an.' },
    costunit_name: { label: 'Kostenstelle und Kategorie', issue: 'Bitte wähle eine Kostenstelle der Liste.' },
    sphere: { label: 'Sphäre', issue: 'Bitte wähle eine Sphäre der Liste.' },
    cancels: {
      label: 'Beitrag danach als Irrtum stornieren',
      issue: 'Zum Stornieren muss alles Bezahlte erstattet werden.',
    },
  },
  hints: {
    reason: 'Steht im Verlauf, nicht auf Schreiben an Mitglieder',
    cancels: 'Dafür muss alles erstattet werden',
    account: 'Ohne Auswahl das Hauptkonto oder die älteste Kasse',
    accountOrNone: 'Ohne Auswahl das Hauptkonto oder die älteste Kasse; bei „Anders“ wähle selbst',
  },
  methods: { bank_transfer: 'Überweisung', cash: 'Barzahlung', other: 'Anders' },
  kinds: {
    mistake: { label: 'Irrtum', hint: 'Er hätte nie verlangt werden dürfen' },
    waived: { label: 'Verzicht', hint: 'Er war richtig, der Verein verzichtet darauf' },
  },
  usual: 'Hauptkonto, bei Barzahlung die älteste Kasse',
  setOff: 'Ohne Geldfluss (verrechnet)',
  none: 'Ohne',
  notPossible: 'Das geht mit diesem Beitrag nicht mehr',
  notPossibleLead: 'Er ist inzwischen in einem anderen Status. Sieh dir an, was zuletzt geschehen ist.',
  notBookableLead:
    'Eine der Zahlungen lässt sich nicht buchen: Sie liegt in einem abgeschlossenen Geschäftsjahr oder vor dem Beginn des Kontos, oder die Kasse hätte zu wenig.',
  toFee: 'Zum Beitrag',
  changed: 'Der Beitrag wurde inzwischen geändert',
  changedBy: (who: string, when: string) => `Zuletzt von ${who}, ${when}:`,
  changedLead: 'Eingetragen wurde gerade nichts. Prüfe, ob deine Angaben noch stimmen.',
}

const en: typeof de = {
  acts: {
    payment: {
      title: 'Mark as paid',
      lead: (amount) => `${amount} is open. A smaller amount leaves the rest open.`,
      button: 'Record payment',
    },
    reversal: {
      title: 'Reverse this entry',
      lead: () => 'For a payment, refund or waiver that never happened. Its voucher is reversed.',
      button: 'Reverse this entry',
    },
    refund: {
      title: 'Refund',
      lead: (amount) => `${amount} is paid. Transfer the money yourself; this page only records it.`,
      button: 'Record refund',
    },
    waiver: {
      title: 'Waive the rest',
      lead: (amount) => `${amount} is open and will be waived. What is paid stays.`,
      button: 'Waive the rest',
    },
    cancellation: {
      title: 'Cancel the fee',
      lead: (amount) => `${amount} will no longer be asked for. You can reopen the fee later.`,
      button: 'Cancel the fee',
    },
    due: {
      title: 'Change due date',
      lead: () => 'Without a date the fee never becomes overdue.',
      button: 'Save',
    },
    booking: {
      title: 'Book payments',
      lead: () => 'Each payment without a voucher gets one, on the day of the money.',
      button: 'Book',
    },
    deferral: {
      title: 'Defer',
      lead: (amount) => `${amount} is open. Nobody is reminded of it until the end of this day.`,
      button: 'Defer',
    },
    dispute: {
      title: 'Mark as disputed',
      lead: () => 'The fee stays open, and nobody is reminded of it until you undo this.',
      button: 'Mark as disputed',
    },
    release: {
      title: 'Remind again',
      lead: (amount) => `${amount} is open and will be proposed for reminders again.`,
      button: 'Remind again',
    },
    reopening: {
      title: 'Reopen',
      lead: (amount) => `${amount} will be asked for again.`,
      button: 'Reopen',
    },
  },
  amount: {
    label: 'Amount',
    issue: (amount) => `Enter an amount from €0.01 to ${amount}, such as 12.50.`,
    refundIssue: (amount) => `At most ${amount}, and in cash only what is in the box.`,
  },
  fields: {
    paid_on: { label: 'Date', issue: 'Enter a date that is not in the future and in no closed year.' },
    method: { label: 'Method', issue: 'Choose a method.' },
    account_id: {
      label: 'Account',
      issue: 'Choose an account that fits the method; for “Other”, one or “No money moved”.',
    },
    note: { label: 'Note (optional)', issue: 'Shorten the text to 500 characters in one line.' },
    reason: { label: 'Reason', issue: 'Enter a reason of at most 500 characters.' },
    kind: { label: 'Why?', issue: 'Choose one.' },
    due_on: { label: 'Due on', issue: 'This date does not exist.' },
    until: { label: 'Deferred until', issue: 'Enter today or a later date.' },
    costunit_name: { label: 'Cost unit and category', issue: 'Choose a cost unit from the list.' },
    sphere: { label: 'Sphere', issue: 'Choose a sphere from the list.' },
    cancels: {
      label: 'Then cancel the fee as a mistake',
      issue: 'To cancel the fee, refund all that is paid.',
    },
  },
  hints: {
    reason: 'Shown in the history, not on letters to members',
    cancels: 'Needs all of it refunded',
    account: 'If none is chosen, the main account or the oldest cash box',
    accountOrNone: 'If none is chosen, the main account or the oldest cash box; for “Other”, choose one',
  },
  methods: { bank_transfer: 'Bank transfer', cash: 'Cash', other: 'Other' },
  kinds: {
    mistake: { label: 'Mistake', hint: 'It should never have been claimed' },
    waived: { label: 'Waived', hint: 'It was right, the association does without it' },
  },
  usual: 'Main account, for cash the oldest cash box',
  setOff: 'No money moved (set off)',
  none: 'None',
  notPossible: 'This is no longer possible',
  notPossibleLead: 'The fee is in another state now. Look at what happened last.',
  notBookableLead:
    'One of the payments cannot be booked: it is in a closed fiscal year or before the book of the account, or the cash box has too little.',
  toFee: 'To the fee',
  changed: 'The fee has been changed in the meantime',
  changedBy: (who, when) => `Last by ${who}, ${when}:`,
  changedLead: 'Nothing was recorded just now. Check whether your entries are still right.',
}

/** What the forms of the acts on a fee say. */
export type FeeActTexts = typeof de
export const feeActTexts = ({ language }: Locale) => ({ de, en })[language]
