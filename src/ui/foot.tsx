import type { Language } from './i18n/locale'
import type { FootItem } from './mail/look'

type Props = {
  /** The words in front of the contacts. */
  lead: string
  name: string
  contacts: FootItem[]
  links: FootItem[]
  /** The language that the page can be switched to. */
  other?: { language: Language; href: string; label: string; isNewTab?: boolean } | undefined
}

/** The foot of a page of the portal: whom to ask, what the law asks for, and the other language. */
export const Foot = ({ lead, name, contacts, links, other }: Props) => (
  <footer class="foot">
    <div class="foot-inner">
      {contacts.length > 0 && <Contacts {...{ lead, name, contacts }} />}
      {(links.length > 0 || other) && (
        <ul class="foot-links">
          {links.map((item) => (
            <li>
              <Item {...item} />
            </li>
          ))}
          {other && (
            <li>
              <a
                href={other.href}
                lang={other.language}
                hreflang={other.language}
                target={other.isNewTab ? '_blank' : undefined}
              >
                {other.label}
              </a>
            </li>
          )}
        </ul>
      )}
    </div>
  </footer>
)

function Contacts({ lead, name, contacts }: Pick<Props, 'lead' | 'name' | 'contacts'>) {
  const linked = contacts.filter(({ address }) => address)
  const said = contacts.filter(({ address }) => !address)
  return (
    <>
      <p>
        {lead} <strong>{name}</strong>
        {said.map(({ text }) => `, ${text}`)}
      </p>
      {linked.length > 0 && (
        <ul class="foot-links foot-contacts">
          {linked.map((item) => (
            <li>
              <Item {...item} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const Item = ({ text, address }: FootItem) => <a href={address}>{text}</a>
