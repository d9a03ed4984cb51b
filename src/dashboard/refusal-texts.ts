import type { Noun, Sentences } from '../domain/shared/refusals'
import type { Formats } from './refusal-formats'
import { de as lineDe, en as lineEn } from './refusal-texts-bank'
import { de as duesDe, en as duesEn } from './refusal-texts-dues'
import { de as fileDe, en as fileEn } from './refusal-texts-file'
import { de as guardianDe, en as guardianEn } from './refusal-texts-guardian'
import { de as moneyDe, en as moneyEn } from './refusal-texts-money'
import { de as payerDe, en as payerEn } from './refusal-texts-payer'
import { de as settingsDe, en as settingsEn } from './refusal-texts-settings'
import { de as tableDe, en as tableEn } from './refusal-texts-table'
import { de as webhookDe, en as webhookEn } from './refusal-texts-webhook'

const TAKEN_DE: Record<Noun, string> = {
  account: 'Diese IBAN hat schon ein anderes Konto. Prüfe sie oder bearbeite jenes Konto.',
  'cost unit': 'So heißt schon eine andere Kostenstelle. Wähle einen anderen Namen.',
  fee: 'Diese externe ID hat schon ein anderer Beitrag.',
  member: 'Diese Mitgliedsnummer hat schon ein anderes Mitglied. Nimm eine andere.',
  payment: 'Diese externe ID hat schon eine andere Zahlung.',
  plan: 'So heißt schon eine andere Beitragsordnung. Wähle einen anderen Namen.',
  voucher: 'Das ist schon gebucht.',
  workspace: 'Diese Adresse hat schon ein anderer Verein. Wähle eine andere.',
}

const TAKEN_EN: Record<Noun, string> = {
  account: 'Another account has this IBAN. Check it, or edit that account.',
  'cost unit': 'Another cost unit has this name. Choose another name.',
  fee: 'Another fee has this external ID.',
  member: 'Another member has this membership number. Take another one.',
  payment: 'Another payment has this external ID.',
  plan: 'Other fee rules have this name. Choose another name.',
  voucher: 'This was booked before.',
  workspace: 'Another association has this address. Choose another one.',
}

/** What is refused, and what to do. */
export const de = (formats: Formats, { day, money, number, because } = formats): Sentences => ({
  ...lineDe,
  ...fileDe(formats),
  ...duesDe(formats),
  ...moneyDe(formats),
  ...payerDe,
  ...guardianDe,
  ...settingsDe(formats),
  ...tableDe(formats),
  ...webhookDe(formats),
  in_future: 'Das Datum liegt in der Zukunft. Nimm den heutigen oder einen früheren Tag.',
  required: 'Bitte fülle dieses Feld aus.',
  before_1900: 'Das Datum liegt vor 1900. Prüfe das Jahr.',
  year_closed: ({ year }) =>
    `Das Jahr ${year} ist abgeschlossen. Nimm ein späteres Datum oder lass das Jahr wieder öffnen.`,
  account_unknown: 'Dieses Konto gibt es nicht. Wähle eines aus der Liste.',
  account_archived: 'Das Konto ist archiviert. Wähle ein anderes.',
  account_begins: ({ date }) =>
    `Das Konto beginnt erst am ${day(date)}. Nimm ein späteres Datum oder ein anderes Konto.`,
  before_account: ({ name, date }) =>
    `Das Konto ${name === undefined ? '' : `„${name}“ `}beginnt erst am ${day(date)}. Nimm ein späteres Datum oder ein anderes Konto.`,
  same_account: 'Wähle zwei verschiedene Konten.',
  amount_missing: 'Gib einen Betrag ein.',
  not_the_sum: ({ sum }) =>
    `Die Zeilen ergeben zusammen ${money(Math.abs(sum))}. Ändere eine Zeile oder den Gesamtbetrag.`,
  cash_below_zero: ({ date }) =>
    `Damit wäre die Kasse am ${day(date)} unter null. Prüfe Betrag und Datum, oder ob eine Einnahme fehlt.`,
  cash_opens_below_zero: 'Eine Kasse kann nicht unter null beginnen. Gib 0 oder mehr ein.',
  cost_unit_unknown: 'Diese Kostenstelle gibt es nicht, oder sie wurde umbenannt. Wähle eine aus der Liste.',
  cost_unit_archived: 'Diese Kostenstelle ist archiviert. Wähle eine andere.',
  cost_unit_missing: 'Wähle zur Kategorie auch ihre Kostenstelle.',
  category_unknown: 'Diese Kategorie gehört nicht zur Kostenstelle. Wähle eine aus der Liste.',
  category_id_wrong: 'Eine Kategorie hat sich inzwischen geändert. Lade die Seite neu.',
  voucher_unknown: 'Diesen Beleg gibt es nicht. Lade die Seite neu.',
  voucher_twice: 'Ein Beleg ist doppelt ausgewählt. Lade die Seite neu und wähle noch einmal aus.',
  line_unknown: 'Diese Zeile hat der Beleg nicht. Lade die Seite neu.',
  side_of_fee: 'Das Geld eines Beitrags zählt immer bei den Einnahmen. Lade die Seite neu.',
  pair_closed: 'Der Beleg gehört zu einem Storno in einem abgeschlossenen Jahr und bleibt, wie er ist.',
  fee_unknown: 'Diesen Beitrag gibt es nicht mehr. Lade die Seite neu.',
  payment_unknown: 'Diese Zahlung gibt es nicht. Lade die Seite neu.',
  payment_missing: 'Wähle mindestens eine Zahlung aus.',
  payment_not_waiting: 'Jemand hat die Zahlung inzwischen geklärt. Wie, steht beim Beitrag.',
  payment_undecided: 'Das ist schon rückgängig gemacht; die Zahlung wartet wieder.',
  not_one_decision: 'Entscheide dich für einen Beleg, einen Grund oder eine neue Buchung.',
  fees_or_payments: 'Wähle entweder Beiträge oder Zahlungen aus.',
  payment_reversed: 'Die Zahlung wurde storniert. Es ist nichts mehr zu klären.',
  payment_in_voucher: 'Die Zahlung hat einen eigenen Beleg. Storniere sie beim Beitrag.',
  payment_waived: 'Ein Erlass ist kein Geld und kommt nicht ins Kassenbuch.',
  voucher_no_match:
    'Der Beleg passt nicht mehr: Er wurde storniert oder hat das Geld einer anderen Zahlung. Wähle einen anderen, oder buche die Zahlung neu.',
  voucher_may_have: ({ voucher, date }) =>
    `Das Geld der Zahlung vom ${day(date)} steht vielleicht schon in Beleg ${voucher}. Entscheide das im Kassenbuch unter „Beiträge buchen“.`,
  payment_refused: ({ date, because: reason }) => `Zahlung vom ${day(date)}: ${because(reason)}`,
  cash_is_counted: 'Das ist eine Kasse. Zähle sie im Kassenbuch unter „Kasse zählen“.',
  balance_of_statement: 'Den Kontostand dieses Tages nennt schon ein Auszug.',
  only_cash_counted: 'Das ist ein Bankkonto, gezählt wird nur Bargeld. Wähle eine Kasse.',
  reversed_before: 'Der Beleg war schon storniert. Wer es wann war, steht im Verlauf.',
  is_reversal: 'Dieser Beleg ist selbst ein Storno. Buche den alten Beleg neu.',
  shown_by_bank_line:
    'Ein Umsatz der Bank zeigt das Geld dieses Belegs. Löse dort die Zuordnung, dann lässt er sich stornieren.',
  of_bank_line: 'Dieser Beleg gehört zu einem Umsatz der Bank. Löse dort die Zuordnung.',
  of_decision:
    'Dieser Beleg ist als Buchung einer Zahlung festgelegt. Mach das zuerst rückgängig, im Kassenbuch unter „Beiträge buchen“.',
  of_direct_debit:
    'Dieser Beleg bucht Lastschriften. Erfasse beim Beitrag oder bei der Bank die Rücklastschrift.',
  of_payment: 'Dieser Beleg bucht die Zahlung eines Beitrags. Storniere die Zahlung beim Beitrag.',
  taken: ({ noun }) => TAKEN_DE[noun],
  too_many: ({ max, noun }) =>
    noun === 'account'
      ? `Mehr als ${number(max)} Konten sind nicht möglich. Bearbeite eines, das nicht mehr gebraucht wird.`
      : `Mehr als ${number(max)} Kostenstellen sind nicht möglich. Bearbeite eine, die nicht mehr gebraucht wird.`,
  too_many_categories: ({ max, noun }) =>
    noun === 'workspace'
      ? `Alle Kostenstellen zusammen haben höchstens ${number(max)} Kategorien. Lass einige weg.`
      : `Eine Kostenstelle hat höchstens ${number(max)} Kategorien. Lass einige weg.`,
  book_not_kept:
    'Der Verein führt sein Kassenbuch woanders; hier wird nichts gebucht. Wer Inhaber ist, schaltet es in den Einstellungen ein.',
  book_elsewhere: 'Das Kassenbuch wird nicht hier geführt; hier wird auch kein Jahr abgeschlossen.',
  closed_already: 'Das Jahr ist schon abgeschlossen.',
  closed_year_later: ({ year }) => `Ein späteres Jahr, ${year}, ist schon abgeschlossen.`,
  year_not_over: ({ date }) => `Das Jahr läuft noch bis ${day(date)}. Danach kannst du es abschließen.`,
  earlier_year_open: ({ year }) => `Erst muss das Jahr ${year} abgeschlossen werden.`,
  lines_unassigned: ({ count, isNonprofit }) =>
    `${count === 1 ? '1 Zeile hat' : `${number(count)} Zeilen haben`} ${isNonprofit ? 'keine Sphäre' : 'weder Kostenstelle noch Sphäre'}.`,
  bank_lines_open: ({ count }) =>
    count === 1 ? '1 Umsatz der Bank ist noch offen.' : `${number(count)} Umsätze der Bank sind noch offen.`,
  mandate_withdrawn: ({ count }) =>
    `${count === 1 ? '1 Lastschrift hat' : `${number(count)} Lastschriften haben`} kein Mandat mehr. Nimm sie aus dem Einzug.`,
  debits_of_deceased: ({ count }) =>
    `${count === 1 ? '1 Lastschrift betrifft' : `${number(count)} Lastschriften betreffen`} Verstorbene. Nimm sie aus dem Einzug.`,
  bank_differs: ({ account, date, bank, book }) =>
    `${account}: Am ${day(date)} sagt die Bank ${money(bank)}, das Buch ${money(book)}.`,
  bank_balance_missing: ({ account, date }) =>
    `${account}: Der Kontostand am ${day(date)} fehlt. Trag ihn vom Papierauszug ein.`,
  payments_waiting: ({ count }) =>
    count === 1
      ? '1 Zahlung eines Beitrags steht noch nicht im Kassenbuch.'
      : `${number(count)} Zahlungen von Beiträgen stehen noch nicht im Kassenbuch.`,
  too_many_totals:
    'Der Bericht hat zu viele Summen je Sphäre, Kostenstelle und Kategorie. Ordne die Zeilen weniger Kategorien zu.',
  not_closed: 'Das Jahr ist schon offen.',
  not_last_closed: ({ year }) =>
    `Nur das zuletzt abgeschlossene Jahr lässt sich wieder öffnen. Öffne zuerst ${year}.`,
  iban_of_cash: 'Eine Kasse hat keine IBAN. Lass das Feld leer.',
  iban_fixed: 'Die IBAN ist fest, weil schon Auszüge eingelesen sind.',
  opening_fixed: 'Beginn und Saldo sind fest, weil das Konto schon Belege hat.',
  before_book: ({ date }) =>
    `Das Kassenbuch wird hier erst seit dem ${day(date)} geführt. Nimm diesen Tag oder einen späteren.`,
  after_first_voucher: ({ date }) =>
    `Der erste Beleg des Kontos ist vom ${day(date)}. Nimm diesen Tag oder einen früheren.`,
  read_only: 'Das lässt sich nicht ändern. Lade die Seite neu.',
  start_not_asked: 'Das Kassenbuch wird schon hier geführt. Lade die Seite neu.',
  start_required:
    'Seit dem Ausschalten ist Geld erfasst, das im Kassenbuch fehlt. Bitte gib den ersten Tag ein.',
  opening_not_asked:
    'Dieses Konto braucht keinen Bestand: Es ist archiviert oder beginnt erst später. Lade die Seite neu.',
  before_last_start: ({ date }) =>
    `Vor dem ${day(date)} wurde das Kassenbuch schon einmal woanders geführt. Nimm einen späteren Tag.`,
  account_opened_before: ({ name, date }) =>
    `Das Konto „${name}“ beginnt schon am ${day(date)}. Gib an, was am ersten Tag darauf war.`,
  vouchers_since: ({ date }) =>
    `Ein Konto, das vorher begann, hat Belege bis zum ${day(date)}. Nimm einen späteren Tag.`,
  bank_lines_since: ({ date }) =>
    `Umsätze bis zum ${day(date)} sind schon bestätigt und nicht gebucht. Mach sie rückgängig, oder nimm einen späteren Tag.`,
  key_reused: 'Dieses Formular ist schon gebucht. Wenn du noch einmal buchen willst, sende es erneut.',
})

export const en = (formats: Formats, { day, money, number, because } = formats): Sentences => ({
  ...lineEn,
  ...fileEn(formats),
  ...duesEn(formats),
  ...moneyEn(formats),
  ...payerEn,
  ...guardianEn,
  ...settingsEn(formats),
  ...tableEn(formats),
  ...webhookEn(formats),
  in_future: 'The date is in the future. Take today or an earlier day.',
  required: 'Fill in this field.',
  before_1900: 'The date is before 1900. Check the year.',
  year_closed: ({ year }) => `The year ${year} is closed. Take a later date, or have the year reopened.`,
  account_unknown: 'There is no such account. Choose one from the list.',
  account_archived: 'The account is archived. Choose another one.',
  account_begins: ({ date }) => `The account begins on ${day(date)}. Take a later date or another account.`,
  before_account: ({ name, date }) =>
    `The account ${name === undefined ? '' : `“${name}” `}begins on ${day(date)}. Take a later date or another account.`,
  same_account: 'Choose two different accounts.',
  amount_missing: 'Enter an amount.',
  not_the_sum: ({ sum }) => `The lines add up to ${money(Math.abs(sum))}. Change a line or the total.`,
  cash_below_zero: ({ date }) =>
    `This would bring the cash box below zero on ${day(date)}. Check amount and date, or whether income is missing.`,
  cash_opens_below_zero: 'A cash box cannot begin below zero. Enter 0 or more.',
  cost_unit_unknown: 'There is no such cost unit, or it was renamed. Choose one from the list.',
  cost_unit_archived: 'This cost unit is archived. Choose another one.',
  cost_unit_missing: 'Choose the cost unit of the category as well.',
  category_unknown: 'This category does not belong to the cost unit. Choose one from the list.',
  category_id_wrong: 'A category has changed in the meantime. Reload the page.',
  voucher_unknown: 'There is no such voucher. Reload the page.',
  voucher_twice: 'A voucher is chosen twice. Reload the page and choose again.',
  line_unknown: 'The voucher has no such line. Reload the page.',
  side_of_fee: 'Money of a fee always counts as income. Reload the page.',
  pair_closed: 'The voucher belongs to a reversal in a closed year and stays as it is.',
  fee_unknown: 'This fee no longer exists. Reload the page.',
  payment_unknown: 'There is no such payment. Reload the page.',
  payment_missing: 'Choose at least one payment.',
  payment_not_waiting: 'Someone has settled the payment meanwhile. The page of the fee says how.',
  payment_undecided: 'That is undone already; the payment waits again.',
  not_one_decision: 'Decide for a voucher, a reason or a new booking, and for one of them only.',
  fees_or_payments: 'Choose either fees or payments.',
  payment_reversed: 'The payment was reversed. There is nothing left to settle.',
  payment_in_voucher: 'The payment has a voucher of its own. Reverse it on the page of the fee.',
  payment_waived: 'A waiver is no money and does not come into the cash book.',
  voucher_no_match:
    'The voucher does not fit any more: it was reversed, or has the money of another payment. Choose another one, or book the payment anew.',
  voucher_may_have: ({ voucher, date }) =>
    `Voucher ${voucher} may have the money of the payment of ${day(date)} already. Decide that in the cash book, under “Book fees”.`,
  payment_refused: ({ date, because: reason }) => `Payment of ${day(date)}: ${because(reason)}`,
  cash_is_counted: 'This is a cash box. Count it in the cash book.',
  balance_of_statement: 'A statement tells the balance of this day already.',
  only_cash_counted: 'This is a bank account, and only cash is counted. Choose a cash box.',
  reversed_before: 'The voucher was reversed before. The history says by whom and when.',
  is_reversal: 'This voucher is a reversal itself. Enter the old voucher again.',
  shown_by_bank_line:
    'A bank line shows the money of this voucher. Undo the match there, and the voucher can be reversed.',
  of_bank_line: 'This voucher belongs to a bank line. Undo the match there.',
  of_decision:
    'This voucher is set as the booking of a payment. Undo that first, in the cash book under “Book fees”.',
  of_direct_debit: 'This voucher books direct debits. Record the return at the fee or at the bank line.',
  of_payment: 'This voucher books the payment of a fee. Reverse the payment on the page of the fee.',
  taken: ({ noun }) => TAKEN_EN[noun],
  too_many: ({ max, noun }) =>
    noun === 'account'
      ? `More than ${number(max)} accounts are not possible. Edit one that is no longer needed.`
      : `More than ${number(max)} cost units are not possible. Edit one that is no longer needed.`,
  too_many_categories: ({ max, noun }) =>
    noun === 'workspace'
      ? `All cost units together have at most ${number(max)} categories. Leave some out.`
      : `A cost unit has at most ${number(max)} categories. Leave some out.`,
  book_not_kept:
    'The association keeps its cash book elsewhere, so nothing is booked here. An owner switches it on in the settings.',
  book_elsewhere: 'The cash book is not kept here, so no year is closed here.',
  closed_already: 'The year is closed already.',
  closed_year_later: ({ year }) => `A later year, ${year}, is closed already.`,
  year_not_over: ({ date }) => `The year runs until ${day(date)}. You can close it afterwards.`,
  earlier_year_open: ({ year }) => `The year ${year} has to be closed first.`,
  lines_unassigned: ({ count, isNonprofit }) =>
    `${count === 1 ? '1 line has' : `${number(count)} lines have`} ${isNonprofit ? 'no sphere' : 'neither cost unit nor sphere'}.`,
  bank_lines_open: ({ count }) =>
    count === 1 ? '1 bank line is still open.' : `${number(count)} bank lines are still open.`,
  mandate_withdrawn: ({ count }) =>
    `${count === 1 ? '1 debit has' : `${number(count)} debits have`} no mandate any more. Take them out of the collection.`,
  debits_of_deceased: ({ count }) =>
    `${count === 1 ? '1 debit is' : `${number(count)} debits are`} of members who have died. Take them out of the collection.`,
  bank_differs: ({ account, date, bank, book }) =>
    `${account}: on ${day(date)} the bank has ${money(bank)}, the book ${money(book)}.`,
  bank_balance_missing: ({ account, date }) =>
    `${account}: the balance on ${day(date)} is missing. Enter it from the paper statement.`,
  payments_waiting: ({ count }) =>
    count === 1
      ? '1 payment of a fee is not in the cash book yet.'
      : `${number(count)} payments of fees are not in the cash book yet.`,
  too_many_totals:
    'The report has too many totals by sphere, cost unit and category. Assign the lines to fewer categories.',
  not_closed: 'The year is open already.',
  not_last_closed: ({ year }) => `Only the year that was closed last can be reopened. Reopen ${year} first.`,
  iban_of_cash: 'A cash box has no IBAN. Leave the field empty.',
  iban_fixed: 'The IBAN is fixed, since statements were imported.',
  opening_fixed: 'Beginning and balance are fixed, since the account has vouchers.',
  before_book: ({ date }) => `The cash book is kept here since ${day(date)}. Take that day or a later one.`,
  after_first_voucher: ({ date }) =>
    `The first voucher of the account is of ${day(date)}. Take that day or an earlier one.`,
  read_only: 'This cannot be changed. Reload the page.',
  start_not_asked: 'The cash book is kept here already. Reload the page.',
  start_required: 'Money was recorded since, which the cash book does not have. Enter the first day.',
  opening_not_asked: 'This account needs no balance: it is archived, or opens later. Reload the page.',
  before_last_start: ({ date }) =>
    `Before ${day(date)}, the cash book was kept elsewhere. Choose a later day.`,
  account_opened_before: ({ name, date }) =>
    `The account “${name}” opens on ${day(date)} already. Enter what was in it on the first day.`,
  vouchers_since: ({ date }) =>
    `An account that opened before has vouchers until ${day(date)}. Choose a later day.`,
  bank_lines_since: ({ date }) =>
    `Bank lines until ${day(date)} are confirmed already and not booked. Undo them, or choose a later day.`,
  key_reused: 'This form was booked before. To book it once more, send it again.',
})
