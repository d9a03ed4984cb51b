import type { ListColumns } from '../custom-columns/query-list'
import type { Issue } from '../shared/error-list'
import { placeholdersIn } from './placeholders'
import { type TemplateProblem, templateIssues, templateProblems } from './template'

/** The occasions whose mails are about a direct debit. */
const DEBIT_OCCASIONS = ['debit_announced', 'debit_returned']

/** The placeholders that only those have. */
export const ABOUT_DEBITS = ['debit_date', 'debit_amount', 'mandate_reference']

type MailText = { subject?: unknown; body?: unknown }

/** What is wrong with a mail to persons of a list, for pages that say it in their own words. */
export type MailProblem = TemplateProblem | MisplacedPlaceholder

type MisplacedPlaceholder = {
  path: 'subject' | 'body'
  kind: 'debit_placeholder' | 'portal_link_to_contacts'
  placeholder: string
}

/**
 * The issues of what a mail to persons of a list says, besides those of its schema. `occasion` is what an automatic mail is
 * about, NULL for one that staff write.
 */
export function* mailIssues(
  given: MailText,
  context: Pick<ListColumns, 'list' | 'columns'>,
  occasion: string | null,
): Generator<Issue> {
  yield* templateIssues(given, context.columns)
  for (const { path, kind, placeholder } of misplaced(given, context.list, occasion))
    yield kind === 'debit_placeholder'
      ? [[path], `{{${placeholder}}} is for mails about a direct debit`]
      : [[path], '{{portal_link}} is for members; contacts have no portal']
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

function* misplaced(given: MailText, list: string, occasion: string | null): Generator<MisplacedPlaceholder> {
  for (const path of ['subject', 'body'] as const)
    for (const placeholder of placeholdersIn(textOf(given[path]))) {
      if (ABOUT_DEBITS.includes(placeholder) && !DEBIT_OCCASIONS.includes(String(occasion)))
        yield { path, kind: 'debit_placeholder', placeholder }
      if (placeholder === 'portal_link' && list === 'contacts')
        yield { path, kind: 'portal_link_to_contacts', placeholder }
    }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
