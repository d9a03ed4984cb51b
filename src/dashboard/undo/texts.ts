import type { Locale } from '../../ui/i18n/locale'

const de = {
  undo: 'Rückgängig machen',
  undoAll: (n: string) => `Alle ${n} rückgängig machen`,
  undoTogether: 'Für alle rückgängig machen …',
  undone: 'Rückgängig gemacht. Alles ist wieder wie vorher.',
  redo: 'Wiederholen',
  title: 'Rückgängig machen',
  partly: (restored: string) =>
    restored === '1'
      ? 'Angaben einer Person sind wieder wie vorher.'
      : `Angaben von ${restored} Personen sind wieder wie vorher.`,
  nothing: 'Es wurde nichts geändert.',
  leftAlone: 'Das ist geblieben, wie es ist',
  more: (n: string) => `und ${n} weitere`,
  back: 'Zurück',
  reasons: {
    changed: 'inzwischen geändert, oder der alte Wert ist nicht mehr möglich',
    account: 'von Bankverbindungen merkt sich das Protokoll nur die letzten vier Stellen',
    created: 'angelegt; das lässt sich nicht rückgängig machen',
    deleted: 'gelöscht; das lässt sich nicht rückgängig machen',
    gone: 'inzwischen gelöscht',
  },
  deletedPerson: 'Gelöschte Person',
  ask: {
    title: 'Für alle rückgängig machen?',
    lead: (changed: string, restorable: string) =>
      changed === restorable
        ? `Diese Aktion hat ${changed} Personen geändert. Alle werden wieder so, wie sie vorher waren.`
        : `Diese Aktion hat ${changed} Personen geändert. Bei ${restorable} davon lässt sie sich rückgängig machen, die anderen wurden inzwischen geändert.`,
    submit: (n: string) =>
      n === '1' ? 'Für eine Person rückgängig machen' : `Für ${n} Personen rückgängig machen`,
    seeLog: 'Im Protokoll ansehen',
  },
  repeatedTitle: 'Das ist schon rückgängig gemacht',
  repeated: 'Jemand war schneller oder du hast zweimal geklickt. Alles ist wie vor dieser Änderung.',
  lateTitle: 'Das lässt sich nicht mehr rückgängig machen',
  late: 'Änderungen an Personen kannst du 24 Stunden lang rückgängig machen, solange sie nicht wieder geändert wurden.',
}

const en: typeof de = {
  undo: 'Undo',
  undoAll: (n) => `Undo all ${n}`,
  undoTogether: 'Undo for all …',
  undone: 'Undone. Everything is as it was before.',
  redo: 'Redo',
  title: 'Undo',
  partly: (restored) =>
    restored === '1' ? 'Values of one person are as before.' : `Values of ${restored} persons are as before.`,
  nothing: 'Nothing was changed.',
  leftAlone: 'This stayed as it is',
  more: (n) => `and ${n} more`,
  back: 'Back',
  reasons: {
    changed: 'changed since, or the old value is no longer possible',
    account: 'of bank accounts the log keeps the last four characters alone',
    created: 'added, which cannot be undone',
    deleted: 'deleted, which cannot be undone',
    gone: 'deleted since',
  },
  deletedPerson: 'Deleted person',
  ask: {
    title: 'Undo for all?',
    lead: (changed, restorable) =>
      changed === restorable
        ? `This act changed ${changed} persons. All of them will be as they were before.`
        : `This act changed ${changed} persons. It can be undone for ${restorable} of them; the others have been changed since.`,
    submit: (n) => (n === '1' ? 'Undo for one person' : `Undo for ${n} persons`),
    seeLog: 'See it in the log',
  },
  repeatedTitle: 'This has already been undone',
  repeated: 'Someone else was faster, or you clicked twice. Everything is as it was before this change.',
  lateTitle: 'This can no longer be undone',
  late: 'You can undo changes of persons for 24 hours, unless they have been changed again.',
}

/** What undo says, before and after. */
export const undoTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
