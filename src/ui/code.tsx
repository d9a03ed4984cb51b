/** Lines of code or data, which wrap where they are too long. */
export const CodeBlock = ({ text }: { text: string }) => (
  <pre class="code-block">
    <code>{text}</code>
  </pre>
)

/** A text in which parts between backticks are code. */
export const Prose = ({ text }: { text: string }) => (
  <p>{text.split('`').map((part, index) => (index % 2 === 0 ? part : <code>{part}</code>))}</p>
)
