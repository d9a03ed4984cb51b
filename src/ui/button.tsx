import type { PropsWithChildren } from 'hono/jsx'
import { Icon, type IconName } from './icon'

type Kind = 'primary' | 'second' | 'plain' | 'danger'

/** `shortcut` is the key that presses the button, such as `n` or `g m`. */
type Common = PropsWithChildren<{ kind?: Kind; icon?: IconName; shortcut?: string }>

type ButtonProps = Common & {
  name?: string
  value?: string
  /** The id of its form, for a button outside of it. */
  form?: string
  /** Another address than that of the form. */
  action?: string
  /** Whether it posts a form whose other buttons ask for a page. */
  posts?: boolean
  isDisabled?: boolean
}

type LinkProps = Common & { href: string; noPrefetch?: boolean }

/** A button that submits its form. A page has one primary button. */
export const Button = ({
  kind,
  icon,
  shortcut,
  action,
  posts,
  isDisabled,
  children,
  ...rest
}: ButtonProps) => (
  <button
    type="submit"
    class={classOf(kind)}
    formaction={action}
    formmethod={posts ? 'post' : undefined}
    disabled={isDisabled}
    data-key={shortcut}
    {...rest}
  >
    {icon && <Icon name={icon} />}
    {children}
  </button>
)

/**
 * The button that Enter presses in a form whose other buttons come before the one that sends it. Nobody sees it, and the
 * keyboard does not stop at it.
 */
export const EnterButton = ({ children }: PropsWithChildren) => (
  <button type="submit" class="hidden-label" tabindex={-1}>
    {children}
  </button>
)

/** A link that looks like a button. `noPrefetch` keeps browsers from loading its page before the click. */
export const ButtonLink = ({ kind, icon, shortcut, href, noPrefetch, children }: LinkProps) => (
  <a class={classOf(kind)} href={href} data-key={shortcut} data-no-prefetch={noPrefetch}>
    {icon && <Icon name={icon} />}
    {children}
  </a>
)

const classOf = (kind: Kind = 'primary'): string => (kind === 'primary' ? 'button' : `button button-${kind}`)
