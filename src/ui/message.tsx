import type { PropsWithChildren } from 'hono/jsx'
import { Button, ButtonLink } from './button'
import { Form } from './form-layout'
import { Actions } from './stack'
import { Prose } from './text'

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

type TryAgainProps = {
  retry: { path: string; form?: URLSearchParams }
  /** The label of the button, and a sentence that the page keeps the form while it is open. */
  texts: { label: string; kept: string }
}

/** Lets the reader try again after a temporary error: by a link, or by a button that sends the same form. */
export const TryAgain = ({ retry: { path, form }, texts: { label, kept } }: TryAgainProps) =>
  form ? (
    <>
      <Prose>{kept}</Prose>
      <Form action={path} hidden={form}>
        <Actions>
          <Button>{label}</Button>
        </Actions>
      </Form>
    </>
  ) : (
    <Actions>
      <ButtonLink href={path}>{label}</ButtonLink>
    </Actions>
  )
