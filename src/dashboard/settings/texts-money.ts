import type { FieldTexts } from '../refused-fields'

type Fields = Record<
  | 'name'
  | 'iban'
  | 'creditor_id'
  | 'notice_days'
  | 'passes_charges_on'
  | 'charge_place'
  | 'charge_sphere'
  | 'year_start'
  | 'confirms_certain_lines'
  | 'is_nonprofit',
  FieldTexts
>

const de = {
  directDebit: {
    lead: 'Auf dieses Konto zieht der Verein Beiträge ein. Ändert es sich, bekommen alle mit Vollzugriff eine E-Mail.',
    creditor: 'Gläubiger',
    testCreditorId: 'Diese Gläubiger-ID ist die zum Testen. Keine Bank nimmt sie an.',
    collecting: 'Einzug',
    book: 'Buchführung',
    noPlace: 'Keine Kostenstelle',
    noSphere: 'Die der Kostenstelle, sonst keine',
    archivedPlace:
      'Diese Kostenstelle ist archiviert; die Gebühren werden ohne sie gebucht. Wähle eine andere.',
    fields: {
      name: {
        label: 'Name',
        issue: 'Bitte gib einen Namen mit höchstens 70 Zeichen ein.',
        hint: 'So steht er auf den Kontoauszügen der Mitglieder',
      },
      iban: {
        label: 'IBAN',
        issue: 'Bitte gib eine gültige IBAN aus dem Europäischen Wirtschaftsraum ein.',
      },
      creditor_id: {
        label: 'Gläubiger-ID',
        issue: 'Das ist keine gültige Gläubiger-Identifikationsnummer.',
        hint: 'Vergibt die Bundesbank; zum Beispiel DE98ZZZ09999999999',
      },
      notice_days: {
        label: 'Vorankündigung in Tagen',
        issue: 'Bitte gib eine Zahl von 1 bis 14 ein.',
        hint: 'Weniger als 14 Tage brauchen eine Vereinbarung, zum Beispiel in der Satzung',
      },
      passes_charges_on: {
        label: 'Gebühren von Rücklastschriften weitergeben',
        issue: 'Bitte wähle aus.',
        hint: 'Was die Bank bei fehlender Deckung oder falschem Konto verlangt, wird ein eigener Beitrag',
      },
      charge_place: {
        label: 'Gebühren von Rücklastschriften buchen auf',
        issue: 'Diese Kostenstelle gibt es nicht, oder sie ist archiviert. Bitte wähle eine andere.',
        hint: 'Wohin die Gebühr der Bank gebucht wird, solange die Buchung nichts anderes nennt',
      },
      charge_sphere: { label: 'Sphäre dieser Gebühren', issue: 'Bitte wähle eine Sphäre.' },
      year_start: {
        label: 'Das Geschäftsjahr beginnt im',
        issue: 'Es gibt schon Belege oder abgeschlossene Jahre; der Beginn lässt sich nicht mehr ändern.',
      },
      confirms_certain_lines: {
        label: 'Sichere Zuordnungen beim Import übernehmen',
        issue: 'Bitte wähle aus.',
        hint: 'Umsätze mit der Referenz und dem genauen Betrag eines Beitrags',
      },
      is_nonprofit: {
        label: 'Der Verein ist gemeinnützig',
        issue: 'Bitte wähle aus.',
        hint: 'Jede Zeile des Kassenbuchs braucht dann eine Sphäre; abgeschlossene Jahre bleiben, wie sie sind',
      },
    } as Fields,
    notice: {
      subject: (workspace: string) => `${workspace}: Konto für Lastschriften geändert`,
      changed: (workspace: string, ending: string) =>
        `das Konto, auf das ${workspace} Lastschriften einzieht, ist jetzt eines, dessen IBAN auf ${ending} endet.`,
      removed: (workspace: string) =>
        `${workspace} hat kein Konto mehr, auf das Lastschriften eingezogen werden.`,
      unasked:
        'Du weißt davon nichts? Dann melde dich an, prüfe das Konto in den Einstellungen unter „Lastschrift“ und gib keine Lastschriften frei.',
    },
  },
}

const en: typeof de = {
  directDebit: {
    lead: 'The association collects fees to this account. When it changes, all owners are sent an email.',
    creditor: 'Creditor',
    testCreditorId: 'This creditor identifier is the one for tests. No bank accepts it.',
    collecting: 'Collection',
    book: 'Bookkeeping',
    noPlace: 'No cost unit',
    noSphere: 'That of the cost unit, if it has one',
    archivedPlace: 'This cost unit is archived, so charges are booked without it. Choose another one.',
    fields: {
      name: {
        label: 'Name',
        issue: 'Enter a name of at most 70 characters.',
        hint: 'As the statements of members show it',
      },
      iban: { label: 'IBAN', issue: 'Enter a valid IBAN of the European Economic Area.' },
      creditor_id: {
        label: 'Creditor identifier',
        issue: 'This is no valid SEPA creditor identifier.',
        hint: 'Such as DE98ZZZ09999999999',
      },
      notice_days: {
        label: 'Days of notice',
        issue: 'Enter a number from 1 to 14.',
        hint: 'Fewer than 14 days need an agreement, such as in the statutes',
      },
      passes_charges_on: {
        label: 'Pass charges for returned debits on',
        issue: 'Choose one.',
        hint: 'What the bank takes for insufficient funds or a wrong account becomes a fee of its own',
      },
      charge_place: {
        label: 'Book charges for returned debits to',
        issue: 'This cost unit does not exist or is archived. Choose another one.',
        hint: 'Where the charge of the bank is booked unless its booking names another place',
      },
      charge_sphere: { label: 'Sphere of these charges', issue: 'Choose a sphere.' },
      year_start: {
        label: 'The fiscal year begins in',
        issue: 'There are vouchers or closed years, so that the beginning can no longer change.',
      },
      confirms_certain_lines: {
        label: 'Accept certain matches on import',
        issue: 'Choose one.',
        hint: 'Bank lines with the reference and the exact amount of a fee',
      },
      is_nonprofit: {
        label: 'The association is non-profit',
        issue: 'Choose one.',
        hint: 'Each line of the cash book then needs a sphere; closed years stay as they are',
      },
    },
    notice: {
      subject: (workspace) => `${workspace}: account for direct debits changed`,
      changed: (workspace, ending) =>
        `the account to which ${workspace} collects direct debits is now one whose IBAN ends in ${ending}.`,
      removed: (workspace) => `${workspace} no longer has an account to which direct debits are collected.`,
      unasked:
        'You do not know about this? Then sign in, check the account in the settings under “Direct debit”, and release no direct debits.',
    },
  },
}

/** What the page of direct debit says, and the mail about its account. */
export const money = { de, en }
