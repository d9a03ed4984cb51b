import type { Child } from 'hono/jsx'

/** Names and values, side by side where there is room. */
export const DescriptionList = ({ facts }: { facts: { name: string; value: Child }[] }) => (
  <dl class="facts">
    {facts.map(({ name, value }) => (
      <div>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
