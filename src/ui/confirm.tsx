import type { Child, PropsWithChildren } from 'hono/jsx'
import { Button, ButtonLink } from './button'
import { Form } from './form-layout'
import { kitTexts } from './i18n/kit'
import type { Locale } from './i18n/locale'
import { PageHead } from './page-head'

type Props = PropsWithChildren<{
  title: string
  lead?: Child
  action: string
  /** What the button says, such as `Delete 12 persons`. */
  label: string
  cancelHref: string
  hidden?: Record<string, string>
  isDangerous?: boolean
  locale: Locale
}>

/**
 * The content of a page that says what will happen, and has the button that does it. Its children are what it
 * concerns.
 */
export const Confirm = ({ title, lead, action, label, cancelHref, hidden, ...props }: Props) => (
  <div class="measure stack">
    <PageHead title={title} lead={lead} />
    <Form action={action} hidden={hidden}>
      {props.children}
      <div class="actions">
        <Button kind={props.isDangerous ? 'danger' : 'primary'}>{label}</Button>
        <ButtonLink kind="second" href={cancelHref}>
          {kitTexts(props.locale).cancel}
        </ButtonLink>
      </div>
    </Form>
  </div>
)
