import type { Child, PropsWithChildren } from 'hono/jsx'
import { Badge } from './badge'

/** Two things next to each other, also on phones. */
export const Pair = ({ values }: { values: [Child, Child] }) => (
  <div class="pair">
    {values.map((value) => (
      <div>{value}</div>
    ))}
  </div>
)

type ChoiceProps = {
  label: string
  values: [Child, Child]
  name: string
  /** The values of the two answers, in the order of the things, and which of them is chosen. */
  answers: [string, string]
  chosen: string
  hint?: string | undefined
}

/** A value that differs between two things: one of them is chosen. */
export const PairChoice = ({ label, values, name, answers, chosen, hint }: ChoiceProps) => (
  <fieldset class="pair-row">
    <legend class="legend">{label}</legend>
    {hint && <p class="hint">{hint}</p>}
    <div class="pair">
      {answers.map((answer, index) => (
        <label class="check pair-choice">
          <input type="radio" name={name} value={answer} checked={answer === chosen} />
          <span class="check-text">{values[index]}</span>
        </label>
      ))}
    </div>
  </fieldset>
)

/** The head of one of two things: what becomes of it, and its name. */
export const PairHead = ({
  label,
  isKept,
  children,
}: PropsWithChildren<{ label: string; isKept: boolean }>) => (
  <div class="pair-head">
    <Badge {...(isKept && { tone: 'good' })}>{label}</Badge>
    <div>{children}</div>
  </div>
)
