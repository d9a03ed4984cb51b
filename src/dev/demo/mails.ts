/** Mails that staff can steer. In the demo the queue sends every mail at once, and no address refuses one. */
const MAILS = [
  {
    subject: 'Training fällt am Freitag aus',
    text: 'am Freitag ist die Halle gesperrt. Nächste Woche trainieren wir wieder wie gewohnt.',
    state: 'sending',
    second: 'waiting',
  },
  {
    subject: 'Helfer für das Sommerfest gesucht',
    text: 'für Aufbau und Kuchentheke fehlen noch Hände. Bitte melden Sie sich in der Geschäftsstelle.',
    state: 'stopped',
    second: 'waiting',
  },
  {
    subject: 'Neue Trainingszeiten',
    text: 'ab Januar beginnt das Turnen eine halbe Stunde früher, um 17:30 Uhr.',
    state: 'sent',
    second: 'failed',
  },
] as const

/** SQL that gives the demo a mail that is being sent, one that was stopped, and one that failed for a member. */
export const steerableMailsSql = (workspaceId: string, now = new Date().toISOString()): string =>
  MAILS.map(({ subject, text, state, second }, index) => {
    const id = `mai_00000000DemoSteerable00${index}`
    const count = (name: string) => Number(second === name)
    return `
INSERT OR IGNORE INTO mails
  (workspace_id, id, state, kind, list_id, subject, body, total, waiting, sent, failed, created_at, updated_at, sent_at)
VALUES ('${workspaceId}', '${id}', '${state}', 'official', 'members', '${subject}', '{{salutation}},' || char(10, 10) || '${text}', 2, ${count('waiting')}, 1,
  ${count('failed')}, '${now}', '${now}', '${now}');
INSERT OR IGNORE INTO mail_recipients (workspace_id, mail_id, person_id, address, state, reason, at)
SELECT workspace_id, '${id}', id, email, CASE external_id WHEN 'm-1001' THEN 'sent' ELSE '${second}' END,
  CASE WHEN external_id = 'm-1002' AND '${second}' = 'failed' THEN 'not_delivered' END, '${now}'
FROM persons WHERE workspace_id = '${workspaceId}' AND external_id IN ('m-1001', 'm-1002');
`
  }).join('')
