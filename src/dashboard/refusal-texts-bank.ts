import type { LineRefusal } from '../domain/shared/bank-refusals'

// The address of a line names a code and no values, so these sentences need none.
type Texts = Record<LineRefusal['code'], string>

/** What is refused of a bank line, and what to do. */
export const de: Texts = {
  line_changed: 'Der Umsatz hat sich inzwischen geändert. Unten steht, wie es jetzt ist.',
  line_changed_since: 'Der Umsatz hat sich inzwischen geändert. Unten steht, wie es jetzt ist.',
  line_confirmed: 'Der Umsatz ist inzwischen zugeordnet. Unten steht, wie es jetzt ist.',
  line_ignored: 'Der Umsatz ist inzwischen ausgeblendet. Hol ihn zuerst zurück.',
  line_ignored_before: 'Der Umsatz ist schon ausgeblendet.',
  line_in_part: 'Der Umsatz ist schon zugeordnet, ganz oder zum Teil. Mach das zuerst rückgängig.',
  line_not_confirmed: 'Der Umsatz ist nicht mehr zugeordnet. Unten steht, wie es jetzt ist.',
  line_not_ignored: 'Der Umsatz ist nicht mehr ausgeblendet. Unten steht, wie es jetzt ist.',
  line_decided:
    'Für eine der Zahlungen wurde festgelegt, in welchem Beleg sie steht. Mach zuerst das rückgängig.',
  choices_mixed: 'Ein Umsatz lässt sich nur auf eine Art zuordnen. Wähle eine davon.',
  nothing_suggested: 'Für diesen Umsatz gibt es keinen Vorschlag mehr. Unten steht, wie es jetzt ist.',
  nothing_to_book: 'Vom Umsatz bleibt nichts mehr zu buchen. Ordne ihn ohne Buchung zu.',
  bank_line_unknown: 'Diesen Umsatz gibt es nicht mehr. Unten steht, wie es jetzt ist.',
  named_twice: 'Etwas ist doppelt ausgewählt. Wähle noch einmal aus.',
  currency_foreign: 'Nur Euro werden gebucht. Blende den Umsatz aus.',
  money_goes_out: 'Bei diesem Umsatz geht Geld hinaus. Einen Einzug schreibt nur ein Eingang gut.',
  part_not_positive: 'Der Umsatz ist ein Eingang; er bezahlt Beiträge und erstattet keine.',
  part_not_negative: 'Der Umsatz ist ein Ausgang; er erstattet Beiträge und bezahlt keine.',
  more_than_left: 'Das ist mehr, als vom Umsatz übrig ist. Gib einen kleineren Betrag ein.',
  more_than_open: 'Das ist mehr, als vom Beitrag offen ist. Gib einen kleineren Betrag ein.',
  more_than_paid: 'Das ist mehr, als vom Beitrag bezahlt ist. Gib einen kleineren Betrag ein.',
  fee_is_paid: 'Der Beitrag ist inzwischen bezahlt.',
  fee_collecting: 'Der Beitrag wird gerade per Lastschrift eingezogen.',
  fee_cancelled: 'Der Beitrag ist storniert. Öffne ihn zuerst wieder.',
  debit_unknown: 'Diese Lastschrift gibt es nicht mehr. Unten steht, wie es jetzt ist.',
  debit_other_collection: 'Die Lastschriften gehören zu verschiedenen Einzügen. Bestätige jeden für sich.',
  debit_credited:
    'Diese Lastschriften sind schon gutgeschrieben. Ist das ein anderer Umsatz, buche ihn ohne Beitrag.',
  debit_returned:
    'Diese Lastschrift ist schon zurückgekommen. Ist das ein anderer Umsatz, buche ihn ohne Beitrag.',
  debit_returned_credit: 'Diese Lastschrift ist schon zurückgekommen. Buche den Umsatz ohne Beitrag.',
  debit_discarded: 'Die Lastschrift wurde verworfen. Buche den Umsatz ohne Beitrag.',
  debit_not_submitted:
    'Der Lastschrifteinzug ist noch nicht bei der Bank eingereicht. Halte das zuerst fest.',
  debits_differ:
    'Die Lastschriften ergeben eine andere Summe als der Umsatz. Buche die Differenz mit, oder ordne ihn anders zu.',
  debits_exceed: 'Die Lastschriften ergeben mehr als der Umsatz. Ordne ihn weniger Lastschriften zu.',
  collection_unknown: 'Diesen Lastschrifteinzug gibt es nicht mehr. Unten steht, wie es jetzt ist.',
  collection_released: 'Der Lastschrifteinzug ist noch nicht bei der Bank eingereicht.',
  collection_submitted: 'Der Lastschrifteinzug ist schon bei der Bank eingereicht.',
  collection_settled:
    'Der Lastschrifteinzug ist schon gutgeschrieben. Ist das ein anderer Umsatz, buche ihn ohne Beitrag.',
  collection_discarded: 'Der Lastschrifteinzug wurde verworfen. Buche den Umsatz ohne Beitrag.',
  collection_differs:
    'Der Lastschrifteinzug ergibt eine andere Summe als der Umsatz. Buche die Differenz mit, oder ordne ihn anders zu.',
  vouchers_elsewhere: 'Der Verein führt sein Kassenbuch woanders; hier gibt es keine Belege zum Zuordnen.',
  vouchers_differ:
    'Die Belege ergeben eine andere Summe als der Umsatz. Buche die Differenz mit, oder ordne ihn anders zu.',
  voucher_is_transfer:
    'Der Beleg ist eine Umbuchung zwischen Konten. Ordne den Umsatz einem anderen Beleg zu.',
  voucher_is_reversal: 'Der Beleg ist ein Storno. Ordne den Umsatz einem anderen Beleg zu.',
  voucher_reversed: 'Der Beleg wurde inzwischen storniert. Ordne den Umsatz einem anderen Beleg zu.',
  voucher_of_line: 'Der Beleg gehört schon zu einem Umsatz. Ordne diesen einem anderen Beleg zu.',
  voucher_shown: 'Der Beleg ist schon einem anderen Umsatz zugeordnet.',
  voucher_other_account: 'Der Beleg gehört zu einem anderen Konto als der Umsatz.',
  voucher_too_far: 'Beleg und Umsatz liegen zu viele Tage auseinander. Buche den Umsatz für sich.',
  settled_came_back:
    'Seit der Gutschrift kam eine Lastschrift dieses Einzugs zurück. Mach zuerst das rückgängig.',
  credited_came_back: 'Die Lastschrift kam nach der Gutschrift zurück. Mach zuerst das rückgängig.',
  returned_credited:
    'Der Lastschrifteinzug wurde nach dieser Rücklastschrift gutgeschrieben. Mach zuerst die Gutschrift rückgängig.',
  return_fee_changed:
    'Mit dem zurückgegebenen Beitrag ist danach noch etwas geschehen. Mach zuerst das rückgängig.',
  charge_paid:
    'Die Gebühr der Bank wurde als Beitrag weitergegeben und ist schon bezahlt oder wird eingezogen. Mach zuerst das rückgängig.',
  of_fee_decided:
    'Für eine der Zahlungen wurde festgelegt, in welchem Beleg sie steht. Mach zuerst das rückgängig.',
  of_fee_collecting: 'Der Beitrag wird gerade per Lastschrift eingezogen.',
  of_fee_collected_again:
    'Der Beitrag ist schon im nächsten Lastschrifteinzug. Schließe diesen zuerst ab oder verwirf ihn; danach lässt sich die Rücklastschrift übernehmen.',
  of_fee_cancelled: 'Der Beitrag ist storniert. Öffne ihn zuerst wieder.',
  of_fee_refunded: 'Von diesem Geld wurde schon etwas erstattet. Storniere zuerst die Erstattung.',
  of_fee_paid_again: 'Der Beitrag wurde inzwischen noch einmal bezahlt. Storniere zuerst diese Zahlung.',
  of_fee_paid_back: 'Vom Geld des Beitrags ging danach noch etwas zurück. Mach zuerst das rückgängig.',
}

export const en: Texts = {
  line_changed: 'The line has changed in the meantime. Below is how things are now.',
  line_changed_since: 'The line has changed in the meantime. Below is how things are now.',
  line_confirmed: 'The line was confirmed in the meantime. Below is how things are now.',
  line_ignored: 'The line was ignored in the meantime. Restore it first.',
  line_ignored_before: 'The line is ignored already.',
  line_in_part: 'The line is confirmed, wholly or in part. Undo that first.',
  line_not_confirmed: 'The line is no longer confirmed. Below is how things are now.',
  line_not_ignored: 'The line is no longer ignored. Below is how things are now.',
  line_decided: 'It was decided in which voucher one of the payments is. Undo that decision first.',
  choices_mixed: 'A line is matched in one way only. Choose one of them.',
  nothing_suggested: 'Nothing is suggested for this line any more. Below is how things are now.',
  nothing_to_book: 'Nothing of the line is left to book. Match it without a booking.',
  bank_line_unknown: 'This line no longer exists. Below is how things are now.',
  named_twice: 'Something is chosen twice. Choose again.',
  currency_foreign: 'Only euros are booked. Ignore the line.',
  money_goes_out: 'The money of this line goes out. Only money that comes in credits a collection.',
  part_not_positive: 'Money of this line comes in, so it pays fees and refunds none.',
  part_not_negative: 'Money of this line goes out, so it refunds fees and pays none.',
  more_than_left: 'That is more than is left of the line. Enter a smaller amount.',
  more_than_open: 'That is more than is open of the fee. Enter a smaller amount.',
  more_than_paid: 'That is more than was paid of the fee. Enter a smaller amount.',
  fee_is_paid: 'The fee was paid in the meantime.',
  fee_collecting: 'The fee is being collected by direct debit.',
  fee_cancelled: 'The fee is cancelled. Reopen it first.',
  debit_unknown: 'There is no such direct debit any more. Below is how things are now.',
  debit_other_collection: 'The direct debits are of several collections. Confirm each by itself.',
  debit_credited: 'These direct debits were credited before. If this is another line, book it without a fee.',
  debit_returned: 'This direct debit has come back before. If this is another line, book it without a fee.',
  debit_returned_credit: 'This direct debit has come back before. Book the line without a fee.',
  debit_discarded: 'The debit was discarded. Book the line without a fee.',
  debit_not_submitted: 'The collection is not submitted to the bank yet. Record that first.',
  debits_differ:
    'The direct debits add up to another sum than the line. Book the difference as well, or match it otherwise.',
  debits_exceed: 'The direct debits add up to more than the line. Match it with fewer of them.',
  collection_unknown: 'There is no such collection any more. Below is how things are now.',
  collection_released: 'The collection is not submitted to the bank yet.',
  collection_submitted: 'The collection is submitted to the bank already.',
  collection_settled: 'The collection was credited before. If this is another line, book it without a fee.',
  collection_discarded: 'The collection was discarded. Book the line without a fee.',
  collection_differs:
    'The collection adds up to another sum than the line. Book the difference as well, or match it otherwise.',
  vouchers_elsewhere: 'The association keeps its cash book elsewhere, so there are no vouchers to match.',
  vouchers_differ:
    'The vouchers add up to another sum than the line. Book the difference as well, or match it otherwise.',
  voucher_is_transfer: 'The voucher is a transfer between accounts. Match the line with another voucher.',
  voucher_is_reversal: 'The voucher is a reversal. Match the line with another voucher.',
  voucher_reversed: 'The voucher was reversed in the meantime. Match the line with another voucher.',
  voucher_of_line: 'The voucher belongs to a line already. Match this one with another voucher.',
  voucher_shown: 'The voucher is matched with another line already.',
  voucher_other_account: 'The voucher is of another account than the line.',
  voucher_too_far: 'Voucher and line are too many days apart. Book the line by itself.',
  settled_came_back: 'A direct debit of this collection came back after the credit. Undo that first.',
  credited_came_back: 'The direct debit came back after its credit. Undo that first.',
  returned_credited: 'The collection was credited after this return. Undo the credit first.',
  return_fee_changed: 'Something happened to the returned fee afterwards. Undo that first.',
  charge_paid:
    'The charge of the bank was passed on as a fee, which is paid or being collected. Undo that first.',
  of_fee_decided: 'It was decided in which voucher one of the payments is. Undo that decision first.',
  of_fee_collecting: 'The fee is being collected by direct debit.',
  of_fee_collected_again:
    'The fee is already in the next collection of direct debits. Settle or discard that first; then the return can be confirmed.',
  of_fee_cancelled: 'The fee is cancelled. Reopen it first.',
  of_fee_refunded: 'Some of this money was refunded. Reverse the refund first.',
  of_fee_paid_again: 'The fee was paid again since. Reverse that payment first.',
  of_fee_paid_back: 'Money of the fee went back afterwards. Undo that first.',
}
