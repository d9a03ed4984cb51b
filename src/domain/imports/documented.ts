import * as z from 'zod'
import { LISTS } from '../access/lists'
import { openEnum } from '../shared/text'
import { GRADES, WRONG_CODES } from './cells/grade'
import type { Outcome } from './decide'
import { importState, isOpen, type RunCounts, type StoredImport } from './import'
import type { Gap, ImportOptions } from './planned'
import type { PreparedImport } from './prepare'
import type { UndoneImport } from './undo'

const counts = z
  .object({
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    ended: z.int().describe('Members whom the file does not name, and whose membership ends'),
    left_out: z.int(),
    gaps: z.int().describe('Texts of the file that are left out'),
    accounts_waiting: z
      .int()
      .describe('Persons whose account or mandate waits for somebody who may write it'),
  })
  .meta({ id: 'ImportCounts' })

const summary = {
  id: z.string(),
  list: z.enum(LISTS),
  state: importState,
  file_name: z.string(),
  rows: z.int().describe('How many rows the file has'),
  result: counts.nullable().describe('What the run did'),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable().describe('When its rows are deleted; `null` once they are'),
}

export const importSummary = z.object(summary).meta({ id: 'ImportSummary' })

const column = z.object({
  column: z.int().describe('From 0'),
  header: z.string(),
  target: z.string().describe('What it becomes: see `mapping`'),
  proposed: z.string().nullable().describe('What it may be, if that is not sure enough to be chosen'),
  filled: z.int(),
  distinct: z.int(),
  samples: z.array(z.string()),
})

const question = z.object({
  key: z.string().describe('Its key in `answers`'),
  kind: z.string(),
  column: z.int().nullable(),
  count: z.int().describe('How many cells the answer is for'),
  samples: z.array(z.object({ row: z.int(), cell: z.string(), becomes: z.string().nullable() })),
  choices: z.array(z.string()),
  answer: z.string().describe('The answer that counts, given or not'),
  is_answered: z.boolean(),
})

export const documentedImport = z
  .object({
    ...summary,
    file: z.object({
      format: z.enum(['csv', 'xlsx']),
      encoding: z.string().nullable(),
      delimiter: z.string().nullable(),
      sheets: z.array(z.string()),
      sheet: z.string().nullable(),
      header_row: z.int(),
    }),
    columns: z.array(column),
    options: z.record(z.string(), z.unknown()),
    answers: z.record(z.string(), z.string()),
    edits: z.record(z.string(), z.string()),
    questions: z.array(question),
    new_columns: z.array(
      z.object({ name: z.string(), type: z.string(), allowed_values: z.array(z.string()).nullable() }),
    ),
    added_values: z.array(z.object({ key: z.string(), values: z.array(z.string()) })),
    cells: z.object(Object.fromEntries(GRADES.map((grade) => [grade, z.int()]))),
    counts: counts.describe('What a run would do now'),
    replacing_keys: z
      .array(z.string())
      .describe(
        'API keys that deleted whom they omitted from the list in the last week: they would delete who is added',
      ),
    mark: z.string().nullable().describe('What a run must name; `null` if nothing is left to run'),
  })
  .meta({ id: 'Import' })

const gap = z.object({
  row: z.int(),
  column: z.int().nullable(),
  cell: z.string(),
  code: openEnum(WRONG_CODES).describe('Why the text is left out'),
  params: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .describe('The values of the reason, as a limit or another row'),
})

export const importedPerson = z
  .object({
    rows: z.array(z.int()).describe('The rows of the file that the person is made of'),
    becomes: z
      .enum(['new', 'known', 'left_out', 'waits'])
      .describe('`waits`: only somebody who may write persons adds it'),
    id: z.string().nullable().describe('The stored person that it is'),
    input: z
      .record(z.string(), z.unknown())
      .describe(
        'What the file says of the person, by the keys of the list; `payer_id` and `guardian_id` have what the file names them by',
      ),
    gaps: z.array(gap),
    contradictions: z.array(
      z.object({ field: z.string(), values: z.array(z.object({ row: z.int(), text: z.string() })) }),
    ),
  })
  .meta({ id: 'ImportedPerson' })

export const importRun = z
  .object({ counts, batch_id: z.string().describe('The batch of its events') })
  .meta({ id: 'ImportRun' })

export const undoneImport = z
  .object({
    deleted: z.int().describe('Persons whom the import had created'),
    kept: z.int().describe('Persons whom the import had created and something happened to since'),
    restored: z.int(),
    left_alone: z.int().describe('Changed persons who are not, or not in full, as they were before'),
  })
  .meta({ id: 'UndoneImport' })

export const countsJson = ({ leftOut, accountsWaiting, ...others }: RunCounts): z.infer<typeof counts> => ({
  ...others,
  left_out: leftOut,
  accounts_waiting: accountsWaiting,
})

export const summaryJson = (stored: StoredImport): z.infer<typeof importSummary> => ({
  id: stored.id,
  list: stored.listId,
  state: stored.state,
  file_name: stored.fileName,
  rows: stored.head.rowCount,
  result: stored.counts && countsJson(stored.counts),
  created_at: stored.createdAt,
  updated_at: stored.updatedAt,
  expires_at: stored.expiresAt,
})

/** An import with what a run would do. */
export function importJson(prepared: PreparedImport): z.infer<typeof documentedImport> {
  const { stored, rows, columnsOfFile } = prepared
  const { head, settings } = stored
  const { answers, edits } = settings
  return {
    ...summaryJson(stored),
    file: {
      format: head.format,
      encoding: head.encoding,
      delimiter: head.delimiter,
      sheets: head.sheets,
      sheet: head.sheet,
      header_row: head.headerRow,
    },
    columns: columnsOfFile.map(({ column, header, proposed, filled, distinct, samples }) => {
      const target = settings.mapping[column] ?? 'ignore'
      return { column, header, target, proposed, filled, distinct, samples }
    }),
    options: optionsJson(settings.options),
    answers,
    edits,
    questions: rows.questions.map(({ isAnswered, key, kind, column, count, samples, choices, answer }) => ({
      ...{ key, kind, column, count, samples, choices, answer },
      is_answered: isAnswered,
    })),
    new_columns: rows.newColumns.map(({ name, type, allowed_values }) => ({ name, type, allowed_values })),
    added_values: rows.addedValues,
    cells: Object.fromEntries(GRADES.map((grade) => [grade, rows.counts[grade]])),
    counts: countsJson(prepared.counts),
    replacing_keys: prepared.replacingKeys,
    mark: isOpen(stored) ? prepared.mark : null,
  }
}

const optionsJson = ({ skipTotals, leaveOut, order = {}, ...others }: ImportOptions) => ({
  ...others,
  skip_totals: skipTotals,
  leave_out: leaveOut,
  order,
})

const gapJson = ({ row, column, cell, code, params = {} }: Gap): z.infer<typeof gap> => ({
  row,
  column,
  cell,
  code,
  params,
})

/** What becomes of a person of the file. Gaps that the list makes, not the file, name its first row. */
export const outcomeJson = (
  { person, id, becomes }: Outcome,
  gapsOfRow: Map<number, Gap[]>,
): z.infer<typeof importedPerson> => ({
  rows: person.rows,
  becomes,
  id,
  input: JSON.parse(person.input),
  gaps: person.rows.flatMap((row) => gapsOfRow.get(row) ?? []).map(gapJson),
  contradictions: person.contradictions.map(({ field, values }) => ({
    field,
    values: values.map(([row, text]) => ({ row, text })),
  })),
})

export const undoneJson = ({ leftAlone, ...others }: UndoneImport): z.infer<typeof undoneImport> => ({
  ...others,
  left_alone: leftAlone,
})
