import type { OpenedRule } from '../../domain/mails/rules/view'
import type { Viewer } from '../layout'

/** What the page of an automatic mail shows: the rule, and what was typed and refused. */
export type RuleProps = {
  opened: OpenedRule
  viewer: Viewer
  form: URLSearchParams
  refused: { subject?: string; body?: string; offset_days?: string }
}
