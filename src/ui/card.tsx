import type { Child, PropsWithChildren } from 'hono/jsx'

type Props = PropsWithChildren<{ title?: string; action?: Child; id?: string }>

/** A box around related content, with an optional title and an action beside it. */
export const Card = ({ title, action, id, children }: Props) => (
  <section class="card" id={id}>
    {(title || action) && (
      <div class="card-head">
        {title && <h2>{title}</h2>}
        {action}
      </div>
    )}
    {children}
  </section>
)

/** A part of a card, below a line. */
export const Part = ({ title, id, children }: PropsWithChildren<{ title: string; id?: string }>) => (
  <section class="part" id={id}>
    <h3>{title}</h3>
    {children}
  </section>
)
