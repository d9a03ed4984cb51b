import type { PropsWithChildren } from 'hono/jsx'

/** A box around content that belongs together. */
export const Card = ({ children }: PropsWithChildren) => <div class="card">{children}</div>
