/** How many messages a queue takes at once. */
const MESSAGES_AT_ONCE = 100

/** Sends messages to a queue, as many at once as it takes. A message may have 2,500 bytes: a queue takes 256 KB at once. */
export async function sendAll<Message>(
  queue: Queue<Message>,
  bodies: Message[],
  options: QueueSendBatchOptions = {},
): Promise<void> {
  const messages = bodies.map((body) => ({ body }))
  for (let start = 0; start < messages.length; start += MESSAGES_AT_ONCE)
    await queue.sendBatch(messages.slice(start, start + MESSAGES_AT_ONCE), options)
}
