import type { ListColumns } from '../custom-columns/query-list'
import type { Issue } from '../shared/error-list'
import { placeholdersIn } from './placeholders'
import { templateIssues } from './template'

/** The occasions whose mails are about a direct debit. */
const DEBIT_OCCASIONS = ['debit_announced', 'debit_returned']

const ABOUT_DEBITS = ['debit_date', 'debit_amount', 'mandate_reference']

/**
 * The issues of what a mail to persons of a list says, beside those of its schema. `occasion` is what an automatic mail is
 * about, NULL for one that staff write.
 */
export function* mailIssues(
  given: { subject?: unknown; body?: unknown },
  { list, columns }: Pick<ListColumns, 'list' | 'columns'>,
  occasion: string | null,
): Generator<Issue> {
  yield* templateIssues(given, columns)
  for (const path of ['subject', 'body'] as const)
    for (const placeholder of placeholdersIn(textOf(given[path]))) {
      if (ABOUT_DEBITS.includes(placeholder) && !DEBIT_OCCASIONS.includes(String(occasion)))
        yield [[path], `{{${placeholder}}} is for mails about a direct debit`]
      if (placeholder === 'portal_link' && list === 'contacts')
        yield [[path], '{{portal_link}} is for members; contacts have no portal']
    }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
