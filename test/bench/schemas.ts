import type { CustomColumn } from '../../src/domain/custom-columns/column'
import { schemasFor } from '../../src/domain/persons/schemas'

const COLUMNS = 100

/** Builds the schemas of a list with 100 columns `builds` times, and validates a person `validations` times with each. */
export default {
  async fetch(request): Promise<Response> {
    const { searchParams } = new URL(request.url)
    const [builds, validations] = ['builds', 'validations'].map((name) => Number(searchParams.get(name)))
    for (let build = 0; build < Number(builds); build++) {
      const { person } = schemasFor({
        list: 'members',
        columns: columns(),
        columnsVersion: { workspaceId: '', version: 1 },
      })
      for (let count = 0; count < Number(validations); count++) person.parse(PERSON)
    }
    return new Response('done')
  },
} satisfies ExportedHandler

const TYPES = ['string', 'boolean', 'array', 'integer', 'number', 'date', 'email', 'url'] as const

// Schemas are kept as long as their columns, so each build gets new columns.
const columns = (): CustomColumn[] =>
  Array.from({ length: COLUMNS }, (_, index) => ({
    id: `col_${String(index).padStart(24, '0')}`,
    type: TYPES[index % TYPES.length] ?? 'string',
    name: 'Column',
    allowed_values: null,
    external_id: `column_${index}`,
  }))

const VALUES = { string: 'x', boolean: true, array: ['x'], integer: 1, number: 0.5, date: '2026-01-31' }
const ADDRESSES = { email: 'ada@example.org', url: 'https://example.org' }

const PERSON = {
  name: { first_name: 'Ada', last_name: 'Lovelace' },
  ...Object.fromEntries(
    columns().map(({ external_id, type }) => [external_id, { ...VALUES, ...ADDRESSES }[type]]),
  ),
}
