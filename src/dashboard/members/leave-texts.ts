import type { Locale } from '../../ui/i18n/locale'

const de = {
  weeks: (count: number): string =>
    count === 0 ? 'ohne Frist' : count === 1 ? 'eine Woche' : `${count} Wochen`,
  ends: {
    any_day: 'zu jedem Tag',
    month: 'zum Ende eines Monats',
    quarter: 'zum Ende eines Quartals',
    half_year: 'zum Ende eines Halbjahrs',
    year: 'zum Ende eines Jahres',
  },
  proposed: (notice: string, end: string) =>
    `Vorgeschlagen ist der nächste Tag, den die Kündigungsfrist zulässt: ${notice} ${end}.`,
  ofDeath: 'Bei Verstorbenen ist es der Todestag.',
  noDate: 'Bitte gib ein Datum ein, das es gibt.',
  inFuture: 'Der Todestag kann nicht in der Zukunft liegen.',
  deceasedHint:
    'Wer verstorben ist, bekommt keine E-Mails mehr, und von seinem Konto wird nichts mehr eingezogen. Für wen er gezahlt hat, braucht einen neuen Zahler.',
  noteHint: 'Freiwillig; das Mitglied sieht sie nicht im Portal',
  noReason: 'Bitte wähle einen der Gründe.',
  longNote: 'Bitte gib höchstens 500 Zeichen in einer Zeile ein.',
}

const en: typeof de = {
  weeks: (count) => (count === 0 ? 'no notice' : count === 1 ? 'one week' : `${count} weeks`),
  ends: {
    any_day: 'to any day',
    month: 'to the end of a month',
    quarter: 'to the end of a quarter',
    half_year: 'to the end of a half-year',
    year: 'to the end of a year',
  },
  proposed: (notice, end) => `The next day that the notice allows is proposed: ${notice} ${end}.`,
  ofDeath: 'For the deceased it is the day of death.',
  noDate: 'Please enter a date that exists.',
  inFuture: 'The day of death cannot be in the future.',
  deceasedHint:
    'The deceased get no more emails, and nothing is collected from their accounts. Those for whom they paid need another payer.',
  noteHint: 'Optional; the member does not see it in the portal',
  noReason: 'Please choose one of the reasons.',
  longNote: 'Please enter at most 500 characters in one line.',
}

/** What forms say that end memberships. */
export const leaveTexts = ({ language }: Locale): typeof de => (language === 'de' ? de : en)
