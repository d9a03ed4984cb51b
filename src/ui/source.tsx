import type { PropsWithChildren } from 'hono/jsx'

/** A text as it is, with its line breaks. */
export const Source = ({ children }: PropsWithChildren) => <p class="source">{children}</p>
