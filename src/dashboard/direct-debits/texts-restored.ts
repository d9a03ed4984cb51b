import type { Locale } from '../../ui/i18n/locale'

const de = {
  title: 'Vor dem nächsten Einzug',
  why: 'Einzüge, deren Datei seit diesem Zeitpunkt bei der Bank eingereicht wurde, fehlen jetzt hier, und ihre Beiträge gelten hier als offen. Damit niemand zweimal belastet wird, lässt sich kein Einzug freigeben, bis du das geprüft hast.',
  question: (since: string) => `Wurden seit dem ${since} Dateien eingereicht, die hier fehlen?`,
  look: 'Sieh im Onlinebanking unter den Sammellastschriften nach und vergleiche mit der Liste:',
  toList: 'Zu den Lastschriften',
  none: 'Nein, hier fehlt keine',
  some: 'Ja, es fehlen welche',
  steps: [
    'Gib bis auf Weiteres keinen neuen Einzug frei.',
    'Warte, bis die Bank die Sammellastschrift gutgeschrieben hat.',
    'Trag bei jedem Beitrag aus der Datei die Zahlung per Lastschrift ein. Die Namen und Beträge stehen im Onlinebanking und in der Datei, die du damals heruntergeladen hast.',
    'Komm dann hierher zurück und bestätige, dass alle eingetragen sind.',
  ],
  toFees: 'Zu den Beiträgen',
  recorded: 'Alle Zahlungen sind eingetragen',
  nothing: 'Hier ist nichts zu prüfen: Seit der letzten Prüfung wurden die Daten nicht zurückgesetzt.',
  checked: 'Danke, das ist vermerkt. Einzüge lassen sich wieder freigeben.',
  blocked: 'Noch nicht möglich',
  blockedLead: 'Prüfe zuerst, ob seitdem Dateien bei der Bank eingereicht wurden, die hier fehlen.',
  toCheck: 'Jetzt prüfen',
}

const en: typeof de = {
  title: 'Before the next collection',
  why: 'Collections whose file went to the bank since then are missing here, and their fees look open. So that nobody is debited twice, no collection can be released until you have checked that.',
  question: (since) => `Were files submitted since ${since} that are missing here?`,
  look: 'Look at the collective direct debits in your online banking, and compare them with the list:',
  toList: 'To the direct debits',
  none: 'No, none is missing',
  some: 'Yes, some are missing',
  steps: [
    'Release no new collection for the time being.',
    'Wait until the bank has credited the direct debits.',
    'Record the payment by direct debit at each fee of the file. Names and amounts are in your online banking, and in the file that you downloaded then.',
    'Then come back here and confirm that all are recorded.',
  ],
  toFees: 'To the fees',
  recorded: 'All payments are recorded',
  nothing: 'There is nothing to check: the data was not restored since the last check.',
  checked: 'Thank you, that is noted. Collections can be released again.',
  blocked: 'Not possible yet',
  blockedLead: 'First check whether files were submitted to the bank since then that are missing here.',
  toCheck: 'Check now',
}

/** What staff read about the files that went to the bank before a restore. */
export const restoredTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
