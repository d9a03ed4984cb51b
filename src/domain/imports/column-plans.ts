import type { CustomColumn } from '../custom-columns/column'
import { columnKey } from '../custom-columns/column'
import type { Reader, ReaderContext } from './cells/grade'
import type { ImportSettings, PlanContext } from './planned'
import { ownReader, readerOf } from './readers'
import { csvColumnsToWrite, type ParsedTarget, parseTarget, type Target } from './targets'

/** How the cells of a mapped column are read, and where their values go. */
export type ColumnPlan = {
  index: number
  header: string
  target: Target
  parsed: Exclude<ParsedTarget, { kind: 'ignore' }>
  /** The key of the value on a person while rows are united: a path, the key of a custom column, or `new:INDEX`. */
  slot: string
  /** The custom column that has the values, if the list has it. */
  custom: CustomColumn | undefined
  holds: 'one' | 'phones' | 'words' | 'text'
  read: Reader
  context: ReaderContext
  clears: boolean
}

/** The plans of the mapped columns, those first whose values others depend on. Targets that the list lacks are ignored. */
export function columnPlans(headers: string[], settings: ImportSettings, context: PlanContext): ColumnPlan[] {
  const own = new Set(csvColumnsToWrite(context.list, context.columns).map(({ path }) => path))
  const plans = headers.flatMap((header, index) => {
    const target = settings.mapping[index]
    const parsed = target === undefined ? undefined : parseTarget(target, context.list, context.columns)
    if (target === undefined || !parsed || parsed.kind === 'ignore') return []
    const custom = parsed.kind === 'custom' || parsed.kind === 'value' ? parsed.column : undefined
    const reader = readerOf(parsed, context.list)
    const delimiter = context.delimiter === ';' ? (';' as const) : (',' as const)
    const isOwn = header === target && own.has(target)
    const { empty } = settings.options
    return [
      {
        index,
        header,
        target,
        parsed,
        slot: parsed.kind === 'new' ? `new:${index}` : custom ? columnKey(custom) : target,
        custom,
        holds: holdsOf(parsed),
        read: isOwn ? ownReader(target, context.list, context.columns, { delimiter, reader }) : reader,
        context: {
          today: context.today,
          locale: context.locale,
          order: settings.options.order?.[index] ?? 'dmy',
          isDecimalPoint: context.delimiter === null,
          header,
          ...(custom && { column: custom }),
        },
        clears: empty !== 'keep' && empty[index] === 'clear',
      },
    ]
  })
  // The country of a row says how its postcode is read.
  return plans.sort((one, other) => Number(other.target === COUNTRY) - Number(one.target === COUNTRY))
}

export const COUNTRY = 'address.country_code'

function holdsOf(parsed: ParsedTarget): ColumnPlan['holds'] {
  switch (parsed.kind) {
    case 'path':
      return parsed.path === 'phone_numbers' ? 'phones' : 'one'
    case 'value':
      return 'words'
    case 'new':
      return parsed.type === 'array' ? 'words' : 'one'
    case 'custom':
      if (parsed.column.type === 'array') return 'words'
      return parsed.column.type === 'string' && !parsed.column.allowed_values ? 'text' : 'one'
    default:
      return 'one'
  }
}
