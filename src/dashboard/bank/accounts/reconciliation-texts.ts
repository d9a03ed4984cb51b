import type { Difference } from '../../../domain/book/reconciliation/reconciliation'
import type { Locale } from '../../../ui/i18n/locale'

type Kind = Difference['kind']

const de = {
  title: (name: string) => `Bank und Buch: ${name}`,
  agree: (day: string) => `Bank = Buch ✓ (${day})`,
  differ: (bank: string, book: string, difference: string) => `Bank ${bank} = Buch ${book} ${difference}`,
  none: 'Von der Bank ist kein Kontostand bekannt. Lies einen Kontoauszug ein, oder trag ihn vom Papier ein.',
  told: {
    statement: (day: string) => `Kontostand laut Auszug vom ${day}`,
    typed: (day: string) => `Eingetragener Kontostand vom ${day}`,
  },
  until: 'Vergleichen am Ende des Tages',
  show: 'Anzeigen',
  why: 'Woran es liegt',
  list: 'Ansehen',
  kinds: {
    opening: 'Anfangsbestand im Buch anders als bei der Bank',
    statement_gap: 'Zeit ohne Kontoauszug',
    balance_jump: 'Kontostände, die nicht zu den Umsätzen passen',
    open_lines: 'Offene Umsätze',
    ignored_lines: 'Ausgeblendete Umsätze',
    elsewhere: 'Umsätze, die woanders gebucht sind',
    vouchers: 'Belege ohne Umsatz der Bank',
    transfers: 'Umbuchungen ohne Umsatz der Bank',
    lines_first: 'Umsätze, deren Beleg erst danach gebucht ist',
    vouchers_first: 'Belege, deren Umsatz erst danach kam',
    since_balance: 'Belege seit dem letzten Kontostand',
  } satisfies Record<Kind, string>,
  period: (after: string, before: string, amount: string) => `Zwischen ${after} und ${before}: ${amount}`,
  more: (count: string) => `Nur die neuesten ${count} stehen hier.`,
  nothing: 'Hier ist nichts mehr.',
  balances: 'Kontostand vom Papier',
  balancesLead:
    'Ohne eingelesene Auszüge trägst du hier ein, was am Ende eines Tages auf dem Konto war. Gebucht wird dabei nichts.',
  fields: {
    balance_on: { label: 'Tag', issue: 'Gib einen Tag an, der nicht in der Zukunft liegt.' },
    balance: { label: 'Kontostand', issue: 'Gib einen Betrag an, etwa 1.250,00.' },
    form: { label: 'Kontostand', issue: 'Das ging nicht.' },
  },
  enter: 'Eintragen',
  toClosing: (year: string) => `Zurück zum Abschluss von ${year}`,
  remove: 'Entfernen',
  entered: 'Der Kontostand ist eingetragen.',
  removed: 'Der Kontostand ist entfernt.',
}

const en: typeof de = {
  title: (name) => `Bank and book: ${name}`,
  agree: (day) => `Bank = book ✓ (${day})`,
  differ: (bank, book, difference) => `Bank ${bank} = book ${book} ${difference}`,
  none: 'No balance of the bank is known. Import a statement, or enter the balance from paper.',
  told: {
    statement: (day) => `Last balance by a statement: ${day}`,
    typed: (day) => `Last balance that was entered: ${day}`,
  },
  until: 'Compare at the end of',
  show: 'Show',
  why: 'Why they differ',
  list: 'Show',
  kinds: {
    opening: 'Opening of the book other than at the bank',
    statement_gap: 'Time without a statement',
    balance_jump: 'Balances that do not fit the lines',
    open_lines: 'Open lines',
    ignored_lines: 'Ignored lines',
    elsewhere: 'Lines that are booked elsewhere',
    vouchers: 'Vouchers without a bank line',
    transfers: 'Transfers without a bank line',
    lines_first: 'Lines whose voucher is booked later',
    vouchers_first: 'Vouchers whose line came later',
    since_balance: 'Vouchers since the last balance',
  },
  period: (after, before, amount) => `Between ${after} and ${before}: ${amount}`,
  more: (count) => `These are only the newest ${count}.`,
  nothing: 'Nothing is left here.',
  balances: 'Balance from paper',
  balancesLead:
    'Without imported statements, enter here what was on the account at the end of a day. Nothing is booked by it.',
  fields: {
    balance_on: { label: 'Day', issue: 'Enter a day that is not in the future.' },
    balance: { label: 'Balance', issue: 'Enter an amount, such as 1,250.00.' },
    form: { label: 'Balance', issue: 'That was not possible.' },
  },
  enter: 'Enter',
  toClosing: (year) => `Back to closing ${year}`,
  remove: 'Remove',
  entered: 'The balance is entered.',
  removed: 'The balance is removed.',
}

export const reconciliationTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
