import type { Child } from 'hono/jsx'

/** Names with their values, side by side on wide screens. An `id` lets links lead to its item. */
export const DescriptionList = ({ items }: { items: { name: string; value: Child; id?: string }[] }) => (
  <dl class="facts">
    {items.map(({ name, value, id }) => (
      <div id={id}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
