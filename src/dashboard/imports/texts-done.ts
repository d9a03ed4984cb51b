import type { Counted } from './counted'

const de = {
  done: {
    title: 'Import fertig',
    undoneTitle: 'Import rückgängig gemacht',
    imported: (created: string, updated: string) => `Übernommen: ${created} neu, ${updated} geändert.`,
    accounts: 'Die Konten sind übernommen.',
    already: 'Die Datei war schon übernommen. Es ist nichts doppelt.',
    undone: ((n) =>
      n === '1'
        ? 'Rückgängig gemacht: 1 neue Person ist wieder gelöscht.'
        : `Rückgängig gemacht: ${n} neue Personen sind wieder gelöscht.`) as Counted,
    kept: ((n) =>
      n === '1'
        ? '1 neue Person bleibt, weil sie inzwischen geändert, abgerechnet oder angeschrieben wurde.'
        : `${n} neue Personen bleiben, weil sie inzwischen geändert, abgerechnet oder angeschrieben wurden.`) as Counted,
    restored: ((n) =>
      n === '1'
        ? 'Angaben von 1 Person sind wieder wie vorher.'
        : `Angaben von ${n} Personen sind wieder wie vorher.`) as Counted,
    leftAlone: ((n) =>
      n === '1'
        ? 'Bei 1 Person bleibt etwas, wie der Import es geschrieben hat.'
        : `Bei ${n} Personen bleibt etwas, wie der Import es geschrieben hat.`) as Counted,
    undoneLead:
      'Die neuen Personen sind gelöscht, soweit mit ihnen nichts passiert war. Eigene Felder bleiben.',
    when: (file: string, day: string) => `${file}, ${day}`,
    seeList: 'Zur Liste',
    seeGaps: 'Nicht übernommene Angaben ansehen',
    gapsLead: ((n) =>
      n === '1'
        ? '1 Angabe der Datei ist nicht in der Liste.'
        : `${n} Angaben der Datei sind nicht in der Liste.`) as Counted,
    waiting: ((n) => (n === '1' ? '1 Konto wartet' : `${n} Konten warten`)) as Counted,
    waitingLead:
      'Konten und Mandate trägt die Kassenführung ein. Sie sieht das auf ihrer Übersicht; du kannst ihr auch diese Adresse schicken. Die Angaben der Datei bleiben höchstens 14 Tage hier.',
    waitingExpired:
      'Diese Konten kamen nicht in die Liste, weil sie niemand innerhalb von 14 Tagen übernommen hat. Importiere die Datei noch einmal.',
    waitingYours: 'Die Personen sind in der Liste. Ihre Konten und Mandate warten noch auf dich.',
    seeAccounts: 'Konten prüfen',
    undo: 'Rückgängig machen …',
    undoTitle: 'Stimmt etwas nicht?',
    undoLead: 'Bis 24 Stunden nach dem Import kannst du ihn rückgängig machen.',
    next: 'Wie weiter?',
    nextDues: 'Beiträge erheben',
    nextMail: 'E-Mail an alle schreiben',
    nextDoubles: 'Nach Doppelten suchen',
    another: 'Noch eine Datei importieren',
  },
  undo: {
    title: 'Import rückgängig machen?',
    lead: (deleted: string) =>
      deleted === '1'
        ? '1 neue Person wird wieder gelöscht.'
        : `${deleted} neue Personen werden wieder gelöscht.`,
    kept: ((n) =>
      n === '1'
        ? '1 neue Person bleibt, weil sie inzwischen geändert, abgerechnet oder angeschrieben wurde.'
        : `${n} neue Personen bleiben, weil sie inzwischen geändert, abgerechnet oder angeschrieben wurden.`) as Counted,
    rest: 'Was der Import an anderen Personen geändert hat, wird wieder wie vorher, außer jemand hat es seitdem geändert. Geänderte Konten und neue eigene Felder bleiben.',
    submit: 'Rückgängig machen',
    changed: 'Inzwischen hat sich etwas geändert. Das würde jetzt passieren:',
    lateTitle: 'Das lässt sich nicht mehr rückgängig machen',
    late: 'Einen Import kannst du 24 Stunden lang rückgängig machen, und nur einmal.',
  },
}

const en: typeof de = {
  done: {
    title: 'The import is done',
    undoneTitle: 'The import is undone',
    imported: (created, updated) => `Imported: ${created} new, ${updated} changed.`,
    accounts: 'The accounts are imported.',
    already: 'The file was imported already. Nothing is there twice.',
    undone: (n) =>
      n === '1' ? 'Undone: 1 new person is deleted again.' : `Undone: ${n} new persons are deleted again.`,
    kept: (n) =>
      n === '1'
        ? '1 new person stays, having been changed, charged or mailed meanwhile.'
        : `${n} new persons stay, having been changed, charged or mailed meanwhile.`,
    restored: (n) =>
      n === '1' ? 'Values of 1 person are as before.' : `Values of ${n} persons are as before.`,
    leftAlone: (n) =>
      n === '1'
        ? 'Something of 1 person stays as the import wrote it.'
        : `Something of ${n} persons stays as the import wrote it.`,
    undoneLead: 'The new persons are deleted, unless something had happened with them. Custom fields stay.',
    when: (file, day) => `${file}, ${day}`,
    seeList: 'To the list',
    seeGaps: 'See what was not imported',
    gapsLead: (n) =>
      n === '1' ? '1 value of the file is not in the list.' : `${n} values of the file are not in the list.`,
    waiting: (n) => (n === '1' ? '1 account waits' : `${n} accounts wait`),
    waitingLead:
      'The treasurer enters accounts and mandates. They see it on their home page; you can also send them this address. The file stays here for 14 days at most.',
    waitingExpired:
      'These accounts did not get into the list, since nobody imported them within 14 days. Import the file again.',
    waitingYours: 'The persons are in the list. Their accounts and mandates still wait for you.',
    seeAccounts: 'Check the accounts',
    undo: 'Undo …',
    undoTitle: 'Is something wrong?',
    undoLead: 'You can undo the import for 24 hours.',
    next: 'What is next?',
    nextDues: 'Charge fees',
    nextMail: 'Write an email to all',
    nextDoubles: 'Look for doubles',
    another: 'Import another file',
  },
  undo: {
    title: 'Undo the import?',
    lead: (deleted) =>
      deleted === '1' ? '1 new person is deleted again.' : `${deleted} new persons are deleted again.`,
    kept: (n) =>
      n === '1'
        ? '1 new person stays, having been changed, charged or mailed meanwhile.'
        : `${n} new persons stay, having been changed, charged or mailed meanwhile.`,
    rest: 'What the import changed of other persons becomes as it was, unless someone has changed it since. Changed accounts and new custom fields stay.',
    submit: 'Undo',
    changed: 'Something has changed meanwhile. This is what would happen now:',
    lateTitle: 'This can no longer be undone',
    late: 'You can undo an import for 24 hours, and only once.',
  },
}

/** What the pages say that show what an import did, and undo it. */
export const doneTexts = { de, en }
