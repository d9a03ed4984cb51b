import type { Child, PropsWithChildren } from 'hono/jsx'

/** Things to decide one after the other, each a {@link Match}. The keys `j` and `k` move from one to the next. */
export const Matches = ({ label, children }: PropsWithChildren<{ label: string }>) => (
  <ol class="matches" aria-label={label}>
    {children}
  </ol>
)

type Props = PropsWithChildren<{
  id: string
  /** What came in. */
  given: Child
  /** The buttons of the decision; their shortcuts work on the row where the cursor is, else on the first. */
  actions?: Child
}>

/** A bank line or another thing that came in, beside what it may belong to (the children); one below the other on phones. */
export const Match = ({ id, given, actions, children }: Props) => (
  <li class="card match" id={id} data-row tabindex={-1}>
    <div class="match-given">{given}</div>
    <div class="match-side">
      <div>{children}</div>
      {actions && <div class="match-actions">{actions}</div>}
    </div>
  </li>
)
