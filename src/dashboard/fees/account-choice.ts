/** The value of a choice of accounts that says that no money moved. */
export const SET_OFF = 'set_off'

/** The account that a form names, or that no money moved, as the verbs of payments take it. */
export const accountIn = (form: URLSearchParams) => {
  const chosen = form.get('account_id') || null
  return chosen === SET_OFF ? { account_id: null, set_off: true } : { account_id: chosen }
}
