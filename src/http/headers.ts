const text = { type: 'string' } as const
const seconds = { type: 'integer', minimum: 1 } as const

/** The response headers that callers use, as components of /openapi.json. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': {
    description:
      'The id of the request, as problems and the log name it: the one that the caller sent, if well-formed',
    required: true,
    schema: text,
    example: '3d4f1c0e-8f0c-4a57-9d6e-0d6a9c2f5b11',
  },
  'X-D1-Bookmark': {
    description: 'The state of the database that the answer is based on; send it back to read from nearby',
    schema: text,
    example: '00000085-0000024c-00004c6d-8e61117bf38d7adb71b934ebbf891683',
  },
  ETag: {
    description: 'Names this state of the resource, for If-Match and If-None-Match',
    schema: text,
    example: '"5d41402abc4b2a76b9719d911017c592"',
  },
  Link: {
    description: 'The pages `first`, `next` and `prev` as RFC 8288 links that keep the query',
    schema: text,
    example: '<https://api.example.org/lists/members/persons>; rel="first"',
  },
  'Idempotent-Replayed': {
    description: '`true` on the stored answer to an earlier request with the same Idempotency-Key',
    schema: text,
    example: 'true',
  },
  'Content-Disposition': {
    description: 'The name of the file; not on JSON',
    schema: text,
    example: 'attachment; filename="members.csv"',
  },
  'Repr-Digest': {
    description: 'The SHA-256 of the file (RFC 9530)',
    schema: text,
    example: 'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:',
  },
  'X-Unreachable-Databases': {
    description: 'The letters of databases that do not answer; the page lacks what they have',
    schema: text,
    example: 'b',
  },
  'WWW-Authenticate': { description: 'The scheme to authenticate with', schema: text, example: 'Bearer' },
  'Retry-After': { description: 'Seconds to wait before the next request', schema: seconds, example: 60 },
  'RateLimit-Policy': {
    description: 'How many requests (`q`) are let through in how many seconds (`w`)',
    schema: text,
    example: '"default";q=600;w=60',
  },
}

export type ResponseHeader = keyof typeof RESPONSE_HEADERS

/** References to described headers, for a response. */
export const referTo = (names: ResponseHeader[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const REQUEST_HEADERS = {
  'If-Match': 'The ETag of what you have read; the write fails with 412 where it has changed since',
  'If-None-Match': 'The ETag of what you have; answered 304 where it is unchanged',
  'Idempotency-Key':
    'A key that you choose for this request. Sent again with the same body, the request has no further effect and gets its first answer again, for at least 24 hours.',
  'X-D1-Bookmark':
    'The bookmark of an earlier response: the nearest copy of the database that is at least as new may answer a read. Without it, reads see every write that was answered before; writes go to the primary.',
}

export type RequestHeader = keyof typeof REQUEST_HEADERS

/** The parameter of a request header. */
export const headerParameter = (name: RequestHeader) => ({
  in: 'header' as const,
  name,
  description: REQUEST_HEADERS[name],
  schema: text,
})
