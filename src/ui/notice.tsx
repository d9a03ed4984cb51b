import type { PropsWithChildren } from 'hono/jsx'

/** A message about what just happened, read out by screen readers. */
export const Notice = ({ kind, children }: PropsWithChildren<{ kind: 'good' | 'bad' }>) => (
  <div class={`notice notice-${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
    {children}
  </div>
)
