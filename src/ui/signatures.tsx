type Props = { title: string; items: string[] }

/** Lines on which people sign a page once it is printed, each with who signs it. */
export const Signatures = ({ title, items }: Props) => (
  <section class="signatures" aria-label={title}>
    {items.map((item) => (
      <p>{item}</p>
    ))}
  </section>
)
