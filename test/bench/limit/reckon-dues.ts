/** A rule as the service stores it. Amounts are cents. */
export type Rule = {
  id: string
  kind: 'base' | 'surcharge' | 'reduction' | 'family' | 'exempt' | 'once'
  name: string
  amount?: number | null
  percent?: number | null
  of?: 'base' | 'all'
  cap?: number | null
  why?: string
  place?: Place | null
  per_value?: { prices: Record<string, { amount: number; place: Place | null }> } | null
}

export type Place = { cost_unit_id?: string; category_id?: string; sphere?: string }

/** A member as it is read, packed. */
export type Packed = [
  id: string,
  name: string,
  birthdate: string | null,
  joined: string,
  payer: string | null,
  shirt: string,
  trainer: number,
  teams: string[],
  locker: number,
  handicap: number,
]

/** A step of a line, as the service stores it. */
export type Step = {
  step: string
  rule_id: string | null
  name: string | null
  months: number | null
  of: number | null
  amount: number
}

export type Line = {
  rule: Rule
  part: string
  name: string
  amount: number
  place: Place | null
  steps: Step[]
}

/** What a member owes: lines in the order of the plan, or the rule that exempts. `months` count, of 12. */
export type Owed = {
  member: Packed
  age: number
  lines: Line[]
  months: number
  exempt?: Rule | undefined
}

type Known = {
  age: number
  years: number
  shirt: string
  trainer: number
  locker: number
  handicap: number
}

/** Whether a member meets the conditions of each rule, in the order of the rules in `host/seed-dues.ts`. */
const RULES: ((member: Known) => boolean)[] = [
  ({ age, shirt }) => age > 79 && shirt === 'M',
  ({ age }) => age < 6,
  ({ age }) => age < 14,
  ({ age }) => age < 18,
  ({ age, shirt }) => age < 27 && shirt === 'S',
  ({ age }) => age < 27,
  ({ shirt }) => shirt === 'L',
  ({ age }) => age > 64,
  () => true,
  () => true,
  ({ trainer }) => trainer === 1,
  ({ locker }) => locker > 0,
  ({ age }) => age > 13,
  ({ trainer }) => trainer === 1,
  ({ years }) => years > 25,
  ({ handicap }) => handicap > 36,
  ({ shirt }) => shirt === 'S',
  () => true,
  ({ age }) => age > 17,
  ({ age }) => age < 18,
]

/** What members owe for a year by exactly these rules; who has no birthdate is left out. None was claimed from before. */
export function reckon(rules: Rule[], rounding: number, year: number, members: Packed[]): Owed[] {
  const owed: Owed[] = []
  for (const member of members) {
    const [, , birthdate, joined, , shirt, trainer, , locker, handicap] = member
    if (birthdate === null) continue
    const age = yearsSince(birthdate, year)
    const known = { age, years: yearsSince(joined, year), shirt, trainer, locker, handicap }
    const fitting = rules.filter((_, index) => RULES[index]?.(known))
    const months = joined < `${year}-01-01` ? 12 : 13 - Number(joined.slice(5, 7))
    const exempt = fitting.find(({ kind }) => kind === 'exempt')
    const lines = exempt ? [] : linesOf(fitting, member, months, rounding)
    if (!exempt && joined >= `${year}-01-01`)
      for (const rule of fitting) if (rule.kind === 'once') lines.push(lineOf(rule))
    owed.push({ member, age, lines, months, exempt })
  }
  const [family] = rules.filter(({ kind }) => kind === 'family')
  if (family) capFamilies(family, rounding, owed)
  return owed
}

/** The years since a date on the first day of a year. */
const yearsSince = (date: string, year: number): number =>
  year - Number(date.slice(0, 4)) - (date.slice(5) > '01-01' ? 1 : 0)

function linesOf(fitting: Rule[], member: Packed, months: number, rounding: number): Line[] {
  const [base] = fitting.filter(({ kind }) => kind === 'base')
  const lines = base ? [lineOf(base)] : []
  for (const rule of fitting)
    if (rule.kind === 'surcharge')
      lines.push(...(rule.per_value ? member[7].map((team) => lineOf(rule, team)) : [lineOf(rule)]))
  for (const rule of fitting) if (rule.kind === 'reduction') reduce(lines, rule)
  for (const line of lines) {
    const rounded = roundedTo(rounding, line.amount * months, 12)
    if (months < 12) {
      const amount = roundedTo(1, line.amount * months, 12) - line.amount
      change(line, { step: 'pro_rata', rule_id: null, name: null, months, of: 12, amount })
    }
    const amount = rounded - line.amount
    change(line, { step: 'rounding', rule_id: null, name: null, months: null, of: null, amount })
  }
  return lines
}

function lineOf(rule: Rule, value?: string): Line {
  const price = value === undefined ? rule : rule.per_value?.prices[value]
  const line: Line = {
    rule,
    part: value === undefined ? rule.id : `${rule.id}:${value}`,
    name: rule.name.replace('{{value}}', value ?? ''),
    amount: 0,
    place: price?.place ?? rule.place ?? null,
    steps: [],
  }
  change(line, stepOf('price', rule, price?.amount ?? 0))
  return line
}

function reduce(lines: Line[], rule: Rule): void {
  let left = rule.amount ?? 0
  for (const line of lines) {
    if (rule.of === 'base' && line.rule.kind !== 'base') continue
    const taken = rule.percent
      ? roundedTo(1, line.amount * Math.round(rule.percent * 100), 10_000)
      : Math.min(left, line.amount)
    left -= taken
    change(line, stepOf('reduction', rule, -taken))
  }
}

/** Takes what is above the cap from the youngest first, of each from the last line first. */
function capFamilies(rule: Rule, rounding: number, owed: Owed[]): void {
  const owing = owed.filter(({ exempt }) => !exempt)
  for (const family of Map.groupBy(owing, ({ member: [id, , , , payer] }) => payer ?? id).values()) {
    const capped = (one: Owed) => one.lines.filter(({ rule: { kind } }) => kind !== 'once')
    const sum = family.flatMap(capped).reduce((total, { amount }) => total + amount, 0)
    const months = Math.max(...family.map((one) => one.months))
    let excess = sum - (months < 12 ? roundedTo(rounding, (rule.cap ?? 0) * months, 12) : (rule.cap ?? 0))
    if (excess <= 0) continue
    const youngestFirst = family.toSorted((one, other) => (keyOf(one) < keyOf(other) ? 1 : -1))
    for (const line of youngestFirst.flatMap((one) => capped(one).reverse())) {
      const taken = Math.min(Math.max(excess, 0), line.amount)
      excess -= taken
      change(line, stepOf('family', rule, -taken))
    }
  }
}

const keyOf = ({ member: [id, , birthdate] }: Owed): string => `${birthdate} ${id}`

const stepOf = (step: string, { id, name }: Rule, amount: number): Step => ({
  ...{ step, rule_id: id, name, months: null, of: null, amount },
})

function change(line: Line, step: Step): void {
  if (step.amount === 0) return
  line.amount += step.amount
  line.steps.push(step)
}

/** A fraction of cents as a multiple of `unit`, half up. */
const roundedTo = (unit: number, numerator: number, denominator: number): number =>
  Math.floor((2 * numerator + denominator * unit) / (2 * denominator * unit)) * unit
