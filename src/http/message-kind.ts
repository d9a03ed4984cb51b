/** What a message of a queue asks for, by its shape; `unknown` for what no version writes. The name holds nothing of its body. */
export function kindOf(body: unknown): string {
  const message = Object(body)
  if ('mail_id' in message) return 'mailing'
  if (message.kind === 'job') return /^[a-z_]{1,40}$/.test(message.job) ? message.job : 'unknown'
  if (/^cf\.[a-zA-Z.]{1,60}$/.test(message.type)) return message.type
  return typeof message.kind === 'string' && /^[a-z_]{1,40}$/.test(message.kind) ? message.kind : 'unknown'
}
