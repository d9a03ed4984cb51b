import * as z from 'zod'

const base64url = z.string().regex(/^[\w-]+$/)

const credential = { id: base64url, rawId: base64url, type: z.literal('public-key') }

const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
})

const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
})

export type Registration = z.output<typeof registration>
export type Assertion = z.output<typeof assertion>

/** The answer of an authenticator that made a passkey; undefined if a text is none. */
export const parseRegistration = (text: string): Registration | undefined => parse(registration, text)

/** The answer of a passkey that signed a challenge; undefined if a text is none. */
export const parseAssertion = (text: string): Assertion | undefined => parse(assertion, text)

function parse<S extends z.ZodType>(schema: S, text: string): z.output<S> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
