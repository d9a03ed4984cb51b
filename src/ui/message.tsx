import type { PropsWithChildren } from 'hono/jsx'
import { ButtonLink } from './button'
import { Actions } from './stack'

type Props = { title: string; lead: string; back?: { href: string; label: string } }

/** A page that says one thing: a title, a sentence, optional content below, and a way back. */
export const Message = ({ title, lead, back, children }: PropsWithChildren<Props>) => (
  <div class="narrow stack">
    <h1>{title}</h1>
    <p class="lead">{lead}</p>
    {children}
    {back && (
      <Actions>
        <ButtonLink kind="second" href={back.href}>
          {back.label}
        </ButtonLink>
      </Actions>
    )}
  </div>
)
