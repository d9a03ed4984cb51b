const de = {
  rules: {
    lead: 'Sie schlagen vor, wohin Umsätze gebucht werden. Keine bucht von selbst: Ein Klick im Posteingang der Bank bucht alle Umsätze einer Regel.',
    add: 'Neue Regel',
    none: 'Noch keine Regeln',
    noneLead: 'Lege hier eine an, oder hake beim Buchen eines Umsatzes „Immer so buchen“ an.',
    who: 'Für',
    place: 'Wird gebucht als',
    used: 'Benutzt',
    times: (times: number, on: string) => `${times < 100 ? '' : 'mindestens '}${times}-mal, zuletzt am ${on}`,
    never: 'noch nie',
    archived: 'Kostenstelle archiviert',
    withText: (text: string) => `Text enthält „${text}“`,
    in: 'Eingang',
    out: 'Ausgang',
    fields: {
      party_name: {
        label: 'Name der Gegenseite',
        issue: 'Bitte gib einen Namen mit höchstens 140 Zeichen ein.',
        hint: 'Genau wie auf dem Kontoauszug. Mit IBAN dient er nur der Anzeige.',
      },
      party_iban: { label: 'IBAN der Gegenseite', issue: 'Bitte gib eine gültige IBAN ein.' },
      text_contains: {
        label: 'Verwendungszweck oder Name enthält',
        issue: 'Bitte gib höchstens 140 Zeichen ein.',
        hint: 'Groß und klein, Leer- und Satzzeichen spielen keine Rolle.',
      },
      sign: { label: 'Gilt für', issue: 'Bitte wähle, ob Geld eingeht oder hinausgeht.' },
      place: {
        label: 'Kostenstelle',
        issue: 'Diese Kostenstelle gibt es nicht mehr. Bitte wähle eine andere.',
      },
      sphere: { label: 'Sphäre', issue: 'Bitte wähle eine Sphäre.' },
      text: {
        label: 'Buchungstext',
        issue: 'Bitte gib höchstens 500 Zeichen ein.',
        hint: 'Leer bleibt der Text der Bank.',
      },
      form: { label: 'Regel', issue: 'Das geht so nicht. Bitte prüfe deine Eingaben.' },
    },
    noPlace: 'Ohne Kostenstelle',
    noSphere: 'Die der Kostenstelle, wenn sie eine hat',
    delete: 'Regel löschen',
    deleteTitle: (name: string) => `Regel „${name}“ löschen?`,
    deleteLead: 'Umsätze, die nach ihr gebucht sind, bleiben gebucht.',
  },
}

const en: typeof de = {
  rules: {
    lead: 'They suggest what bank lines are booked to. None books by itself: one press in the inbox of the bank books all lines of a rule.',
    add: 'New rule',
    none: 'No rules yet',
    noneLead: 'Add one here, or tick “Always book it like this” when you book a line.',
    who: 'For',
    place: 'Is booked as',
    used: 'Used',
    times: (times, on) =>
      `${times < 100 ? '' : 'at least '}${times} ${times === 1 ? 'time' : 'times'}, last on ${on}`,
    never: 'never yet',
    archived: 'Cost unit archived',
    withText: (text) => `the text has “${text}”`,
    in: 'Money in',
    out: 'Money out',
    fields: {
      party_name: {
        label: 'Name of the other side',
        issue: 'Enter a name of at most 140 characters.',
        hint: 'Exactly as on the statement. With an IBAN it is only shown.',
      },
      party_iban: { label: 'IBAN of the other side', issue: 'Enter a valid IBAN.' },
      text_contains: {
        label: 'Text or name has',
        issue: 'Enter at most 140 characters.',
        hint: 'Case, blanks and punctuation do not matter.',
      },
      sign: { label: 'Is for', issue: 'Choose whether money comes in or goes out.' },
      place: { label: 'Cost unit', issue: 'This cost unit no longer exists. Choose another one.' },
      sphere: { label: 'Sphere', issue: 'Choose a sphere.' },
      text: {
        label: 'Text of the voucher',
        issue: 'Enter at most 500 characters.',
        hint: 'If it is empty, the text of the bank stays.',
      },
      form: { label: 'Rule', issue: 'That is not possible. Check your entries.' },
    },
    noPlace: 'No cost unit',
    noSphere: 'That of the cost unit, if it has one',
    delete: 'Delete the rule',
    deleteTitle: (name) => `Delete the rule “${name}”?`,
    deleteLead: 'Lines that are booked by it stay booked.',
  },
}

/** What the pages of booking rules say. */
export const rules = { de, en }
