import { sha256 } from '../domain/shared/hash'
import { AMOUNT } from './i18n/money'

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
  const count = form.querySelector('.bulk-count')
  const showHead = () => {
    // WebKit counts nothing by CSS any more once the window was resized.
    if (count) count.dataset.count = all(':is(tbody, .card) input:checked', form).length
    if (!head) return
    const chosen = rows.filter((row) => row.checked).length
    head.checked = chosen > 0 && chosen === rows.length
    head.indeterminate = chosen > 0 && chosen < rows.length
  }
  form.addEventListener('click', ({ target, shiftKey }) => {
    const index = rows.indexOf(target)
    if (target === head) for (const row of rows) row.checked = head.checked
    if (index >= 0) {
      const [from, to] = [Math.min(last, index), Math.max(last, index)]
      if (shiftKey) for (const row of rows.slice(from, to + 1)) row.checked = target.checked
      last = index
    }
    showHead()
  })
  addEventListener('pageshow', showHead)
  showHead()
}

for (const form of all('[data-shares]')) {
  const told = form.querySelector('[data-total]')
  const euros = new Intl.NumberFormat(document.documentElement.lang, { style: 'currency', currency: 'EUR' })
  const centsIn = (text) => {
    const [, whole, decimals = ''] = ${AMOUNT}.exec(text.replaceAll(/[\\s€]|EUR/gi, '')) ?? []
    return whole ? Number(whole.replaceAll(/\\D/g, '') + decimals.padEnd(2, '0')) : 0
  }
  form.addEventListener('input', ({ target }) => {
    const tick = target.closest('li')?.querySelector('[type=checkbox]')
    if (!tick) return
    if (target !== tick) tick.checked = true
    const amounts = all('li:has(:checked) [inputmode]', form).map(({ value }) => centsIn(value))
    const left = Number(told.dataset.total) - amounts.reduce((sum, cents) => sum + cents, 0)
    const text = told.dataset[left === 0 ? 'even' : left < 0 ? 'over' : 'rest']
    told.textContent = text.replace('{}', euros.format(Math.abs(left) / 100))
  })
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

// A button inserts its text where the cursor was last in a text of its form, else at the end of the one it names.
let typed
addEventListener('focusout', ({ target }) => { if (target.matches('[type=text], textarea')) typed = target })
for (const button of all('[data-insert]'))
  button.addEventListener('click', () => {
    const field = typed?.form && typed.form === button.form ? typed : document.getElementById(button.dataset.into)
    const isNew = field !== typed
    field.setRangeText(button.dataset.insert, isNew ? field.value.length : field.selectionStart,
      isNew ? field.value.length : field.selectionEnd, 'end')
    field.focus()
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })

for (const part of all('[data-poll]')) {
  const [bar, status] = [part.querySelector('progress'), part.querySelector('[role=status]')]
  const poll = async () => {
    const answer = document.hidden ? undefined : await fetch(part.dataset.poll).catch(() => {})
    if (answer?.redirected) return
    if (answer?.ok) {
      const { value, detail, isDone } = await answer.json()
      if (isDone) return location.reload()
      bar.value = value
      if (status.textContent !== detail) status.textContent = detail
    }
    setTimeout(poll, 2000)
  }
  setTimeout(poll, 2000)
}

const TYPING = 'input:not([type=checkbox], [type=radio]), select, textarea'
const ROW = 'tbody tr, [data-row]'
const currentRow = () => document.activeElement.closest(ROW) ?? document.querySelector('[data-row]:target, :has(> :target) + [data-row]')

function focusRow(step) {
  const rows = all('.table tbody tr, [data-row]')
  const index = rows.indexOf(currentRow())
  const row = rows[index < 0 ? 0 : index + step]
  if (row?.matches('[data-row]')) row.focus()
  else (row?.querySelector('th a') ?? row?.querySelector('a, input'))?.focus()
}

const ROW_KEYS = {
  j: () => focusRow(1),
  k: () => focusRow(-1),
  x: () => currentRow()?.querySelector('.tick input')?.click(),
}

// The keys of rows are those of the current row, else of the first. A page may have two searches; its own comes last.
function withKey(keys) {
  const found = all('[data-key]').filter((element) => element.dataset.key === keys)
  const row = currentRow() ?? document.querySelector('[data-row]')
  return found.find((element) => row?.contains(element)) ?? found.findLast((element) => !element.closest('[data-row]'))
}

const palette = document.getElementById('palette')
const field = palette?.querySelector('input')
const list = document.getElementById('palette-hits')
let options = [], chosen, asked = 0

const make = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}
const option = ({ label, detail = '', badge, href }) =>
  make('a', { href, role: 'option', tabIndex: -1 }, make('span', {}, label), make('small', {}, detail),
    ...(badge ? [make('span', { className: 'badge' }, badge)] : []))

function choose(element) {
  chosen = element
  for (const one of options) one.ariaSelected = String(one === chosen)
  field.setAttribute('aria-activedescendant', chosen?.id ?? '')
  chosen?.scrollIntoView({ block: 'nearest' })
}

function showHits({ status, groups }) {
  list.replaceChildren(...groups.map(({ title, hits }) =>
    make('div', { role: 'group', ariaLabel: title }, make('p', { ariaHidden: 'true' }, title), ...hits.map(option))))
  options = all('a', list).map((element, index) => Object.assign(element, { id: 'hit-' + index }))
  palette.querySelector('[role=status]').textContent = status
  list.hidden = options.length === 0
  field.ariaExpanded = String(!list.hidden)
  choose(field.value.trim() ? options[0] : undefined)
}

async function search(wait) {
  const number = ++asked
  choose()
  await new Promise((resolve) => setTimeout(resolve, wait))
  if (number !== asked) return
  const answer = await fetch(field.form.action + '.json?q=' + encodeURIComponent(field.value)).catch(() => {})
  if (number === asked && answer?.ok && !answer.redirected) showHits(await answer.json())
}

function onPaletteKey(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step) choose(options.at(Math.max(-1, options.indexOf(chosen) + step) % options.length))
  else if (event.key === 'Enter' && chosen) chosen.click()
  else return
  event.preventDefault()
}

if (palette) {
  Object.assign(list, { role: 'listbox', ariaLabel: field.ariaLabel })
  Object.assign(field, { role: 'combobox', ariaExpanded: 'false' })
  field.addEventListener('focus', () => search(0))
  field.addEventListener('input', () => search(120))
  field.addEventListener('keydown', onPaletteKey)
  // Safari does not know closedby.
  palette.addEventListener('click', ({ target }) => { if (target === palette) palette.close() })
  addEventListener('keydown', (event) => {
    if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!palette.open) palette.showModal()
  })
  if (!('commandForElement' in HTMLButtonElement.prototype))
    all('[commandfor]')[0].addEventListener('click', () => palette.showModal())
}

let prefix = '', forgets
function onKey(event) {
  const { key, target, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey || event.repeat && !ROW_KEYS[key] || target.closest(TYPING)) return
  const element = withKey(prefix + key) ?? withKey(key)
  const isPrefix = all('[data-key]').some((link) => link.dataset.key.startsWith(key + ' '))
  prefix = isPrefix ? key + ' ' : ''
  clearTimeout(forgets)
  forgets = setTimeout(() => { prefix = '' }, 1500)
  if (!element && !ROW_KEYS[key]) return
  event.preventDefault()
  if (!element) ROW_KEYS[key]()
  else if (element.matches(TYPING)) element.focus()
  else element.click()
}

if (document.documentElement.dataset.shortcuts !== 'off') addEventListener('keydown', onKey)
`

/** A hash of the script. Its address has it, so browsers may cache the script forever. */
export const ENHANCE_VERSION = sha256(ENHANCE).slice(0, 12)
