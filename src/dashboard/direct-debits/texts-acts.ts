import type { Stop } from '../../domain/collections/stopped'
import type { Locale } from '../../ui/i18n/locale'

const de = {
  discard: {
    title: 'Diesen Einzug verwerfen?',
    lead: (debits: string, sum: string) =>
      `${debits} über ${sum}. Die Beiträge sind danach wieder offen. Das lässt sich nicht rückgängig machen, und die Datei darfst du nicht mehr hochladen.`,
    submit: 'Einzug verwerfen',
    reason: {
      label: 'Grund',
      issue: 'Bitte gib einen Grund an, höchstens 500 Zeichen.',
      hint: 'Steht im Protokoll.',
    },
  },
  remove: {
    title: (name: string) => `Lastschrift von ${name} aus dem Einzug nehmen?`,
    lead: (amount: string) =>
      `Die Bank zieht ${amount} dann nicht ein, und die Beiträge sind wieder offen. Du kannst sie in einen neuen Einzug aufnehmen; in diesen kommen sie nicht zurück. Die Datei wird neu geschrieben: Lade sie danach noch einmal herunter.`,
    leadOfLast: (amount: string) =>
      `Das ist die einzige Lastschrift, über ${amount}. Damit wird der ganze Einzug verworfen: Die Datei darfst du nicht mehr hochladen. Die Beiträge sind wieder offen; du kannst sie in einen neuen Einzug aufnehmen.`,
    tell: 'Gib Bescheid, wenn die Abbuchung schon angekündigt war.',
    submit: 'Aus dem Einzug nehmen',
    reasons: { withdrawn: 'Mandat widerrufen', deceased: 'Verstorben' } satisfies Record<Stop, string>,
    reason: {
      label: 'Grund',
      issue: 'Bitte gib einen Grund an, höchstens 500 Zeichen.',
      hint: 'Steht im Protokoll.',
    },
  },
  settle: {
    title: 'Gutschrift erfassen',
    lead: (debits: string, sum: string) =>
      `Damit sind die Beiträge von ${debits} über ${sum} bezahlt. Wenn du den Kontoauszug einliest, geht das von selbst.`,
    early: (date: string) =>
      `Die Bank zieht erst am ${date} ein. Vorher lässt sich die Gutschrift nicht erfassen.`,
    submit: 'Gutschrift erfassen',
    settled_on: {
      label: 'Tag der Gutschrift',
      issue:
        'Dieser Tag geht nicht: Er darf nicht vor dem Tag der Abbuchung, nicht in der Zukunft und nicht in einem abgeschlossenen Jahr liegen.',
    },
    account_id: {
      label: 'Konto',
      issue: 'Für die Gutschrift gibt es an diesem Tag kein Bankkonto im Kassenbuch.',
    },
  },
  unsettle: {
    title: 'Gutschrift rückgängig machen?',
    lead: 'Der Einzug wartet danach wieder auf das Geld. Die Zahlungen der Beiträge und ihre Buchungen werden storniert.',
    submit: 'Gutschrift rückgängig machen',
    refused: 'Diese Gutschrift lässt sich hier nicht rückgängig machen',
    reasons:
      'Entweder kam sie vom Kontoauszug: Dann löse dort die Zeile. Oder es wurde danach eine Lastschrift zurückgegeben oder Geld eines Beitrags erstattet.',
  },
  return: {
    title: (name: string) => `Rücklastschrift von ${name}`,
    lead: (amount: string) =>
      `Die Bank hat ${amount} zurückgebucht. Die Beiträge sind danach wieder zu zahlen. Das lässt sich nicht rückgängig machen.`,
    submit: 'Rücklastschrift erfassen',
    returned_on: {
      label: 'Zurückgebucht am',
      issue:
        'Dieser Tag geht nicht: Er darf nicht vor der Freigabe des Einzugs oder vor der Gutschrift, nicht in der Zukunft und nicht in einem abgeschlossenen Jahr liegen.',
    },
    reason_code: {
      label: 'Grund der Bank',
      issue: 'Wähle einen Grund aus der Liste.',
      hint: 'Steht auf dem Kontoauszug, meist mit einem Code wie AM04.',
    },
    charge: {
      label: 'Gebühr der Bank',
      issue: 'Bitte gib einen Betrag wie 3,00 ein, höchstens 10.000,00.',
      hint: 'Leer, wenn es keine gibt.',
    },
    item_id: {
      label: 'Lastschrift',
      issue: 'Von einem dieser Beiträge wurde Geld zurückgezahlt. Storniere diese Rückzahlung zuerst.',
    },
    account_id: { label: 'Konto', issue: 'Für diesen Tag gibt es kein Bankkonto im Kassenbuch.' },
    noReason: 'Die Bank nennt keinen Grund',
  },
  unblock: {
    title: (name: string) => `Einzug bei ${name} wieder erlauben`,
    lead: (reason: string, date: string) =>
      `Gesperrt seit der Rücklastschrift am ${date}: ${reason}. Erlaube den Einzug nur, wenn du mit der Person gesprochen hast.`,
    submit: 'Wieder erlauben',
    note: {
      label: 'Was ist geklärt?',
      issue: 'Bitte schreib, was geklärt ist, höchstens 500 Zeichen.',
      hint: 'Steht im Protokoll.',
    },
  },
}

const en: typeof de = {
  discard: {
    title: 'Discard this collection?',
    lead: (debits, sum) =>
      `${debits} of ${sum}. Its fees are open again afterwards. This cannot be undone, and you must not upload the file any more.`,
    submit: 'Discard the collection',
    reason: {
      label: 'Reason',
      issue: 'Enter a reason of at most 500 characters.',
      hint: 'It is kept in the audit log.',
    },
  },
  remove: {
    title: (name) => `Take the debit of ${name} out of the collection?`,
    lead: (amount) =>
      `The bank then does not collect ${amount}, and the fees are open again. You can put them into a new collection; they do not come back into this one. The file is written again: download it once more afterwards.`,
    leadOfLast: (amount) =>
      `This is the only debit, of ${amount}. The whole collection is discarded with it: the fees are open again, and you must not upload the file any more. You can put the fees into a new collection.`,
    tell: 'Tell the person if the debit was announced before.',
    submit: 'Take out of the collection',
    reasons: { withdrawn: 'Mandate withdrawn', deceased: 'Deceased' },
    reason: {
      label: 'Reason',
      issue: 'Enter a reason of at most 500 characters.',
      hint: 'It is kept in the audit log.',
    },
  },
  settle: {
    title: 'Record the credit',
    lead: (debits, sum) =>
      `The fees of ${debits} of ${sum} are paid afterwards. It happens by itself when you import the bank statement.`,
    early: (date) => `The bank collects on ${date}. The credit cannot be recorded before.`,
    submit: 'Record the credit',
    settled_on: {
      label: 'Day of the credit',
      issue:
        'This day does not work: it must not be before the collection date, in the future or in a closed year.',
    },
    account_id: { label: 'Account', issue: 'The cash book has no bank account for the credit on this day.' },
  },
  unsettle: {
    title: 'Undo the credit?',
    lead: 'The collection waits for its money again afterwards. The payments of its fees are reversed, and their vouchers reversed.',
    submit: 'Undo the credit',
    refused: 'This credit cannot be undone here',
    reasons:
      'Either it came from a bank statement: undo its line there. Or a debit came back or money of a fee was refunded afterwards.',
  },
  return: {
    title: (name) => `Return of ${name}`,
    lead: (amount) =>
      `The bank debited ${amount} again. The fees are to be paid again afterwards. This cannot be undone.`,
    submit: 'Record the return',
    returned_on: {
      label: 'Returned on',
      issue:
        'This day does not work: it must not be before the release or the credit, in the future or in a closed year.',
    },
    reason_code: {
      label: 'Reason of the bank',
      issue: 'Choose a reason from the list.',
      hint: 'It is on the bank statement, usually with a code such as AM04.',
    },
    charge: {
      label: 'Charge of the bank',
      issue: 'Enter an amount such as 3.00, at most 10,000.00.',
      hint: 'Empty if there is none.',
    },
    item_id: {
      label: 'Debit',
      issue: 'Money of one of these fees was refunded. Reverse that refund first.',
    },
    account_id: { label: 'Account', issue: 'The cash book has no bank account on this day.' },
    noReason: 'The bank gives no reason',
  },
  unblock: {
    title: (name) => `Allow debits of ${name} again`,
    lead: (reason, date) =>
      `Blocked since the return on ${date}: ${reason}. Allow debits only after you have talked to the person.`,
    submit: 'Allow again',
    note: {
      label: 'What is settled?',
      issue: 'Write what is settled, in at most 500 characters.',
      hint: 'It is kept in the audit log.',
    },
  },
}

/** What the forms of acts on a collection say. */
export const actTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
