type Look = 'primary' | 'quiet' | 'small'

const CLASSES: Record<Look, string> = {
  primary: 'button',
  quiet: 'button button-quiet',
  small: 'button button-quiet button-small',
}

/** A button that submits its form. */
export const SubmitButton = ({ label, look = 'primary' }: { label: string; look?: Look }) => (
  <button type="submit" class={CLASSES[look]}>
    {label}
  </button>
)

/** A link that looks like a button. */
export const ButtonLink = ({ label, href, look }: { label: string; href: string; look: Look }) => (
  <a class={CLASSES[look]} href={href}>
    {label}
  </a>
)
