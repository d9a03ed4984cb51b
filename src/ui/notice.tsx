import type { Child, PropsWithChildren } from 'hono/jsx'
import type { Tone } from './badge'

type Props = PropsWithChildren<{
  tone: Tone
  title?: string
  action?: Child
  isQuiet?: boolean
  hasFocus?: boolean
  headingLevel?: 2 | 3
}>

/**
 * A message above the content, with an optional action such as undo. Screen readers announce it; with `isQuiet` they
 * do not, for a notice that is a part of the page rather than the result of the last action.
 */
export const Notice = ({ tone, title, action, isQuiet, hasFocus, headingLevel = 2, children }: Props) => (
  <div
    class={`notice ${tone}`}
    role={isQuiet ? undefined : tone === 'bad' ? 'alert' : 'status'}
    tabindex={hasFocus ? -1 : undefined}
    autofocus={hasFocus}
  >
    <div class="notice-text">
      {title && (headingLevel === 2 ? <h2>{title}</h2> : <h3>{title}</h3>)}
      <div>{children}</div>
    </div>
    {action}
  </div>
)

type DoneProps = { done: { word: string } | undefined; texts: Record<string, string> }

/** Says what the form before this page did, by its word; nothing for a word without a text. */
export const DoneNotice = ({ done: { word } = { word: '' }, texts }: DoneProps) =>
  Object.hasOwn(texts, word) ? <Notice tone="good">{texts[word]}</Notice> : null
