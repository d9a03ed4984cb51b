import type { PropsWithChildren } from 'hono/jsx'

/** A surface that holds what belongs together. */
export const Card = ({ children }: PropsWithChildren) => <div class="card">{children}</div>
