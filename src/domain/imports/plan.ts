import { columnKey } from '../custom-columns/column'
import { MAX_ALLOWED_VALUES, MAX_COLUMN_NAME } from '../custom-columns/limits'
import { tidyText } from './cells/text'
import { type ColumnPlan, columnPlans } from './column-plans'
import { uniteDoubles } from './doubles'
import { Finisher } from './finish'
import type { Gap, ImportSettings, NewColumn, PlanContext, RowsPlan } from './planned'
import { Questions } from './questions'
import type { TableRow } from './read/table-rows'
import { RowReader } from './row-reading'
import { Persons } from './rows'
import { Spellings } from './spellings'

export * from './planned'

/**
 * Plans what the rows of a file become: persons with their fields, questions about what is doubtful, and what is left out. Reads
 * the rows one after the other and keeps none, but what it makes of it. The same rows and settings give the same plan. A row a step.
 */
export function* planRows(
  rows: Iterable<TableRow>,
  headers: string[],
  settings: ImportSettings,
  context: PlanContext,
): Generator<void, RowsPlan> {
  const plans = columnPlans(headers, settings, context)
  const questions = new Questions(settings.answers)
  const spellings = new Map(plans.filter(hasWords).map(({ slot }) => [slot, new Spellings()]))
  const reader = new RowReader(plans, settings.edits, questions, spellings)
  const persons = new Persons(plans)
  const totals = new Set(settings.options.skipTotals ? context.totals : [])
  const columnOfNumber = plans.find(({ target }) => target === 'membership_number')?.index ?? null
  const gapsOfNobody: Gap[] = []
  let count = 0
  let nobody = 0
  for (const row of rows) {
    yield
    if (totals.has(row.row)) continue
    count++
    if (persons.add(reader.read(row), columnOfNumber)) continue
    nobody++
    gapsOfNobody.push(...reader.leaveOut(row, 'nobody_named'))
  }
  const doubles = uniteDoubles(persons, settings.answers)
  const planned = yield* new Finisher(plans, spellings, questions, context).finishAll(persons.united)
  return {
    persons: planned,
    questions: [...questions.all(), ...(doubles ? [doubles] : [])],
    gaps: [...gapsOfNobody, ...planned.flatMap(({ gaps }) => gaps)].sort((one, other) => one.row - other.row),
    newColumns: newColumns(plans, spellings),
    addedValues: addedValues(plans, spellings),
    counts: {
      rows: count,
      totals: totals.size,
      persons: planned.length,
      united: count - nobody - planned.length,
      ignored: reader.ignored,
      ...reader.grades,
    },
  }
}

const hasWords = ({ parsed, custom }: ColumnPlan): boolean =>
  (parsed.kind === 'new' && (parsed.type === 'choice' || parsed.type === 'array')) ||
  (custom?.allowed_values ?? null) !== null

function newColumns(plans: ColumnPlan[], spellings: Map<string, Spellings>): NewColumn[] {
  return plans.flatMap(({ parsed, slot, index, header }) => {
    if (parsed.kind !== 'new') return []
    const words = spellings.get(slot)
    const type = parsed.type === 'choice' ? 'string' : parsed.type
    const allowed = words && words.size > 0 && words.size <= MAX_ALLOWED_VALUES ? words.all() : null
    return [{ column: index, name: nameOf(header), type, allowed_values: allowed }]
  })
}

/** The name of the column that a header becomes. */
const nameOf = (header: string): string => tidyText([...header].slice(0, MAX_COLUMN_NAME).join(''))

/** What columns of the list do not allow yet: words that are new by an answer, and values of `value:…`. */
function addedValues(plans: ColumnPlan[], spellings: Map<string, Spellings>): RowsPlan['addedValues'] {
  const byKey = new Map<string, Set<string>>()
  for (const { custom, parsed, slot } of plans) {
    if (!custom?.allowed_values) continue
    const words = [...(spellings.get(slot)?.all() ?? []), ...(parsed.kind === 'value' ? [parsed.value] : [])]
    const added = words.filter((word) => !custom.allowed_values?.includes(word))
    if (added.length > 0)
      byKey.set(columnKey(custom), new Set([...(byKey.get(columnKey(custom)) ?? []), ...added]))
  }
  return [...byKey].map(([key, values]) => ({ key, values: [...values] }))
}
