import type { Payment } from '../../domain/payments/payment'
import { textsIn } from '../../ui/i18n/locale'

type PaymentText = (date: string, amount: string) => string

const sie = {
  title: 'Alle Daten',
  asOf: (date: string, association: string) => `Stand ${date} · ${association}`,
  back: 'Zurück zu den Daten',
  howToPrint: 'Über das Menü Ihres Browsers können Sie diese Seite drucken oder als PDF sichern.',
  file: 'Daten',
  consents: 'Verlauf der Einwilligungen',
  fees: 'Zahlungen',
  mails: 'E-Mails an Sie',
  changes: 'Änderungen',
  none: 'Keine',
  payments: {
    payment: (date, amount) => `Bezahlt am ${date}: ${amount}`,
    return: (date, amount) => `Lastschrift zurückgegeben am ${date}: ${amount}`,
    reversal: (date, amount) => `Storniert am ${date}: ${amount}`,
    refund: (date, amount) => `Erstattet am ${date}: ${amount}`,
    waiver: (date, amount) => `Erlassen am ${date}: ${amount}`,
  } as Record<Payment['kind'], PaymentText>,
}

const du: Partial<typeof sie> = {
  howToPrint: 'Über das Menü deines Browsers kannst du diese Seite drucken oder als PDF sichern.',
  mails: 'E-Mails an dich',
}

const en: typeof sie = {
  title: 'All data',
  asOf: (date, association) => `As of ${date} · ${association}`,
  back: 'Back to your details',
  howToPrint: 'Use the menu of your browser to print this page or to save it as a PDF.',
  file: 'Data',
  consents: 'History of consents',
  fees: 'Payments',
  mails: 'Emails to you',
  changes: 'Changes',
  none: 'None',
  payments: {
    payment: (date, amount) => `Paid on ${date}: ${amount}`,
    return: (date, amount) => `Direct debit returned on ${date}: ${amount}`,
    reversal: (date, amount) => `Reversed on ${date}: ${amount}`,
    refund: (date, amount) => `Refunded on ${date}: ${amount}`,
    waiver: (date, amount) => `Waived on ${date}: ${amount}`,
  },
}

/** What the record of a member says. */
export const recordTexts = textsIn({ sie, du, en })
