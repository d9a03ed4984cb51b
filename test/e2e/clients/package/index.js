import createClient from 'openapi-fetch'

export const client = (origin, key, options = {}) =>
  createClient({ ...options, baseUrl: origin, headers: { Authorization: `Bearer ${key}` } })
