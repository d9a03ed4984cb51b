import type { PropsWithChildren } from 'hono/jsx'

/** A page that says one thing: a title, a sentence, and optional content below. */
export const Message = ({ title, lead, children }: PropsWithChildren<{ title: string; lead: string }>) => (
  <div class="narrow stack">
    <h1>{title}</h1>
    <p class="lead">{lead}</p>
    {children}
  </div>
)
