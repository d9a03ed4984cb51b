import { databaseOf } from './database.ts'

type Mailing = { id: string; recipients: number }

/** Makes a mail in a state folder what it was three hours ago: being sent, with every recipient waiting. */
export function backdateMail(folder: string, { id, recipients }: Mailing): void {
  const database = databaseOf(folder)
  database
    .prepare(
      `UPDATE mails SET state = 'sending', waiting = ?, sent = 0,
        updated_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-3 hours') WHERE id = ?`,
    )
    .run(recipients, id)
  database.prepare("UPDATE mail_recipients SET state = 'waiting' WHERE mail_id = ?").run(id)
  database.close()
}

/** Makes a mail what it is today: handed over to every recipient. */
export function finishMail(folder: string, { id, recipients }: Mailing): void {
  const database = databaseOf(folder)
  database.prepare("UPDATE mails SET state = 'sent', waiting = 0, sent = ? WHERE id = ?").run(recipients, id)
  database.prepare("UPDATE mail_recipients SET state = 'sent' WHERE mail_id = ?").run(id)
  database.close()
}
