import { inputId } from './form'

type Props = {
  /** What each inserts, and what that stands for. */
  items: { text: string; label: string }[]
  /** The name of the field that gets it, unless the cursor was in another one of the form. */
  into: string
}

/** Texts that a click inserts into a field; without the script, a list to type from. */
export const Inserts = ({ items, into }: Props) => (
  <ul class="inserts">
    {items.map(({ text, label }) => (
      <li>
        <button
          type="button"
          class="button button-second"
          data-insert={text}
          data-into={inputId(into)}
          data-script
          hidden
        >
          {label}
        </button>
        <code>{text}</code>
        <span>{label}</span>
      </li>
    ))}
  </ul>
)
