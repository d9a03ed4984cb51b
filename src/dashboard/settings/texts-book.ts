const de = {
  book: {
    isOn: 'Das Kassenbuch wird hier geführt: Jede Zahlung wird gebucht, und Jahre werden hier abgeschlossen.',
    isOnSince: (day: string) => `Es beginnt am ${day}; frühere Zahlungen sind nicht gebucht.`,
    off: 'Nicht mehr hier führen',
    offLead:
      'Führt der Verein sein Kassenbuch woanders, werden Zahlungen weiter erfasst, aber nicht mehr gebucht, und kein Jahr wird mehr abgeschlossen. Was gebucht ist, bleibt.',
    isOff: 'Das Kassenbuch wird woanders geführt. Zahlungen werden hier erfasst, aber nicht gebucht.',
    on: 'Hier führen',
    onLead:
      'Wähle den ersten Tag, meist den ersten des Geschäftsjahres. Zahlungen ab dem Tag, die schon erfasst sind, warten dann unter „Beiträge verbuchen“.',
    day: {
      label: 'Das Kassenbuch beginnt am',
      hint: 'Leer, wenn seit dem Ausschalten keine Zahlung dazugekommen ist',
    },
    next: 'Weiter',
    otherDay: 'Anderen Tag wählen',
    startsOn: (day: string) => `Das Kassenbuch beginnt am ${day}.`,
    goesOn: 'Das Kassenbuch geht da weiter, wo es aufgehört hat.',
    openings: (day: string) => `Bestände am Morgen des ${day}`,
    openingsLead: 'Frühere Zahlungen stecken in diesen Beständen und werden nicht gebucht.',
    ofStatement: (day: string) => `Laut Auszug bis zum ${day}.`,
    ofBook: (amount: string) => `Im Kassenbuch stehen ${amount}; ein Unterschied wird als Beleg gebucht.`,
    later: (account: string, day: string, amount: string) => `${account} beginnt am ${day} mit ${amount}.`,
    noAmount: 'Bitte gib einen Betrag ein, zum Beispiel 1.234,50.',
    noDate: 'Bitte gib ein gültiges Datum ein.',
  },
}

const en: typeof de = {
  book: {
    isOn: 'The cash book is kept here: each payment is booked, and years are closed here.',
    isOnSince: (day) => `It begins on ${day}; earlier payments are not booked.`,
    off: 'Stop keeping it here',
    offLead:
      'If the association keeps its cash book elsewhere, payments are still recorded but no longer booked, and no year is closed here. What is booked stays.',
    isOff: 'The cash book is kept elsewhere. Payments are recorded here, but not booked.',
    on: 'Keep it here',
    onLead:
      'Choose the first day, mostly that of the fiscal year. Payments since that day that are already recorded then wait under “Book fees”.',
    day: {
      label: 'The cash book begins on',
      hint: 'Empty if no payment was recorded since it was switched off',
    },
    next: 'Continue',
    otherDay: 'Choose another day',
    startsOn: (day) => `The cash book begins on ${day}.`,
    goesOn: 'The cash book goes on where it was left.',
    openings: (day) => `Balances on the morning of ${day}`,
    openingsLead: 'Earlier payments are part of these balances and are not booked.',
    ofStatement: (day) => `By the statement until ${day}.`,
    ofBook: (amount) => `The cash book has ${amount}; a difference is booked as a voucher.`,
    later: (account, day, amount) => `${account} opens on ${day} with ${amount}.`,
    noAmount: 'Enter an amount, such as 1,234.50.',
    noDate: 'Enter a valid date.',
  },
}

/** What the page says on which an owner switches the cash book on and off. */
export const book = { de, en }
