import { call } from './call'
import type { Staff } from './dashboard'

/** Sends a file by the form of the first page of an import, whose address is given. */
export async function upload(staff: Staff, base: string, text: string | Uint8Array, name = 'mitglieder.csv') {
  const form = new FormData()
  form.append(
    'file',
    new Blob([Uint8Array.from(typeof text === 'string' ? new TextEncoder().encode(text) : text)]),
    name,
  )
  const body = new Response(form)
  return call('POST', base, {
    raw: await body.arrayBuffer(),
    headers: {
      'Content-Type': String(body.headers.get('Content-Type')),
      Cookie: `__Host-staff=${staff.cookie('__Host-staff')}`,
      'Sec-Fetch-Site': 'same-origin',
      'Accept-Language': 'de',
    },
  })
}
