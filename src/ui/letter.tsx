import type { Child, PropsWithChildren } from 'hono/jsx'

type Props = PropsWithChildren<{
  /** The BCP 47 tag of its language, which may be another one than that of the page. */
  language: string
  sender: Child
  /** The lines of who it goes to, where an envelope has its window; none for a sheet that is handed over. */
  address?: string[]
  date?: string
  title: string
}>

/** A letter on a page of A4 (DIN 5008), which is printed without what surrounds it. */
export const Letter = ({ language, sender, address, date, title, children }: Props) => (
  <article class="letter" lang={language}>
    <p class="letter-sender">{sender}</p>
    {address && (
      <address class="letter-address">
        {address.map((line) => (
          <span>{line}</span>
        ))}
      </address>
    )}
    {date && <p class="letter-date">{date}</p>}
    <h2>{title}</h2>
    {children}
  </article>
)

/** Facts of a letter beside a picture. */
export const LetterColumns = ({ children }: PropsWithChildren) => <div class="letter-columns">{children}</div>

/** A place that is filled in by hand. */
export const Blank = () => <span class="letter-blank" />
