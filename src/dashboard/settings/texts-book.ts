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
      'Stell vorher bei jedem Konto ein, was am ersten Tag darauf war. Frühere Zahlungen stecken in diesen Anfangsbeständen. Zahlungen ab dem Tag, die schon erfasst sind, warten dann unter „Beiträge verbuchen“.',
    accounts: 'Konten und Anfangsbestände',
    day: {
      label: 'Das Kassenbuch beginnt am',
      hint: 'Leer, wenn seit dem Ausschalten keine Zahlung dazugekommen ist',
    },
    refusals: {
      date: 'Bitte gib ein gültiges Datum ein.',
      required:
        'Seit dem Ausschalten ist Geld erfasst, das im Kassenbuch fehlt. Bitte gib den ersten Tag ein.',
      future: 'Der Tag liegt in der Zukunft.',
      closed: 'Der Tag liegt in einem abgeschlossenen Jahr.',
      earlier: 'An diesem Tag wurde das Kassenbuch schon einmal woanders geführt; bitte nimm einen späteren.',
      account:
        'Ein Konto beginnt vor diesem Tag. Stell seinen Anfangsbestand auf den Tag ein; hat es schon Belege, archiviere es und lege ein neues an.',
      vouchers: 'Ein Konto, das vorher begann, hat Belege von diesem Tag oder danach.',
      lines:
        'Umsätze von diesem Tag oder danach sind schon bestätigt und nicht gebucht. Mach sie rückgängig, oder nimm einen späteren Tag.',
    },
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
      'First enter for each account what was in it on the first day. These opening balances include earlier payments. Payments since that day that are already recorded then wait under “Book fees”.',
    accounts: 'Accounts and opening balances',
    day: {
      label: 'The cash book begins on',
      hint: 'Empty if no payment was recorded since it was switched off',
    },
    refusals: {
      date: 'Enter a valid date.',
      required: 'Money was recorded since, which the cash book does not have. Enter the first day.',
      future: 'The day is in the future.',
      closed: 'The day is in a closed year.',
      earlier: 'The cash book was kept elsewhere on that day before; choose a later one.',
      account:
        'An account opens before that day. Enter its opening balance for the day; if it has vouchers already, archive it and add a new one.',
      vouchers: 'An account that opened before has vouchers of that day or later.',
      lines:
        'Bank lines of that day or later are confirmed already and not booked. Undo them, or choose a later day.',
    },
  },
}

/** What the page says on which an owner switches the cash book on and off. */
export const book = { de, en }
