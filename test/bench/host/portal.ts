import { personId } from './seed.ts'

/** Signs a member in to the portal. Returns the cookie of the session. */
export async function signIn(origin: string, key: string, member: number): Promise<string> {
  const created = await fetch(`${origin}/member_portal_sessions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ person_id: personId(member) }),
  })
  const { data } = (await created.json()) as { data: { url: string } }
  const response = await fetch(`${origin}${new URL(data.url).pathname}`, {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams(),
    redirect: 'manual',
  })
  const [cookie] = response.headers.get('Set-Cookie')?.split(';') ?? []
  if (!cookie) throw new Error(`Signing in to the portal: ${response.status} ${await response.text()}`)
  return cookie
}
