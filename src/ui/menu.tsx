import type { Child, PropsWithChildren } from 'hono/jsx'
import { Icon, type IconName } from './icon'
import { HiddenLabel } from './text'

type Props = PropsWithChildren<{
  /** Unique on the page. */
  id: string
  label: string
  /** What the button shows in place of its label, such as initials. */
  face?: Child
  icon?: IconName
  kind?: 'second' | 'plain'
  isAtEnd?: boolean
  shortcut?: string
}>

/** A button that opens a list of links and forms over the page, without a script. */
export const Menu = ({ id, label, icon, face, kind = 'second', isAtEnd, shortcut, children }: Props) => (
  <div class={isAtEnd ? 'menu menu-end' : 'menu'}>
    <button
      type="button"
      class={`button button-${kind}${icon ? ' button-icon' : ''}`}
      popovertarget={id}
      data-key={shortcut}
    >
      {icon ? <Icon name={icon} /> : face}
      {icon || face ? <HiddenLabel>{label}</HiddenLabel> : label}
      {!icon && <Icon name="chevron" />}
    </button>
    <div class="sheet" id={id} popover="auto">
      {children}
    </div>
  </div>
)

/** An item is a link (`href`), a form of its own (`action`), or a button that opens a popover by its id (`opens`). */
type Item = {
  label: string
  href?: string
  action?: string
  opens?: string
  detail?: string
  shortcut?: string
  isCurrent?: boolean
  isDangerous?: boolean
  /** Whether a line separates it from the item before. */
  startsGroup?: boolean
}

/** The items of a menu. */
export const MenuList = ({ items }: { items: Item[] }) => (
  <ul>
    {items.map((item) => (
      <li
        class={item.startsGroup ? 'sheet-rule' : undefined}
        hidden={!!item.opens}
        data-script={item.opens && ''}
      >
        <MenuItem {...item} />
      </li>
    ))}
  </ul>
)

function MenuItem({ label, href, action, opens, detail, shortcut, isCurrent, isDangerous }: Item) {
  const tone = isDangerous ? 'danger' : undefined
  if (action)
    return (
      <form method="post" action={action}>
        <button type="submit" class={tone}>
          {label}
        </button>
      </form>
    )
  if (opens)
    return (
      <button type="button" popovertarget={opens} data-key={shortcut}>
        {label}
      </button>
    )
  return (
    <a href={href} class={tone} aria-current={isCurrent ? 'true' : undefined}>
      {label}
      {detail && <span class="quiet small">{detail}</span>}
    </a>
  )
}
