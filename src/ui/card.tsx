import type { PropsWithChildren } from 'hono/jsx'

/** A box around related content. */
export const Card = ({ children }: PropsWithChildren) => <div class="card">{children}</div>
