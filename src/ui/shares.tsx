import type { PropsWithChildren } from 'hono/jsx'
import { MoneyField } from './choices'
import { inputId } from './form'

/** The text that a script fills in with an amount. */
const AMOUNT = '{}'

type Share = { id: string; label: string; hint?: string; isChosen: boolean; amount: AmountProps }
type AmountProps = { name: string; label: string; value: string; issue?: string | undefined }

/** Things that take a part of an amount: a tick and an amount each. Within `SharesForm`. */
export const Shares = ({ name, items }: { name: string; items: Share[] }) => (
  <ul class="shares">
    {items.map(({ id, label, hint, isChosen, amount: { issue, ...amount } }) => (
      <li id={id}>
        <label class="check">
          <input type="checkbox" id={inputId(id)} name={name} value={id} checked={isChosen} />
          <span class="check-text">
            {label}
            {hint && <span class="check-hint">{hint}</span>}
          </span>
        </label>
        <MoneyField {...amount} {...(issue && { issue })} isLabelHidden />
      </li>
    ))}
  </ul>
)

/** The form around `Shares`, whose fields become the query of an address but for buttons that post them. */
export const SharesForm = ({ action, children }: PropsWithChildren<{ action: string }>) => (
  <form class="stack" action={action} novalidate data-shares>
    {children}
  </form>
)

type LeftProps = {
  /** What there is to divide, and what the chosen things leave of it, in cents. */
  total: number
  left: number
  texts: { even: string; over: (amount: string) => string; rest: (amount: string) => string }
  format: (cents: number) => string
}

/** What is left of the amount. The script keeps it current, else it is that of the last time that the form was sent. */
export const SharesLeft = ({ total, left, texts: { even, over, rest }, format }: LeftProps) => (
  <p
    class="shares-left"
    role="status"
    data-total={total}
    data-even={even}
    data-over={over(AMOUNT)}
    data-rest={rest(AMOUNT)}
  >
    {left === 0 ? even : left < 0 ? over(format(-left)) : rest(format(left))}
  </p>
)
