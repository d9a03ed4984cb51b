import type { OpenedRule } from '../../domain/mails/rules/view'
import type { Viewer } from '../layout'
import type { Refused } from '../refused-fields'

/** What is wrong with the form of an automatic mail, by the name of the input. */
export type RefusedRule = Refused<'offset_days' | 'subject' | 'body'>

/** What the page of an automatic mail shows: the rule, and what was typed and refused. */
export type RuleProps = {
  opened: OpenedRule
  viewer: Viewer
  form: URLSearchParams
  refused: RefusedRule
}
