import type { PropsWithChildren } from 'hono/jsx'

/** What a state means for the reader. A colour never says it alone: the word beside it does. */
export type Tone = 'good' | 'warn' | 'bad' | 'info'

/** The state of a thing in a word or two; without a tone it is neutral. */
export const Badge = ({ tone, children }: PropsWithChildren<{ tone?: Tone }>) => (
  <span class={tone ? `badge ${tone}` : 'badge'}>{children}</span>
)
