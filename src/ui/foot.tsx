import type { Language } from './i18n/locale'
import type { FootItem } from './mail/look'

type Props = {
  /** The words in front of the contacts. */
  lead: string
  name: string
  contacts: FootItem[]
  links: FootItem[]
  /** The language that the page can be switched to. */
  other?: { language: Language; label: string } | undefined
}

/** The foot of a page of the portal: whom to ask, what the law asks for, and the other language. */
export const Foot = ({ lead, name, contacts, links, other }: Props) => (
  <footer class="foot">
    <div class="foot-inner">
      {contacts.length > 0 && (
        <p>
          {lead} <strong>{name}</strong>
          <Contacts items={contacts} />
        </p>
      )}
      {(links.length > 0 || other) && (
        <ul class="foot-links">
          {links.map(({ text, address }) => (
            <li>
              <a href={address}>{text}</a>
            </li>
          ))}
          {other && (
            <li>
              <a href={`?lang=${other.language}`} lang={other.language} hreflang={other.language}>
                {other.label}
              </a>
            </li>
          )}
        </ul>
      )}
    </div>
  </footer>
)

const Contacts = ({ items }: { items: FootItem[] }) =>
  items.map(({ text, address }) => (
    <>
      {' · '}
      {address ? (
        <a class="foot-contact" href={address}>
          {text}
        </a>
      ) : (
        text
      )}
    </>
  ))
