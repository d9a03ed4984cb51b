import type { Child, PropsWithChildren } from 'hono/jsx'

type BarProps = { name: string; logo?: string | undefined; action?: Child }

/**
 * The bar of the portal in the workspace's colour: its logo, or else the short form of its name, its name, and one
 * action.
 */
export const Bar = ({ name, logo, action }: BarProps) => (
  <header class="bar">
    <div class="bar-inner">
      {logo ? <img class="bar-logo" src={logo} alt="" /> : <Logo name={name} />}
      <p class="bar-name">{name}</p>
      {action}
    </div>
  </header>
)

/** The content of a page below a bar. */
export const Main = ({ children }: PropsWithChildren) => <main class="page stack">{children}</main>

/** The short form of a name in a square. */
export const Logo = ({ name }: { name: string }) => (
  <span class="logo" aria-hidden="true">
    {shortForm(name)}
  </span>
)

/** The initials of a person in a circle. */
export const Avatar = ({ name }: { name: string }) => (
  <span class="logo avatar" aria-hidden="true">
    {shortForm(name)}
  </span>
)

/** A first word in capitals such as `TSV`, else the initials of the first two words. */
function shortForm(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word))
  const [first = ''] = words
  if (/^\p{Lu}{2,4}$/u.test(first)) return first
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('')
}
