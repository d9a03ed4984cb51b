import type { Child } from 'hono/jsx'

/** In place of a list without items: what the items are for, and the first action. */
export const Empty = ({ title, lead, action }: { title: string; lead?: Child; action?: Child }) => (
  <div class="card empty">
    <h2>{title}</h2>
    {lead && <p class="lead">{lead}</p>}
    {action && <div class="actions">{action}</div>}
  </div>
)
