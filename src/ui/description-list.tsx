import type { Child } from 'hono/jsx'

/** Names with their values, side by side on wide screens. */
export const DescriptionList = ({ items }: { items: { name: string; value: Child }[] }) => (
  <dl class="facts">
    {items.map(({ name, value }) => (
      <div>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
