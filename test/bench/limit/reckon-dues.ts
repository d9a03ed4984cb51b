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
  conditions?: object[]
  place?: Place | null
  per_value?: { prices: Record<string, { amount: number; place: Place | null }> } | null
}

export type Place = { cost_unit_id?: string; category_id?: string; sphere?: string }

/** A member as it is read, packed. `fits` has a digit for each rule with conditions. */
export type Packed = [
  id: string,
  name: string,
  birthdate: string | null,
  joined: string,
  payer: string | null,
  teams: string[],
  fits: string,
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
  lines: Line[]
  months: number
  exempt?: Rule | undefined
}

/** What members owe for a year; who has no birthdate is left out. None was claimed from before. */
export function reckon(rules: Rule[], rounding: number, year: number, members: Packed[]): Owed[] {
  const owed: Owed[] = []
  const fitting = fittingBy(rules)
  for (const member of members) {
    const [, , birthdate, joined, , , fits] = member
    if (birthdate === null) continue
    const months = joined < `${year}-01-01` ? 12 : 13 - Number(joined.slice(5, 7))
    const fit = fitting(fits)
    const exempt = fit.find(({ kind }) => kind === 'exempt')
    const lines = exempt ? [] : linesOf(fit, member, months, rounding)
    if (!exempt && joined >= `${year}-01-01`)
      for (const rule of fit) if (rule.kind === 'once') lines.push(lineOf(rule))
    owed.push({ member, lines, months, exempt })
  }
  const [family] = rules.filter(({ kind }) => kind === 'family')
  if (family) capFamilies(family, rounding, owed)
  return owed
}

/** A function that gives the rules for digits, which many members share. */
function fittingBy(rules: Rule[]): (fits: string) => Rule[] {
  const known = new Map<string, Rule[]>()
  return (fits) => {
    let rule = known.get(fits)
    if (rule) return rule
    let place = 0
    rule = rules.filter(({ conditions }) => !conditions?.length || fits[place++] === '1')
    known.set(fits, rule)
    return rule
  }
}

/** The years since a date on the first day of a year. */
export const yearsSince = (date: string, year: number): number =>
  year - Number(date.slice(0, 4)) - (date.slice(5) > '01-01' ? 1 : 0)

function linesOf(fitting: Rule[], member: Packed, months: number, rounding: number): Line[] {
  const [base] = fitting.filter(({ kind }) => kind === 'base')
  const lines = base ? [lineOf(base)] : []
  for (const rule of fitting)
    if (rule.kind === 'surcharge')
      lines.push(...(rule.per_value ? member[5].map((team) => lineOf(rule, team)) : [lineOf(rule)]))
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
