import { textsIn } from '../../ui/i18n/locale'

const sie = {
  title: 'Zahlungen',
  nothingOpen: 'Im Moment ist nichts offen.',
  openFor: (name: string) => `Offen für ${name}`,
  dueOn: (date: string) => `fällig bis ${date}`,
  dueSince: (date: string) => `fällig seit ${date}`,
  states: {
    open: 'offen',
    dueToday: 'heute fällig',
    overdue: 'überfällig',
    returned: 'zurückgegeben',
    disputed: 'in Klärung',
    deferred: 'aufgeschoben',
  },
  deferredUntil: (date: string) => `aufgeschoben bis ${date}`,
  partlyPaid: (paid: string, amount: string) => `${paid} von ${amount} sind bezahlt`,
  partlyWaived: (waived: string, amount: string) => `${waived} von ${amount} sind erlassen`,
  more: 'Weitere Zahlungen sehen Sie hier, sobald diese bezahlt sind.',
  family: 'Offen in der Familie',
  familyStates: {
    toPay: 'zu überweisen',
    overdue: 'überfällig',
    collected: 'Lastschrift',
    nothing: 'nichts offen',
  },
  alsoCollected: (amount: string) => `dazu ${amount} per Lastschrift`,
  open: (amount: string) => `Offen: ${amount}`,
  howToPay: 'So zahlen Sie',
  ofOthers: 'Sie zahlen auch für',
  settled: 'Erledigt',
  paidOn: (date: string) => `bezahlt am ${date}`,
  waivedOn: (date: string) => `erlassen am ${date}`,
  cancelledOn: (date: string) => `storniert am ${date}`,
  settledStates: { paid: 'bezahlt', waived: 'erlassen', cancelled: 'storniert' },
  confirmation: (year: number) => `Beitragsbestätigung ${year}`,
}

const du: Partial<typeof sie> = {
  ofOthers: 'Du zahlst auch für',
  more: 'Weitere Zahlungen siehst du hier, sobald diese bezahlt sind.',
  howToPay: 'So zahlst du',
}

const en: typeof sie = {
  title: 'Payments',
  nothingOpen: 'Nothing is due at the moment.',
  openFor: (name) => `Open for ${name}`,
  dueOn: (date) => `due by ${date}`,
  dueSince: (date) => `due since ${date}`,
  states: {
    open: 'open',
    dueToday: 'due today',
    overdue: 'overdue',
    returned: 'returned',
    disputed: 'being clarified',
    deferred: 'deferred',
  },
  deferredUntil: (date) => `deferred until ${date}`,
  partlyPaid: (paid, amount) => `${paid} of ${amount} has been paid`,
  partlyWaived: (waived, amount) => `${waived} of ${amount} has been waived`,
  more: 'Further payments appear here once these are paid.',
  family: 'Open for the family',
  familyStates: {
    toPay: 'to pay',
    overdue: 'overdue',
    collected: 'direct debit',
    nothing: 'nothing due',
  },
  alsoCollected: (amount) => `plus ${amount} by direct debit`,
  open: (amount) => `Open: ${amount}`,
  howToPay: 'How to pay',
  ofOthers: 'You also pay for',
  settled: 'Settled',
  paidOn: (date) => `paid on ${date}`,
  waivedOn: (date) => `waived on ${date}`,
  cancelledOn: (date) => `cancelled on ${date}`,
  settledStates: { paid: 'paid', waived: 'waived', cancelled: 'cancelled' },
  confirmation: (year) => `Confirmation of payments ${year}`,
}

/** What the page of a member's fees says. */
export const myFeesTexts = textsIn({ sie, du, en })
