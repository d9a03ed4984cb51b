import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { PERSON_FIELDS as DECLARED, type PersonField } from '../../../src/domain/person-fields/fields'
import { singleLine } from '../../../src/domain/shared/text'

export * from '../../../src/domain/person-fields/fields'

const { pronouns } = sqliteTable('persons', { pronouns: text('pronouns') })

/** The fields of persons and one more, which stands for any field that is added later. */
export const PERSON_FIELDS = {
  ...DECLARED,
  pronouns: {
    schema: singleLine(64),
    column: pronouns,
    example: 'they/them',
    portal: { order: 2, access: 'editable', isEditable: true },
  } satisfies PersonField,
}
