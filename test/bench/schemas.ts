import type { CustomColumn } from '../../src/domain/custom-columns/column'
import { schemasFor } from '../../src/domain/persons/schemas'

const COLUMNS = 100

/** Builds the schemas of a list with 100 columns as often as asked, and validates a person with each as often as asked. */
export default {
  async fetch(request): Promise<Response> {
    const asked = new URL(request.url).searchParams
    const [builds, validations] = [Number(asked.get('builds')), Number(asked.get('validations'))]
    for (let build = 0; build < builds; build++) {
      const { person } = schemasFor({
        list: 'members',
        columns: columns(),
        columnsVersion: { workspaceId: '', version: 1 },
      })
      for (let at = 0; at < validations; at++) person.parse(PERSON)
    }
    return new Response('done')
  },
} satisfies ExportedHandler

const TYPES = ['string', 'boolean', 'array', 'integer', 'number', 'date', 'email', 'url'] as const

// Schemas are kept as long as their columns, so these are other ones each time.
const columns = (): CustomColumn[] =>
  Array.from({ length: COLUMNS }, (_, at) => ({
    id: `col_${String(at).padStart(24, '0')}`,
    type: TYPES[at % TYPES.length] ?? 'string',
    name: 'Column',
    allowed_values: null,
    external_id: `column_${at}`,
  }))

const VALUES = { string: 'x', boolean: true, array: ['x'], integer: 1, number: 0.5, date: '2026-01-31' }
const ADDRESSES = { email: 'ada@example.org', url: 'https://example.org' }

const PERSON = {
  name: { first_name: 'Ada', last_name: 'Lovelace' },
  ...Object.fromEntries(
    columns().map(({ external_id, type }) => [external_id, { ...VALUES, ...ADDRESSES }[type]]),
  ),
}
