import type { ListColumns } from '../custom-columns/query-list'
import type { Issue } from '../shared/error-list'
import { placeholdersIn } from './placeholders'
import { isAboutDebit } from './rules/occasions'
import { type MailProblem, templateProblems } from './template'

/** The placeholders that only mails about a direct debit have. */
export const ABOUT_DEBITS = ['debit_date', 'debit_amount', 'mandate_reference']

type MailText = { subject?: unknown; body?: unknown }

/**
 * The issues of what a mail to persons of a list says, besides those of its schema. `occasion` is what an automatic mail is
 * about, NULL for one that staff write.
 */
export function* mailIssues(
  given: MailText,
  context: Pick<ListColumns, 'list' | 'columns'>,
  occasion: string | null,
): Generator<Issue> {
  for (const { path, refusal } of mailProblems(given, context, occasion)) yield [[path], refusal]
}

/** The problems of a mail, by default one that staff write, in the order of its text; see {@link mailIssues}. */
export function* mailProblems(
  given: MailText,
  { list, columns }: Pick<ListColumns, 'list' | 'columns'>,
  occasion: string | null = null,
): Generator<MailProblem> {
  yield* templateProblems(given, columns)
  yield* misplaced(given, list, occasion)
}

function* misplaced(given: MailText, list: string, occasion: string | null): Generator<MailProblem> {
  for (const path of ['subject', 'body'] as const)
    for (const placeholder of placeholdersIn(textOf(given[path]))) {
      if (ABOUT_DEBITS.includes(placeholder) && !isAboutDebit(occasion))
        yield { path, refusal: { code: 'debit_placeholder', placeholder } }
      if (placeholder === 'portal_link' && list === 'contacts')
        yield { path, refusal: { code: 'portal_link_to_contacts' } }
    }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
