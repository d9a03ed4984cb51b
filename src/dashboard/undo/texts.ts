import type { Locale } from '../../ui/i18n/locale'

const de = {
  undo: 'Rückgängig machen',
  done: 'Gespeichert.',
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
  lateTitle: 'Das lässt sich nicht mehr rückgängig machen',
  late: 'Änderungen an Personen kannst du 24 Stunden lang rückgängig machen.',
}

const en: typeof de = {
  undo: 'Undo',
  done: 'Saved.',
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
  lateTitle: 'This can no longer be undone',
  late: 'You can undo changes of persons for 24 hours.',
}

/** What undo says, before and after. */
export const undoTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
