import type { CamtEntry } from './camt'
import { asBanksWrite, germanIban, nameOf } from './german-names'

/** To what an expense is booked. */
export type Place = { costunit_name: string; category_name: string; sphere: string }

/** An expense of a year with the place to which a treasurer books it. */
export type Expense = { entry: CamtEntry; place: Place }

/** The cost units of the club, with the sphere of each and its categories. */
export const UNITS: Record<string, { sphere: string; categories: string[] }> = {
  Vereinsheim: { sphere: 'ideal', categories: ['Strom', 'Wasser', 'Reinigung', 'Reparaturen'] },
  Sport: { sphere: 'purpose', categories: ['Platzmiete', 'Trainer', 'Geräte', 'Fahrten'] },
  Verwaltung: { sphere: 'ideal', categories: ['Telefon', 'Versicherung', 'Porto', 'Software'] },
  Sommerfest: { sphere: 'business', categories: ['Getränke', 'Musik', 'Zelt', 'Werbung'] },
}

const PLACES: Place[] = Object.entries(UNITS).flatMap(([costunit_name, { sphere, categories }]) =>
  categories.map((category_name) => ({ costunit_name, category_name, sphere })),
)
const placeAt = (index: number): Place => PLACES[index % PLACES.length] as Place

const TRADES =
  'Stadtwerke Getränke Elektro Sanitär Druckerei Reinigung Sporthaus Busreisen Versicherung Verband'.split(
    ' ',
  )
const TOWNS = ['Lindental', 'Neustadt', 'Köln', 'Süßen']
const FORMS = ['GmbH', 'KG', 'e. K.', 'AG & Co. KG']

/**
 * Somebody whom the club pays. One of eight gets money for two things in turn, whose place nobody can tell by the partner alone.
 * Every fifth has no account in the statement, some are persons, and the last tenth is new in the third month.
 */
function partnerOf(index: number, partners: number) {
  const trade = `${TRADES[index % TRADES.length]} ${TOWNS[index % TOWNS.length]} ${FORMS[index % FORMS.length]}`
  const { first_name, last_name } = nameOf(500 + index)
  return {
    name: index % 4 === 3 ? `${first_name} ${last_name}` : trade,
    iban: index % 5 === 4 ? undefined : germanIban(9000 + index),
    places: index < partners / 8 ? [placeAt(index), placeAt(index + 7)] : [placeAt(index)],
    amount: 1200 + 731 * index,
    isNewIn: index >= 0.9 * partners ? 3 : 1,
  }
}

/**
 * The expenses of a month of a year, from 1 to 12: so many, of so many partners. Amounts differ from one to the next, and names
 * without an account are written in capitals at times.
 */
export function expensesOf(
  month: number,
  { partners, count }: { partners: number; count: number },
): Expense[] {
  const active = Array.from({ length: partners }, (_, index) => partnerOf(index, partners)).filter(
    ({ isNewIn }) => isNewIn <= month,
  )
  return Array.from({ length: count }, (_, index) => {
    const { name, iban, places, amount } = active[index % active.length] as (typeof active)[number]
    const time = Math.floor(index / active.length) + month
    return {
      place: places[time % places.length] as Place,
      entry: {
        amount: -(amount + 97 * ((index * month) % 13)),
        date: `2025-${pad(month)}-${pad(1 + (index % 28))}`,
        details: [
          {
            creditor: { name: !iban && time % 2 === 0 ? name.toUpperCase() : name, ...(iban && { iban }) },
            text: [`Rechnung ${month}${index} ${asBanksWrite(name.split(' ')[0] ?? '')}`],
          },
        ],
      },
    }
  })
}

const pad = (number: number): string => String(number).padStart(2, '0')
