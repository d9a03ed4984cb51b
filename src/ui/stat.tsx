import type { Child, PropsWithChildren } from 'hono/jsx'
import { Badge, type Tone } from './badge'

type Props = { label: string; value: Child; detail?: string; tone?: Tone; href?: string }

/** A figure with its name, as a link where it leads to the things behind it. With a tone, the detail is a badge. */
export const Stat = ({ label, value, detail, tone, href }: Props) => {
  const content = (
    <>
      <span class="stat-label">{label}</span>
      <span class="stat-value">{value}</span>
      {detail && <span class="stat-detail">{tone ? <Badge tone={tone}>{detail}</Badge> : detail}</span>}
    </>
  )
  if (href)
    return (
      <a class="card stat" href={href}>
        {content}
      </a>
    )
  return <div class="card stat">{content}</div>
}

/** Figures next to each other. */
export const Stats = ({ children }: PropsWithChildren) => <div class="stats">{children}</div>
