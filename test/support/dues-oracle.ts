import type { Period } from '../../src/domain/dues/period'
import type { DuesPerson, Terms } from '../../src/domain/dues/terms'

/** A fraction of cents. */
type Fraction = { top: bigint; bottom: bigint }

/** The row of a part: whom it is claimed from, and what it is now. */
type Row = { person: DuesPerson; part: string; kind: string; cents: Fraction; claimed: boolean }

const whole = (cents: number): Fraction => ({ top: BigInt(cents), bottom: 1n })
const times = (one: Fraction, top: number, bottom: number): Fraction => ({
  top: one.top * BigInt(top),
  bottom: one.bottom * BigInt(bottom),
})
const minus = (one: Fraction, other: Fraction): Fraction => ({
  top: one.top * other.bottom - other.top * one.bottom,
  bottom: one.bottom * other.bottom,
})

/** The multiple of a unit that is nearest, the higher one of two. */
function nearest({ top, bottom }: Fraction, unit = 1): Fraction {
  const step = bottom * BigInt(unit)
  const below = top / step
  return whole(Number((2n * (top - below * step) >= step ? below + 1n : below) * BigInt(unit)))
}

const centsOf = ({ top, bottom }: Fraction): number => Number(top / bottom)

/**
 * What each person owes, by part: a second implementation, which goes rule by rule over a table of all parts, in fractions.
 * Persons with a fault or an exemption are named with it.
 */
export function duesByTable(terms: Terms, period: Period, everyone: readonly DuesPerson[]) {
  const persons = everyone.filter(
    (one) => !(one.joinDate && one.joinDate > period.end) && !(one.leaveDate && one.leaveDate < period.begin),
  )
  const out = new Map<string, string>()
  const open = () => persons.filter(({ id }) => !out.has(id))
  const based = new Set<string>()
  let rows: Row[] = []
  const add = (person: DuesPerson, part: string, kind: string, cents: number) =>
    rows.push({ person, part, kind, cents: whole(cents), claimed: false })
  const applies = (index: number, among: DuesPerson[]) => {
    for (const { id, fits } of among) if (fits[index] === null) out.set(id, 'no_birthdate')
    return among.filter(({ fits }) => fits[index] === true)
  }
  const eachOf = (kind: string, act: (index: number) => void) => {
    for (const [index, rule] of terms.rules.entries()) if (rule.kind === kind) act(index)
  }

  eachOf('exempt', (index) => {
    for (const { id } of applies(index, open())) out.set(id, 'exempt')
  })
  eachOf('base', (index) => {
    const rule = terms.rules[index]
    if (rule?.kind !== 'base') return
    for (const person of applies(
      index,
      open().filter(({ id }) => !based.has(id)),
    )) {
      based.add(person.id)
      add(person, rule.id, 'base', rule.amount)
    }
  })
  for (const { id } of open()) if (!based.has(id)) out.set(id, 'no_rule')
  eachOf('surcharge', (index) => {
    const rule = terms.rules[index]
    if (rule?.kind !== 'surcharge') return
    for (const person of applies(index, open())) {
      if (!rule.per_value) add(person, rule.id, 'surcharge', rule.amount ?? 0)
      for (const value of rule.per_value ? (person.values[rule.per_value.column] ?? []) : []) {
        const price = Object.entries(rule.per_value?.prices ?? {}).find(([name]) => name === value)?.[1]
        if (price) add(person, `${rule.id}:${value}`, 'surcharge', price.amount)
        else if (!out.has(person.id)) out.set(person.id, `no_price ${value}`)
      }
    }
  })
  eachOf('reduction', (index) => {
    const rule = terms.rules[index]
    if (rule?.kind !== 'reduction') return
    for (const person of applies(index, open())) {
      let left = whole(rule.amount ?? 0)
      for (const row of rows.filter(
        (row) => row.person === person && (rule.of === 'all' || row.kind === 'base'),
      )) {
        const isMore = centsOf(minus(row.cents, left)) >= 0
        const off =
          rule.percent == null
            ? isMore
              ? left
              : row.cents
            : nearest(times(row.cents, Math.round(rule.percent * 100), 10_000))
        if (rule.percent == null) left = minus(left, off)
        row.cents = minus(row.cents, off)
      }
    }
  })
  const monthsOf = ({ joinDate }: DuesPerson): number => {
    if (terms.proRata === 'none' || !joinDate || joinDate < period.begin) return period.months
    // Months are counted back from the last one.
    const [end, joined] = [new Date(period.end), new Date(joinDate)]
    return end.getUTCMonth() - joined.getUTCMonth() + 1
  }
  for (const row of rows)
    row.cents = nearest(times(row.cents, monthsOf(row.person), period.months), terms.rounding)
  eachOf('once', (index) => {
    const rule = terms.rules[index]
    if (rule?.kind !== 'once') return
    const joiners = open().filter(({ joinDate }) => joinDate && joinDate >= period.begin)
    for (const person of applies(index, joiners)) add(person, rule.id, 'once', rule.amount)
  })
  // A claim takes the place of what is computed, and is there also if nothing is.
  rows = rows.filter(
    ({ person, part, kind }) =>
      !out.has(person.id) &&
      !person.claimed?.some(
        (one) => one.kind === 'exempt' || one.part === part || (kind === 'base' && one.kind === 'base'),
      ),
  )
  for (const person of persons)
    for (const { part, kind, amount } of person.claimed ?? [])
      rows.push({ person, part, kind, cents: whole(amount), claimed: true })

  eachOf('family', (index) => {
    const rule = terms.rules[index]
    if (rule?.kind !== 'family') return
    const touched = rows.filter(({ kind }) => kind === 'base' || (rule.of === 'all' && kind === 'surcharge'))
    const payers = new Set(touched.map(({ person }) => person.payerId ?? person.id))
    for (const payer of payers) {
      const own = touched.filter(({ person }) => (person.payerId ?? person.id) === payer)
      const age = ({ birthdate, id }: DuesPerson) => `${birthdate ?? '0000-00-00'} ${id}`
      const oldest = [...new Set(own.map(({ person }) => person))].sort((a, b) => (age(a) < age(b) ? -1 : 1))
      if (rule.steps)
        for (const row of own.filter(({ claimed }) => !claimed)) {
          const rank = oldest.indexOf(row.person) + 1
          const [step] = rule.steps.filter(({ from }) => from <= rank).sort((a, b) => b.from - a.from)
          const off = nearest(times(row.cents, Math.round((step?.percent ?? 0) * 100), 10_000))
          row.cents = minus(row.cents, off)
        }
      if (rule.cap == null) continue
      const months = Math.max(...oldest.map((one) => (out.has(one.id) ? period.months : monthsOf(one))))
      const cap =
        months === period.months
          ? rule.cap
          : centsOf(nearest(times(whole(rule.cap), months, period.months), terms.rounding))
      // Cent by cent would take long: the last cents of the youngest are those that do not fit under the cap.
      let room = cap - own.filter(({ claimed }) => claimed).reduce((sum, row) => sum + centsOf(row.cents), 0)
      for (const person of oldest)
        for (const row of own.filter((row) => row.person === person && !row.claimed)) {
          const fits = Math.max(0, Math.min(room, centsOf(row.cents)))
          row.cents = whole(fits)
          room -= fits
        }
    }
  })
  const parts = rows
    .filter(({ claimed, person }) => !claimed && !out.has(person.id))
    .map(({ person, part, cents }): [string, number] => [`${person.id} ${part}`, centsOf(cents)])
  return { out, parts: new Map(parts) }
}
