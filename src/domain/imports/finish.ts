import { LEAVE_DETAILS, LEAVE_REASON } from '../person-fields/fields'
import { takenKeys } from '../person-fields/list-fields'
import { isMaskedIban } from '../persons/mask'
import type { PersonInput } from '../persons/schemas'
import type { ColumnPlan } from './column-plans'
import type { Gap, PlanContext, PlannedPerson } from './planned'
import type { Questions } from './questions'
import type { Values } from './row-reading'
import type { UnitedPerson } from './rows'
import { LastUses } from './shared-mandates'
import type { Spellings } from './spellings'
import { pathsOf } from './targets'

const [IBAN, REFERENCE, SIGNED, LAST_USED] = [
  'bank_account.iban',
  'sepa_mandate.reference',
  'sepa_mandate.signature_date',
  'sepa_mandate.last_used_on',
] as const

const ACCOUNT = [IBAN, 'bank_account.bic', 'bank_account.signatory']

/** Makes planned persons of united ones: puts parts together, asks what is missing, and leaves out what cannot stand alone. */
export class Finisher {
  private readonly columns: Map<string, number>
  /** Whether the day of the last use of mandates is asked: the file does not have it. */
  private readonly asksLastUse: boolean
  private readonly lastUses = new LastUses()
  private readonly parts: Set<string>

  constructor(
    plans: ColumnPlan[],
    private readonly spellings: Map<string, Spellings>,
    private readonly questions: Questions,
    private readonly context: PlanContext,
  ) {
    this.columns = new Map(plans.map(({ slot, index }) => [slot, index]))
    const paths = pathsOf(context.list, [])
    this.parts = new Set(paths.filter((path) => path.includes('.')))
    this.asksLastUse = paths.includes(LAST_USED) && !this.columns.has(LAST_USED)
  }

  /** What united persons become, a person a step. They have no values after it. */
  *finishAll(united: UnitedPerson[]): Generator<void, PlannedPerson[]> {
    const planned: PlannedPerson[] = []
    for (const person of united) {
      planned.push(this.finish(person))
      yield
    }
    this.lastUses.share()
    return planned
  }

  private finish(united: UnitedPerson): PlannedPerson {
    const { rows, keys, values, gaps, contradictions } = united
    united.values = {}
    const row = rows[0] ?? 0
    this.finishMembership(values, row, gaps)
    this.finishAccount(values, row, gaps)
    this.finishMandate(values, row, gaps)
    const input = this.nested(values)
    const person = { rows, keys, input: JSON.stringify(input), gaps, contradictions }
    if (this.asksLastUse) this.lastUses.note(person, input)
    return person
  }

  private finishMembership(values: Values, row: number, gaps: Gap[]): void {
    this.finishDates(values, row, gaps)
    const { leave_date: left, [LEAVE_REASON]: reason } = values
    const isTooEarly = reason === 'deceased' && typeof left === 'string' && left > this.context.today
    if (typeof left === 'string' && !isTooEarly) return
    const taken = takenKeys(this.context)
    for (const slot of LEAVE_DETAILS)
      if (!taken.has(slot)) this.leaveOut(values, slot, 'leave_reason_without_date', row, gaps)
  }

  private finishDates(values: Values, row: number, gaps: Gap[]): void {
    const { join_date: joined, leave_date: left } = values
    if (typeof joined !== 'string' || typeof left !== 'string' || left >= joined) return
    const answer = this.questions.askOf('leave_before_join', row, `${joined} – ${left}`, (given) =>
      given === 'accept' ? left : null,
    )
    if (answer !== 'accept') this.leaveOut(values, 'leave_date', 'leave_before_join', row, gaps)
  }

  private finishAccount(values: Values, row: number, gaps: Gap[]): void {
    if (typeof values[IBAN] === 'string') {
      // A masked account says nothing: what is stored stays.
      if (isMaskedIban(values[IBAN])) for (const slot of ACCOUNT) delete values[slot]
      return
    }
    for (const slot of ACCOUNT.slice(1))
      this.leaveOutPart(values, slot, { of: IBAN, code: 'account_without_iban' }, row, gaps)
  }

  private finishMandate(values: Values, row: number, gaps: Gap[]): void {
    const reference = values[REFERENCE]
    if (typeof reference !== 'string') {
      for (const slot of [SIGNED, LAST_USED])
        this.leaveOutPart(values, slot, { of: REFERENCE, code: 'mandate_without_reference' }, row, gaps)
      return
    }
    const joined = values.join_date
    if (values[SIGNED] === undefined || values[SIGNED] === null) {
      const day = typeof joined === 'string' && joined <= this.context.today ? joined : null
      const answer = this.questions.askOf('mandate_without_date', row, reference, (given) =>
        given === 'join_date' ? day : null,
      )
      if (answer === 'join_date' && day !== null) values[SIGNED] = day
    }
    if (!this.asksLastUse || values.payment_method !== 'direct_debit') return
    const used = this.questions.askLastUse(row, reference, this.context.today)
    if (used !== 'none' && wasCollectedFrom(values, used)) values[LAST_USED] = used
  }

  /** Leaves out a part that cannot stand alone. If the main part is a gap already, that names the part as `also`. */
  private leaveOutPart(
    values: Values,
    slot: string,
    { of, code }: { of: string; code: Gap['code'] },
    row: number,
    gaps: Gap[],
  ): void {
    const main = gaps.findIndex(({ column }) => column === this.columns.get(of))
    const [gap, part] = [gaps[main], values[slot]]
    if (!gap) this.leaveOut(values, slot, code, row, gaps)
    else if (typeof part === 'string')
      gaps[main] = {
        ...gap,
        params: { ...gap.params, also: [gap.params?.also, part].filter(Boolean).join(', ') },
      }
    delete values[slot]
  }

  private leaveOut(values: Values, slot: string, code: Gap['code'], row: number, gaps: Gap[]): void {
    const value = values[slot]
    if (typeof value === 'string')
      gaps.push({ row, column: this.columns.get(slot) ?? null, cell: value, code })
    delete values[slot]
  }

  /** The values by the keys of the contract, parts within their objects, in the order of the slots. */
  private nested(values: Values): PersonInput {
    const input: PersonInput = {}
    for (const [slot, value] of Object.entries(values)) {
      if (slot === 'id' || slot === HOUSE_NUMBER) continue
      const spelled = this.spelled(slot, value)
      if (!this.parts.has(slot)) input[slot] = spelled
      else {
        const [key = '', part = ''] = slot.split('.')
        const object = (input[key] ?? {}) as Values
        object[part] = spelled
        input[key] = object
      }
    }
    const house = values[HOUSE_NUMBER]
    if (typeof house === 'string') {
      const address = (input.address ?? {}) as Values
      address.street = [address.street, house].filter(Boolean).join(' ')
      input.address = address
    }
    // An account without its number is none, nor is a mandate without its reference.
    if (values[IBAN] === null) input.bank_account = null
    if (values[REFERENCE] === null) input.sepa_mandate = null
    return input
  }

  private spelled(slot: string, value: unknown): unknown {
    const spellings = this.spellings.get(slot)
    if (!spellings || spellings.size === 0) return value
    if (Array.isArray(value)) return [...new Set(value.map((word) => spellings.of(String(word))))]
    return typeof value === 'string' ? spellings.of(value) : value
  }
}

const HOUSE_NUMBER = 'address.house_number'

/** Whether a person was a member on a day and had signed before it, so that the last collection was of their account. */
function wasCollectedFrom(values: Values, day: string): boolean {
  const { join_date: joined, leave_date: left, [SIGNED]: signed } = values
  if (typeof signed !== 'string' || signed > day) return false
  return (typeof joined !== 'string' || joined <= day) && (typeof left !== 'string' || left >= day)
}
