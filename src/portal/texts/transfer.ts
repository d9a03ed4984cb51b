import { textsIn } from '../../ui/i18n/locale'

const sie = {
  title: 'So überweisen Sie',
  each: 'Bitte überweisen Sie jeden Betrag einzeln, jeweils mit seinem Verwendungszweck.',
  payee: 'Empfänger',
  iban: 'IBAN',
  amount: 'Betrag',
  reference: 'Verwendungszweck',
  keep: 'Tippen Sie auf IBAN oder Verwendungszweck, um alles davon zu markieren. Mit dem Verwendungszweck ordnen wir Ihre Zahlung zu.',
  code: (description: string) => `GiroCode für die Überweisung: ${description}`,
  scan: 'Scannen Sie den GiroCode mit Ihrer Banking-App. Ist sie auf diesem Handy, machen Sie einen Screenshot und öffnen Sie ihn in der App.',
  noPayee:
    'Hier steht noch kein Konto, auf das Sie überweisen können. Fragen Sie bitte nach, wie Sie zahlen.',
  questions: 'Fragen?',
  askAssociation: (name: string) => `Wenden Sie sich an: ${name}`,
}

const du: Partial<typeof sie> = {
  title: 'So überweist du',
  each: 'Bitte überweise jeden Betrag einzeln, jeweils mit seinem Verwendungszweck.',
  keep: 'Tippe auf IBAN oder Verwendungszweck, um alles davon zu markieren. Mit dem Verwendungszweck ordnen wir deine Zahlung zu.',
  scan: 'Scanne den GiroCode mit deiner Banking-App. Ist sie auf diesem Handy, mach einen Screenshot und öffne ihn in der App.',
  noPayee: 'Hier steht noch kein Konto, auf das du überweisen kannst. Frag bitte nach, wie du zahlst.',
  askAssociation: (name) => `Wende dich an: ${name}`,
}

const en: typeof sie = {
  title: 'How to pay by bank transfer',
  each: 'Please pay each amount separately, each with its own payment reference.',
  payee: 'Payee',
  iban: 'IBAN',
  amount: 'Amount',
  reference: 'Payment reference',
  keep: 'Tap the IBAN or the payment reference to select all of it. The reference tells us which payment is yours.',
  code: (description) => `GiroCode for the bank transfer: ${description}`,
  scan: 'Scan the GiroCode with your banking app. If the app is on this phone, take a screenshot and open it in the app.',
  noPayee: 'There is no account here yet that you can pay to. Please ask how to pay.',
  questions: 'Questions?',
  askAssociation: (name) => `Contact ${name}`,
}

/** How members pay by bank transfer, and whom they ask. */
export const transferTexts = textsIn({ sie, du, en })
