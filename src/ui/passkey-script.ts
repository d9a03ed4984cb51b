import { sha256 } from '../domain/shared/hash'

/**
 * The script of pages with passkeys. A form with `data-passkey` asks `data-options` for a challenge, has an
 * authenticator answer it, and is submitted with the answer. Browsers without passkeys, or without scripts, do not
 * show its button.
 */
export const PASSKEY_SCRIPT = `
const all = (selector) => document.querySelectorAll(selector)
const isSupported = Boolean(globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON)

for (const element of all('[data-with-passkeys]')) element.hidden = !isSupported
for (const element of all('[data-without-passkeys]')) element.hidden = isSupported

for (const form of all('form[data-passkey]'))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    submitAnswer(form, event.submitter)
  })

for (const input of all('input[data-passkeys-here]'))
  if (isSupported && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) input.value = 'yes'

async function submitAnswer(form, button) {
  const failure = form.querySelector('[data-passkey-failure]')
  failure.hidden = true
  button.disabled = true
  try {
    const response = await fetch(form.dataset.options, { method: 'POST' })
    if (response.redirected) return location.assign(response.url)
    if (!response.ok) throw new Error(response.statusText)
    form.elements.answer.value = JSON.stringify(await answer(form.dataset.passkey, await response.json()))
    form.submit()
  } catch {
    failure.hidden = false
  } finally {
    button.disabled = false
  }
}

function answer(act, options) {
  if (act === 'create')
    return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
  return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })
}
`

/** A hash of the script, for its address. */
export const PASSKEY_SCRIPT_VERSION = sha256(PASSKEY_SCRIPT).slice(0, 12)
