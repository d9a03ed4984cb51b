/** The attributes of all cookies. `Lax`, since members and staff come by links in mails. */
export const COOKIE_ATTRIBUTES = { path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const

/** The same with the prefix `__Host-`: no other host of the domain can set the cookie. */
export const HOST_COOKIE_ATTRIBUTES = { ...COOKIE_ATTRIBUTES, prefix: 'host' } as const

export const YEAR_SECONDS = 365 * 24 * 60 * 60
