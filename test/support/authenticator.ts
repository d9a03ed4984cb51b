import { ORIGIN } from './call'

type CreationOptions = { rp: { id: string }; user: { id: string }; challenge: string }
type RequestOptions = { rpId: string; challenge: string }

/** What an answer says instead of what an honest browser and authenticator say. */
export type Lie = {
  origin?: string
  rpId?: string
  challenge?: string
  userHandle?: string | null
  counter?: number
  isUserVerified?: boolean
  isForged?: boolean
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** An authenticator with one passkey, an ES256 key, and the browser around it. */
export class Authenticator {
  readonly id = base64url(crypto.getRandomValues(new Uint8Array(16)))
  counter = 0
  userHandle = ''

  private constructor(private readonly keys: CryptoKeyPair) {}

  static async make(): Promise<Authenticator> {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
    return new Authenticator(
      (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair,
    )
  }

  /** The RegistrationResponseJSON of a new passkey, without attestation. */
  async create({ rp, user, challenge }: CreationOptions, lie: Lie = {}): Promise<string> {
    this.userHandle = user.id
    const id = fromBase64url(this.id)
    const credential = [new Uint8Array(16), number(id.length, 2), id, await this.coseKey()]
    const authData = await this.authenticatorData(rp.id, HAS_CREDENTIAL, lie, credential)
    const attestationObject = map([
      text('fmt'),
      text('none'),
      text('attStmt'),
      map([]),
      text('authData'),
      bytes(authData),
    ])
    return this.answer({
      clientDataJSON: clientData('webauthn.create', challenge, lie),
      attestationObject: base64url(attestationObject),
      transports: ['internal'],
    })
  }

  /** The AuthenticationResponseJSON of a signed challenge. */
  async get({ rpId, challenge }: RequestOptions, lie: Lie = {}): Promise<string> {
    const authData = await this.authenticatorData(rpId, 0, lie)
    const clientDataJSON = clientData('webauthn.get', challenge, lie)
    const digest = await sha256(fromBase64url(clientDataJSON))
    const signed = lie.isForged ? joined([digest, authData]) : joined([authData, digest])
    const signature = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      this.keys.privateKey,
      signed,
    )
    return this.answer({
      clientDataJSON,
      authenticatorData: base64url(authData),
      signature: base64url(der(new Uint8Array(signature))),
      userHandle: lie.userHandle === undefined ? this.userHandle : lie.userHandle,
    })
  }

  private answer(response: object): string {
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response,
    })
  }

  private async authenticatorData(rpId: string, flags: number, lie: Lie, rest: Uint8Array[] = []) {
    const verified = lie.isUserVerified === false ? 0 : USER_VERIFIED
    return joined([
      await sha256(Uint8Array.from(Buffer.from(lie.rpId ?? rpId))),
      number(flags | USER_PRESENT | verified, 1),
      number(lie.counter ?? this.counter, 4),
      ...rest,
    ])
  }

  private async coseKey(): Promise<Uint8Array> {
    const raw = new Uint8Array((await crypto.subtle.exportKey('raw', this.keys.publicKey)) as ArrayBuffer)
    const [kty, alg, crv, x, y] = [1, 3, -1, -2, -3].map(integer)
    const [ec2, es256, p256] = [2, -7, 1].map(integer)
    const point = [bytes(raw.slice(1, 33)), bytes(raw.slice(33, 65))] as const
    return map([kty, ec2, alg, es256, crv, p256, x, point[0], y, point[1]] as Uint8Array[])
  }
}

const clientData = (type: string, challenge: string, lie: Lie): string =>
  base64url(
    new TextEncoder().encode(
      JSON.stringify({
        type,
        challenge: lie.challenge ?? challenge,
        origin: lie.origin ?? ORIGIN,
        crossOrigin: false,
      }),
    ),
  )

const sha256 = async (content: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', content))

const base64url = (content: Uint8Array): string => Buffer.from(content).toString('base64url')
const fromBase64url = (content: string) => new Uint8Array(Buffer.from(content, 'base64url'))
const joined = (parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

const number = (value: number, length: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length }, (_, index) => (value >>> (8 * (length - 1 - index))) & 0xff)

// CBOR (RFC 8949), as far as it is needed.
const head = (major: number, value: number): Uint8Array => {
  if (value < 24) return number((major << 5) | value, 1)
  return value < 256
    ? joined([number((major << 5) | 24, 1), number(value, 1)])
    : joined([number((major << 5) | 25, 1), number(value, 2)])
}
const integer = (value: number): Uint8Array => (value < 0 ? head(1, -1 - value) : head(0, value))
const bytes = (content: Uint8Array): Uint8Array => joined([head(2, content.length), content])
const text = (content: string): Uint8Array =>
  joined([head(3, content.length), new TextEncoder().encode(content)])
const map = (entries: Uint8Array[]): Uint8Array => joined([head(5, entries.length / 2), ...entries])

/** A signature as WebAuthn has it: an ASN.1 sequence of two integers. */
function der(raw: Uint8Array): Uint8Array {
  const integers = [raw.slice(0, 32), raw.slice(32)].map((half) => {
    const digits = half.slice(half.findIndex((digit) => digit !== 0))
    const positive = Number(digits[0]) < 0x80 ? digits : joined([number(0, 1), digits])
    return joined([number(0x02, 1), number(positive.length, 1), positive])
  })
  const content = joined(integers)
  return joined([number(0x30, 1), number(content.length, 1), content])
}
