import type { FeeActKind, LeftReason } from '../../domain/payments/bulk/act'
import type { Locale } from '../../ui/i18n/locale'

const de = {
  actions: {
    pay: 'Als bezahlt markieren',
    collect: 'Per Lastschrift einziehen',
    remind: 'Mahnen',
    book: 'Verbuchen',
    waive: 'Erlassen',
    cancel: 'Stornieren',
    reopen: 'Storno aufheben',
    unpay: 'Zahlungen stornieren',
  } satisfies Record<FeeActKind | 'collect' | 'remind', string>,
  confirm: {
    titles: {
      pay: 'Als bezahlt markieren',
      book: 'Zahlungen verbuchen',
      waive: 'Beiträge erlassen',
      cancel: 'Beiträge stornieren',
      reopen: 'Storno aufheben',
      unpay: 'Zahlungen stornieren',
    } satisfies Record<FeeActKind, string>,
    leads: {
      pay: 'Der offene Betrag jedes Beitrags wird als Zahlung erfasst.',
      book: 'Jede Zahlung, die noch in keinem Beleg steht, bekommt einen Beleg am Tag der Zahlung.',
      waive: 'Der Beitrag war richtig, aber der Verein verzichtet auf das, was noch offen ist.',
      cancel: 'Der Beitrag war ein Irrtum. Wurde ein Beitrag zu Recht erhoben, erlasse ihn stattdessen.',
      reopen: 'Die Beiträge sind danach wieder offen.',
      unpay:
        'Die Zahlungen waren ein Irrtum. Sie bleiben mit einer Gegenbuchung stehen, und die Beiträge sind wieder offen.',
    } satisfies Record<FeeActKind, string>,
    buttons: {
      pay: (fees: string) => `${fees} als bezahlt markieren`,
      book: (fees: string) => `${fees} verbuchen`,
      waive: (fees: string) => `${fees} erlassen`,
      cancel: (fees: string) => `${fees} stornieren`,
      reopen: (fees: string) => (fees === '1 Beitrag' ? 'Storno aufheben' : `Storno aufheben: ${fees}`),
      unpay: (fees: string) => `Zahlungen stornieren: ${fees}`,
    } satisfies Record<FeeActKind, (fees: string) => string>,
    concerns: 'Es geht um',
    more: (n: string) => `und ${n} weitere`,
    untouched: 'Unverändert bleiben',
    capped: (n: string) =>
      `Auf einmal gehen ${n} Beiträge. Das sind die neuesten; wiederhole es danach für die übrigen.`,
    changed: 'Die Beiträge haben sich inzwischen geändert',
    changedLead: 'Es ist nichts passiert. Bitte prüfe es noch einmal.',
    changedBy: (who: string, when: string) => `Zuletzt geändert von ${who}, ${when}.`,
    none: 'Hier gibt es nichts zu tun',
    noneLead: 'Keiner der ausgewählten Beiträge passt zu dieser Aktion.',
    nothingChosen: 'Wähle in der Liste zuerst Beiträge aus.',
    back: 'Zurück zu den Beiträgen',
    invalid: 'Das geht so noch nicht',
  },
  fields: {
    paid_on: {
      label: 'Bezahlt am',
      issue: 'Gib einen Tag an, der nicht in der Zukunft und nicht in einem abgeschlossenen Jahr liegt.',
    },
    method: { label: 'Zahlungsart', issue: 'Wähle eine Zahlungsart.' },
    account_id: {
      label: 'Konto',
      issue:
        'Bargeld gehört in eine Kasse, Überweisungen auf ein Bankkonto. Bei „Anders“ wähle ein Konto oder „Ohne Geldfluss“.',
    },
    reason: {
      label: 'Grund',
      issue: 'Gib einen Grund in einer Zeile mit höchstens 500 Zeichen an.',
      hint: 'Steht im Protokoll',
    },
    costunit_name: { label: 'Kostenstelle und Kategorie', issue: 'Wähle eine Kostenstelle.' },
    sphere: { label: 'Sphäre', issue: 'Wähle eine Sphäre.' },
    account: {
      label: 'Konto',
      issue:
        'Eine der Zahlungen liegt vor dem Beginn des Kontos oder brächte die Kasse unter null. Verbuche sie einzeln.',
    },
  },
  takenBack: 'Irrtümlich erfasst',
  bookHint: 'Gilt für Beiträge, die selbst nichts dazu sagen',
  anyAccount: 'Passend zur Zahlungsart',
  setOff: 'Ohne Geldfluss (verrechnet)',
  noCostUnit: 'Keine',
  noSphere: 'Keiner',
  left: {
    paid: (n: string) => `${n} schon bezahlt`,
    part: (n: string) => `${n} teilweise bezahlt (erst erstatten, oder den Rest erlassen)`,
    collecting: (n: string) => `${n} im Lastschrifteinzug`,
    cancelled: (n: string) => `${n} storniert`,
    notCancelled: (n: string) => `${n} nicht storniert`,
    unpaid: (n: string) => `${n} ohne Zahlung`,
    booked: (n: string) => `${n} schon verbucht`,
    mayBeBooked: (n: string) =>
      `${n}, für die es schon einen passenden Beleg gibt; entscheide sie unter „Beiträge buchen“ im Kassenbuch`,
    closedYear: (n: string) => `${n} mit Zahlungen in einem abgeschlossenen Jahr`,
    takenBack: (n: string) => `${n} schon storniert`,
    refunded: (n: string) => `${n} inzwischen erstattet`,
  } satisfies Record<LeftReason, (n: string) => string>,
  done: {
    pay: (fees: string, amount: string) => `${fees} als bezahlt markiert, ${amount}.`,
    book: (fees: string, amount: string) => `Zahlungen von ${fees} verbucht, ${amount}.`,
    waive: (fees: string, amount: string) => `${fees} erlassen, ${amount}.`,
    cancel: (fees: string, amount: string) => `${fees} storniert, ${amount}.`,
    reopen: (fees: string, amount: string) => `${fees} wieder offen, ${amount}.`,
    unpay: (fees: string, amount: string) => `Zahlungen von ${fees} storniert, ${amount}.`,
    left: (reasons: string) => `Unverändert: ${reasons}.`,
    toReopen: 'Stornierte Beiträge lassen sich unter „Storniert“ wieder öffnen.',
    showCancelled: 'Storniert zeigen',
  },
}

const en: typeof de = {
  actions: {
    pay: 'Mark as paid',
    collect: 'Collect by direct debit',
    remind: 'Remind',
    book: 'Book',
    waive: 'Waive',
    cancel: 'Cancel',
    reopen: 'Reopen',
    unpay: 'Reverse the payments',
  },
  confirm: {
    titles: {
      pay: 'Mark as paid',
      book: 'Book payments',
      waive: 'Waive fees',
      cancel: 'Cancel fees',
      reopen: 'Reopen fees',
      unpay: 'Reverse payments',
    },
    leads: {
      pay: 'What is open of each fee is recorded as a payment.',
      book: 'Each payment that no voucher has yet gets a voucher on the day of the payment.',
      waive: 'The claim was right, but the association gives up what is still open.',
      cancel: 'The claim was a mistake. If a fee was claimed rightly, waive it instead.',
      reopen: 'The fees are open again afterwards.',
      unpay: 'The payments were a mistake. They stay, each with a reversal, and the fees are open again.',
    },
    buttons: {
      pay: (fees) => `Mark ${fees} as paid`,
      book: (fees) => `Book ${fees}`,
      waive: (fees) => `Waive ${fees}`,
      cancel: (fees) => `Cancel ${fees}`,
      reopen: (fees) => `Reopen ${fees}`,
      unpay: (fees) => `Reverse the payments of ${fees}`,
    },
    concerns: 'This is about',
    more: (n) => `and ${n} more`,
    untouched: 'These stay untouched',
    capped: (n) => `One act takes ${n} fees. These are the newest; repeat it for the others afterwards.`,
    changed: 'The fees have changed in the meantime',
    changedLead: 'Nothing was done. Please check it again.',
    changedBy: (who, when) => `Last changed by ${who}, ${when}.`,
    none: 'There is nothing to do here',
    noneLead: 'This action fits none of the fees that you selected.',
    nothingChosen: 'Select fees in the list first.',
    back: 'Back to the fees',
    invalid: 'This does not work yet',
  },
  fields: {
    paid_on: {
      label: 'Paid on',
      issue: 'Enter a day that is neither in the future nor in a closed year.',
    },
    method: { label: 'Paid by', issue: 'Choose how it was paid.' },
    account_id: {
      label: 'Account',
      issue:
        'Cash belongs into a cash box, transfers to a bank account. For “Other”, choose an account or “No money moved”.',
    },
    reason: {
      label: 'Reason',
      issue: 'Enter a reason in one line of at most 500 characters.',
      hint: 'It is kept in the log',
    },
    costunit_name: { label: 'Cost unit and category', issue: 'Choose a cost unit.' },
    sphere: { label: 'Sphere', issue: 'Choose a sphere.' },
    account: {
      label: 'Account',
      issue:
        'One of the payments is from before its account, or would bring the cash box below zero. Book it alone.',
    },
  },
  takenBack: 'Recorded by mistake',
  bookHint: 'For fees that do not say it themselves',
  anyAccount: 'As fits the way of payment',
  setOff: 'No money moved (set off)',
  noCostUnit: 'None',
  noSphere: 'None',
  left: {
    paid: (n) => `${n} paid already`,
    part: (n) => `${n} partly paid (refund them first, or waive the rest)`,
    collecting: (n) => `${n} being collected`,
    cancelled: (n) => `${n} cancelled`,
    notCancelled: (n) => `${n} not cancelled`,
    unpaid: (n) => `${n} without a payment`,
    booked: (n) => `${n} booked already`,
    mayBeBooked: (n) =>
      `${n} whose money a voucher may have already; settle them under “Book fees” in the cash book`,
    closedYear: (n) => `${n} with payments in a closed year`,
    takenBack: (n) => `${n} reversed already`,
    refunded: (n) => `${n} refunded since`,
  },
  done: {
    pay: (fees, amount) => `Marked ${fees} as paid, ${amount}.`,
    book: (fees, amount) => `Booked the payments of ${fees}, ${amount}.`,
    waive: (fees, amount) => `Waived ${fees}, ${amount}.`,
    cancel: (fees, amount) => `Cancelled ${fees}, ${amount}.`,
    reopen: (fees, amount) => `Reopened ${fees}, ${amount}.`,
    unpay: (fees, amount) => `Reversed the payments of ${fees}, ${amount}.`,
    left: (reasons) => `Untouched: ${reasons}.`,
    toReopen: 'Cancelled fees can be reopened under “Cancelled”.',
    showCancelled: 'Show cancelled fees',
  },
}

/** The words of acts on many fees. */
export const bulkTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
