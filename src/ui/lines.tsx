import type { Child } from 'hono/jsx'

type Line = { main: Child; details?: Child[]; amount?: Child; badge?: Child; id?: string }

/** Things with an amount or a state at the end of the line, and details below. */
export const Lines = ({ items }: { items: Line[] }) => (
  <ul class="lines">
    {items.map(({ main, details = [], amount, badge, id }) => (
      <li id={id}>
        <div>
          {main}
          {details.map((detail) => (
            <div class="lines-detail">{detail}</div>
          ))}
        </div>
        <div class="lines-end">
          {amount && <p class="lines-amount">{amount}</p>}
          {badge}
        </div>
      </li>
    ))}
  </ul>
)
