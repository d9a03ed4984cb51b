const lines = (count: string): string => (count === '1' ? '1 Zeile hat' : `${count} Zeilen haben`)
const englishLines = (count: string): string => (count === '1' ? '1 line has' : `${count} lines have`)

export const de = {
  reportPage: {
    title: (year: string) => `Kassenbericht ${year}`,
    period: (from: string, to: string) => `${from} bis ${to}`,
    open: 'vorläufig',
    openLead: 'Das Jahr ist noch offen; der Bericht zeigt die Belege bis jetzt.',
    closed: 'abgeschlossen',
    closedLead: (date: string) => `Abgeschlossen am ${date}.`,
    closedNow: 'Das Jahr ist abgeschlossen. Druck den Bericht und lass ihn unterschreiben.',
    reopenedNow: 'Das Jahr ist wieder offen.',
    print:
      'Zum Drucken: Strg P oder „Drucken“ im Menü des Browsers. Es entsteht ein Bogen in A4 mit Unterschriften.',
    csv: 'Bericht als CSV',
    close: 'Jahr abschließen',
    reopen: 'Wieder öffnen',
    accounts: 'Konten',
    account: 'Konto',
    opening: 'Anfang',
    transferred: 'Umbuchungen',
    closing: 'Ende',
    categories: 'Einnahmen und Ausgaben',
    costUnits: 'Kostenstellen',
    resultOf: (year: string) => `Ergebnis ${year}`,
    noCostUnit: 'Ohne Kostenstelle',
    noCategory: 'Ohne Kategorie',
    unassigned: (count: string, isNonprofit: boolean) =>
      `${lines(count)} ${isNonprofit ? 'keine Sphäre' : 'weder Kostenstelle noch Sphäre'}.`,
    vouchers: (count: string, last: string) =>
      count === '0'
        ? 'Noch kein Beleg.'
        : `${count === '1' ? '1 Beleg' : `${count} Belege`}, letzte Nummer ${last}`,
    digest: 'Prüfsumme der Belege',
    signatures: 'Unterschriften',
    signers: ['Ort, Datum', 'Kassenführung', 'Kassenprüfung', 'Kassenprüfung'],
    file: 'kassenbericht',
    journalFile: 'journal',
    area: 'Bereich',
    transfer: 'Umbuchung',
  },
  closePage: {
    title: (year: string) => `Jahr ${year} abschließen`,
    lead: 'Danach lässt sich in diesem Jahr nichts mehr buchen oder ändern. Der Bericht wird festgehalten.',
    required: 'Muss erledigt sein',
    advised: 'Lohnt einen Blick',
    ready: 'Alles Nötige ist erledigt.',
    notReady: 'Noch nicht möglich',
    over: (date: string) => `Das Jahr ist am ${date} zu Ende gegangen.`,
    earlierDone: 'Die Jahre davor sind abgeschlossen.',
    earlier: (year: number) => `Erst muss das Jahr ${year} abgeschlossen werden.`,
    linesDone: 'Alle Zeilen sind zugeordnet.',
    aroundEnd: (count: string) =>
      `${count === '1' ? '1 Beleg liegt' : `${count} Belege liegen`} in den zehn Tagen vor oder nach dem Jahresende. Was regelmäßig wiederkehrt, wie Miete oder Versicherung, zählt in dem Jahr, zu dem es gehört (§ 11 EStG).`,
    maybeNonprofit:
      'Es gibt Zeilen ohne Sphäre. Ist der Verein gemeinnützig, braucht jede eine; stell es in den Einstellungen unter „Lastschrift“ ein.',
    bankDone: 'Alle Umsätze der Bank sind erledigt.',
    paymentsDone: 'Jede Zahlung eines Beitrags steht im Kassenbuch oder ist geklärt.',
    counted: (name: string, date: string) => `${name} wurde am ${date} gezählt und stimmt.`,
    differs: (name: string, date: string, amount: string) =>
      `${name} wurde am ${date} gezählt: Abweichung ${amount}.`,
    notCounted: (name: string) => `${name} wurde zum Jahresende nicht gezählt.`,
    confirm: 'Ich habe den Bericht gesehen. Das Jahr soll abgeschlossen werden.',
    mustConfirm: 'Kreuze an, dass das Jahr abgeschlossen werden soll.',
    submit: 'Jahr abschließen',
    toReport: 'Zum Bericht',
    fix: 'Ansehen',
  },
  reopenPage: {
    title: (year: number) => `Jahr ${year} wieder öffnen?`,
    lead: 'Der festgehaltene Bericht gilt dann nicht mehr, und im Jahr lässt sich wieder buchen. Wer es war und warum, steht im Protokoll.',
    submit: 'Wieder öffnen',
  },
}

export const en: typeof de = {
  reportPage: {
    title: (year) => `Treasurer's report ${year}`,
    period: (from, to) => `${from} to ${to}`,
    open: 'preliminary',
    openLead: 'The year is still open; the report shows the vouchers until now.',
    closed: 'closed',
    closedLead: (date) => `Closed on ${date}.`,
    closedNow: 'The year is closed. Print the report and have it signed.',
    reopenedNow: 'The year is open again.',
    print:
      'To print: Ctrl P, or “Print” in the menu of the browser. You get A4 sheets with lines to sign on.',
    csv: 'Report as CSV',
    close: 'Close the year',
    reopen: 'Reopen',
    accounts: 'Accounts',
    account: 'Account',
    opening: 'Opening',
    transferred: 'Transfers',
    closing: 'Closing',
    categories: 'Income and expenses',
    costUnits: 'Cost units',
    resultOf: (year) => `Result ${year}`,
    noCostUnit: 'Without a cost unit',
    noCategory: 'Without a category',
    unassigned: (count, isNonprofit) =>
      `${englishLines(count)} ${isNonprofit ? 'no sphere' : 'neither cost unit nor sphere'}.`,
    vouchers: (count, last) =>
      count === '0'
        ? 'No vouchers yet.'
        : `${count === '1' ? '1 voucher' : `${count} vouchers`}, last number ${last}`,
    digest: 'Checksum of the vouchers',
    signatures: 'Signatures',
    signers: ['Place, date', 'Treasurer', 'Auditor', 'Auditor'],
    file: 'report',
    journalFile: 'journal',
    area: 'Part',
    transfer: 'Transfer',
  },
  closePage: {
    title: (year) => `Close the year ${year}`,
    lead: 'Nothing in this year can be booked or changed afterwards. The report is kept as it is.',
    required: 'Has to be done',
    advised: 'Worth a look',
    ready: 'Everything that is needed is done.',
    notReady: 'Not possible yet',
    over: (date) => `The year ended on ${date}.`,
    earlierDone: 'The years before it are closed.',
    earlier: (year) => `The year ${year} has to be closed first.`,
    linesDone: 'All lines are assigned.',
    aroundEnd: (count) =>
      `${count === '1' ? '1 voucher is' : `${count} vouchers are`} within ten days before or after the end of the year. What recurs regularly, such as rent or insurance, counts in the year to which it belongs (§ 11 EStG).`,
    maybeNonprofit:
      'There are lines without a sphere. If the association is non-profit, each needs one; set it in the settings under “Direct debit”.',
    bankDone: 'All bank lines are done.',
    paymentsDone: 'Each payment of a fee is in the cash book or settled.',
    counted: (name, date) => `${name} was counted on ${date} and is right.`,
    differs: (name, date, amount) => `${name} was counted on ${date}: difference ${amount}.`,
    notCounted: (name) => `${name} was not counted at the end of the year.`,
    confirm: 'I have seen the report. The year is to be closed.',
    mustConfirm: 'Tick that the year is to be closed.',
    submit: 'Close the year',
    toReport: 'To the report',
    fix: 'Look',
  },
  reopenPage: {
    title: (year) => `Reopen the year ${year}?`,
    lead: 'The report that was kept no longer holds, and the year can be booked to again. The log keeps who did it and why.',
    submit: 'Reopen',
  },
}
