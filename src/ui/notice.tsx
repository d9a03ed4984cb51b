import type { PropsWithChildren } from 'hono/jsx'

/** A message about the last action, which screen readers announce. */
export const Notice = ({ kind, children }: PropsWithChildren<{ kind: 'good' | 'bad' }>) => (
  <div class={`notice notice-${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
    {children}
  </div>
)
