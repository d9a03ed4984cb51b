import type { Child, PropsWithChildren } from 'hono/jsx'
import { Notice } from './notice'

type Hidden = Record<string, string> | URLSearchParams

type FormProps = PropsWithChildren<{
  action?: string
  id?: string
  /** Fields that are not shown. */
  hidden?: Hidden
  isUpload?: boolean
  /** Whether the browser asks before leaving the page with changes. */
  warnsUnsaved?: boolean
  /** Whether its answer is shown in a tab of its own. */
  isNewTab?: boolean
}>

/** A form that is posted. The server checks the fields, so that all issues are shown at once and in one language. */
export const Form = ({ action, id, hidden = {}, isUpload, warnsUnsaved, isNewTab, children }: FormProps) => (
  <form
    class="stack"
    method="post"
    action={action}
    id={id}
    enctype={isUpload ? 'multipart/form-data' : undefined}
    novalidate
    target={isNewTab ? '_blank' : undefined}
    data-unsaved={warnsUnsaved && ''}
  >
    <HiddenFields values={hidden} />
    {children}
  </form>
)

type QueryFormProps = PropsWithChildren<{ action: string; hidden?: Hidden }>

/** A form whose fields become the query of an address. */
export const QueryForm = ({ action, hidden = {}, children }: QueryFormProps) => (
  <form class="stack" action={action} novalidate>
    <HiddenFields values={hidden} />
    {children}
  </form>
)

export const HiddenFields = ({ values }: { values: Hidden }) =>
  (values instanceof URLSearchParams ? [...values] : Object.entries(values)).map(([name, value]) => (
    <input type="hidden" name={name} value={value} />
  ))

/** Fields below each other, in two columns on wide screens with `columns`. */
export const Fields = ({ columns, children }: PropsWithChildren<{ columns?: 2 }>) => (
  <div class={columns ? 'fields fields-two' : 'fields'}>{children}</div>
)

/** The buttons at the end of a long form, which stay in view. */
export const StickyActions = ({ children }: PropsWithChildren) => (
  <div class="actions form-actions-sticky">{children}</div>
)

type SummaryProps = PropsWithChildren<{
  title: string
  issues: { label: string; text: Child; inputId?: string }[]
  /** Whether the page opens with the focus elsewhere, on the first of the inputs. */
  leavesFocus?: boolean | undefined
}>

/**
 * The names of refused inputs in the order in which a form has them, which its labels have too: those of the form, then
 * those of its lines, such as `lines.0.amount`.
 */
export const inFormOrder = (names: string[], labels: object): string[] => {
  const order = Object.keys(labels)
  const placeOf = (name: string) => {
    const parts = name.split('.')
    const rank = order.indexOf(parts.at(-1) ?? '')
    return [Number(parts.find((part) => /^\d+$/.test(part)) ?? -1), rank < 0 ? order.length : rank] as const
  }
  return names.toSorted((one, other) => {
    const [[line, rank], [otherLine, otherRank]] = [placeOf(one), placeOf(other)]
    return line - otherLine || rank - otherRank
  })
}

/**
 * The issues of a form, each with a link to its input. The page opens with the focus on it. Children are a message
 * about the whole form.
 */
export const ErrorSummary = ({ title, issues, leavesFocus = false, children }: SummaryProps) => (
  <Notice tone="bad" title={title} hasFocus={!leavesFocus}>
    {children}
    {issues.length > 0 && (
      <ul>
        {issues.map(({ label, text, inputId }) => (
          <li>
            {inputId ? <a href={`#${inputId}`}>{label}</a> : label}: {text}
          </li>
        ))}
      </ul>
    )}
  </Notice>
)
