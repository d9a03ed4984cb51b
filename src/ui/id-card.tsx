import type { Child } from 'hono/jsx'
import { DescriptionList } from './description-list'

type Props = {
  issuer: string
  title: string
  name: string
  items: { name: string; value: Child }[]
  code: Child
}

/** A card to show, which is printed in the size of a bank card (ISO/IEC 7810, ID-1). */
export const IdCard = ({ issuer, title, name, items, code }: Props) => (
  <article class="id-card">
    <header>
      <p>{issuer}</p>
      <h2>{title}</h2>
    </header>
    <div class="id-card-body">
      <div>
        <p class="id-card-name">{name}</p>
        <DescriptionList items={items} />
      </div>
      {code}
    </div>
  </article>
)
