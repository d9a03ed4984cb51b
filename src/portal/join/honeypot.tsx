// A dot, which no key of a custom column has.
const NAME = 'more.website'

/**
 * A field that only programs fill in: browsers show it to no one. It catches simple ones; no foreign captcha is
 * asked.
 */
export const Honeypot = () => (
  <div hidden>
    <label for="more-website">Website</label>
    <input type="text" id="more-website" name={NAME} value="" autocomplete="off" tabindex={-1} />
  </div>
)

/** Whether a program filled a form in. */
export const isHoneypotFilled = (form: URLSearchParams): boolean => Boolean(form.get(NAME))
