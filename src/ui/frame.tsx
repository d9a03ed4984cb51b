type Props = { title: string; src: string }

/** A document of its own in a page, such as a mail. It runs nothing, and its links open in a new tab. */
export const Frame = ({ title, src }: Props) => (
  <iframe
    class="frame"
    title={title}
    src={src}
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    loading="lazy"
  />
)
