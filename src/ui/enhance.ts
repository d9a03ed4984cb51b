import { createHash } from 'node:crypto'

/**
 * The script of the dashboard. Every page works without it. It sets text and states but writes no HTML, which
 * `require-trusted-types-for 'script'` enforces.
 */
export const ENHANCE = `
const all = (selector, root = document) => [...root.querySelectorAll(selector)]

for (const element of all('[data-script]')) element.hidden = false

for (const form of all('[data-bulk]')) {
  const head = form.querySelector('thead input')
  const rows = all('tbody input[type=checkbox]', form)
  let last = 0
  const showHead = () => {
    if (!head) return
    const chosen = rows.filter((row) => row.checked).length
    head.checked = chosen > 0 && chosen === rows.length
    head.indeterminate = chosen > 0 && chosen < rows.length
  }
  form.addEventListener('click', ({ target, shiftKey }) => {
    const index = rows.indexOf(target)
    if (target === head) for (const row of rows) row.checked = head.checked
    if (index < 0) return
    const [from, to] = [Math.min(last, index), Math.max(last, index)]
    if (shiftKey) for (const row of rows.slice(from, to + 1)) row.checked = target.checked
    last = index
    showHead()
  })
  showHead()
}

let hasUnsaved = false
for (const form of all('[data-unsaved]')) {
  form.addEventListener('input', () => { hasUnsaved = true })
  form.addEventListener('submit', () => { hasUnsaved = false })
}
addEventListener('beforeunload', (event) => { if (hasUnsaved) event.preventDefault() })

for (const button of all('[data-copy]')) {
  const label = button.textContent
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy)
    button.textContent = button.dataset.copied
    setTimeout(() => { button.textContent = label }, 2000)
  })
}

const TYPING = 'input:not([type=checkbox], [type=radio]), select, textarea'
const currentRow = () => document.activeElement.closest('tbody tr')

function focusRow(step) {
  const rows = all('.table tbody tr')
  const index = rows.indexOf(currentRow())
  const row = rows[index < 0 ? 0 : index + step]
  const target = row?.querySelector('th a') ?? row?.querySelector('a, input')
  target?.focus()
}

const ROW_KEYS = {
  j: () => focusRow(1),
  k: () => focusRow(-1),
  x: () => currentRow()?.querySelector('.tick input')?.click(),
}

// A page may have two searches, that of all pages and its own; the latter comes last.
const withKey = (keys) => all('[data-key]').findLast((element) => element.dataset.key === keys)

function press(element) {
  if (element.matches(TYPING)) element.focus()
  else element.click()
}

let prefix = ''
function onKey(event) {
  const { key, target, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey || target.closest(TYPING)) return
  const element = withKey(prefix + key) ?? withKey(key)
  const isPrefix = all('[data-key]').some((link) => link.dataset.key.startsWith(key + ' '))
  prefix = isPrefix ? key + ' ' : ''
  setTimeout(() => { prefix = '' }, 1500)
  if (!element && !ROW_KEYS[key]) return
  event.preventDefault()
  if (element) press(element)
  else ROW_KEYS[key]()
}

if (document.documentElement.dataset.shortcuts !== 'off') addEventListener('keydown', onKey)
`

/** A hash of the script. Its address has it, so browsers may cache the script forever. */
export const ENHANCE_VERSION = createHash('sha256').update(ENHANCE).digest('hex').slice(0, 12)
