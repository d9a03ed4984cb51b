import { passkeyScriptPath } from '../../http/passkey-script'
import { HiddenFields } from '../../ui/form-layout'

/** The address of the script that a page with a {@link PasskeyForm} needs. */
export const PASSKEY_SCRIPT_PATH = passkeyScriptPath('/dashboard')

const FORM_ID = 'passkey'

type FormProps = {
  /** Whether an authenticator makes a passkey, or uses one. */
  act: 'create' | 'get'
  /** Where the answer goes; the options come from `/options` below its path. */
  action: string
  /** What is sent with the answer. */
  hidden?: URLSearchParams | undefined
  /** The message for an attempt that was cancelled or failed. */
  failure: string
}

/** The form of the {@link PasskeyButton} of a page, without fields of its own. */
export const PasskeyForm = ({ act, action, hidden, failure }: FormProps) => (
  <form
    id={FORM_ID}
    method="post"
    action={action}
    data-passkey={act}
    data-options={action.replace(/(\?|$)/, '/options$1')}
  >
    <input type="hidden" name="answer" value="" />
    {hidden && <HiddenFields values={hidden} />}
    <p class="issue" role="alert" data-passkey-failure="" hidden>
      {failure}
    </p>
  </form>
)

/** A button that makes or uses a passkey. The script of the page shows it where the browser can. */
export const PasskeyButton = ({
  label,
  kind = 'primary',
}: {
  label: string
  kind?: 'primary' | 'second'
}) => (
  <button
    type="submit"
    form={FORM_ID}
    class={kind === 'primary' ? 'button' : 'button button-second'}
    data-with-passkeys=""
    hidden
  >
    {label}
  </button>
)
