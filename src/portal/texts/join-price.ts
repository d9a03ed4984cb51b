import type { Interval } from '../../domain/dues/period'
import type { Outcome } from '../../domain/dues/quote'
import { textsIn } from '../../ui/i18n/locale'

const SET_LATER = 'Diesen Beitrag legt der Verein bei der Aufnahme fest.'

const sie = {
  reasons: {
    owes: '',
    exempt: 'beitragsfrei',
    no_member: 'Für diesen Zeitraum fällt kein Beitrag an.',
    no_rule: SET_LATER,
    no_birthdate: SET_LATER,
    no_price: SET_LATER,
  } satisfies Record<Outcome['outcome'], string>,
  later: (amount: string, interval: string) => `Danach ${amount} ${interval}`,
  intervals: {
    year: 'im Jahr',
    half_year: 'im Halbjahr',
    quarter: 'im Quartal',
    month: 'im Monat',
  } satisfies Record<Interval, string>,
  expected:
    'So viel ist es nach der Beitragsordnung, wenn Sie heute aufgenommen werden. Gehören Sie zu einer Familie, die schon Mitglied ist, kann es weniger sein.',
}

const du: Partial<typeof sie> = {
  expected:
    'So viel ist es nach der Beitragsordnung, wenn du heute aufgenommen wirst. Gehörst du zu einer Familie, die schon Mitglied ist, kann es weniger sein.',
}

const SET_LATER_EN = 'The association sets this fee when it admits you.'

const en: typeof sie = {
  reasons: {
    owes: '',
    exempt: 'no fee',
    no_member: 'No fee for this period.',
    no_rule: SET_LATER_EN,
    no_birthdate: SET_LATER_EN,
    no_price: SET_LATER_EN,
  },
  later: (amount, interval) => `${amount} ${interval} after that`,
  intervals: { year: 'a year', half_year: 'every six months', quarter: 'a quarter', month: 'a month' },
  expected:
    'This is the amount by the association’s fee rules if it admits you today. It can be less if your family already has members.',
}

/** What the page that confirms an application says of the price. */
export const joinPriceTexts = textsIn({ sie, du, en })
