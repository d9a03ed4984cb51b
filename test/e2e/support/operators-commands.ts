/** A command of the operator's page: the heading that it stands under, and what is typed. */
export type Command = readonly [heading: string, text: string]

/** What `npm run rehearse -- operate` types. */
export const COMMANDS = {
  setUp: [
    'Set up',
    'npm run setup -- --jurisdiction eu --public-url https://members.your-domain.org --mail-from portal@members.your-domain.org',
  ],
  commit: ['Set up', "git commit -m 'Set up production' wrangler.toml"],
  releaseFirst: ['Set up', 'npm run release -- --first'],
  doctor: ['Check', 'npm run doctor'],
  op: [
    'Fill',
    `op() { curl --fail-with-body -H "Authorization: Bearer $OPERATOR_TOKEN" -H 'Content-Type: application/json' "$@"; }`,
  ],
  host: ['Fill', 'HOST=https://members.your-domain.org'],
  workspace: ['Fill', `op $HOST/operator/workspaces -d '{ "name": "TSV Musterdorf" }'`],
  owner: [
    'Fill',
    `op $HOST/operator/workspaces/wsp_…/staff -d '{ "name": "Anna Weber", "email": "anna@your-domain.org" }'`,
  ],
  key: ['Fill', `op $HOST/operator/workspaces/wsp_…/api_keys -d '{ "name": "Website" }'`],
  release: ['Release', 'npm run release'],
  pull: ['Back up', 'npm run backup:pull -- --url https://members.your-domain.org --out /backups'],
  pauseQueue: ['The order', 'npx wrangler queues pause-delivery membership-mails'],
  makeDatabase: ['Load the backups', 'npx wrangler d1 create membership --jurisdiction eu'],
  deployPaused: ['Load the backups', 'npx wrangler deploy --var PAUSED:restore'],
  pullFromBucket: [
    'Load the backups',
    'npm run backup:pull -- --url https://members.your-domain.org --out /backups --from-bucket',
  ],
  migrateTo: ['Load the backups', 'npm run restore:migrate -- /backups/DATE --remote'],
  restore: ['Load the backups', 'npm run restore -- /backups/DATE --url https://members.your-domain.org'],
  migrateRest: ['Load the backups', 'npx wrangler d1 migrations apply DB --remote'],
  verifyBooks: ['Load the backups', 'npm run books:verify -- --remote'],
  deploy: ['Load the backups', 'npx wrangler deploy'],
  resumeQueue: ['The order', 'npx wrangler queues resume-delivery membership-mails'],
  addDatabase: ['From one to two', 'npm run setup -- --jurisdiction eu --databases 2'],
  commitDatabase: ['From one to two', "git commit -m 'Add a second database' wrangler.toml"],
  makeSecond: ['Restore one of several', 'npx wrangler d1 create membership-b --jurisdiction eu'],
  pullSecond: [
    'Restore one of several',
    'npm run backup:pull -- --url https://members.your-domain.org --out /backups --from-bucket --database b',
  ],
  migrateSecond: ['Restore one of several', 'npm run restore:migrate -- /backups/DATE --remote --database b'],
  restoreSecond: [
    'Restore one of several',
    'npm run restore -- /backups/DATE --url https://members.your-domain.org --database b',
  ],
  api: [
    'A workspace leaves',
    'api() { curl --fail-with-body -H "Authorization: Bearer $OPERATOR_TOKEN" "$@"; }',
  ],
  at: ['A workspace leaves', 'at=https://members.your-domain.org/operator'],
  suspend: ['A workspace leaves', 'api -X PUT $at/workspaces/$id/suspension'],
  erase: ['A workspace leaves', 'api -X DELETE $at/workspaces/$id'],
} satisfies Record<string, Command>

/** The commands that a page has under a heading, in blocks and in sentences, each in one line. */
export function commandsUnder(page: string, heading: string): string[] {
  const section = page.split(/^(?=##)/m).find((part) => new RegExp(`^#+ ${heading}\\n`).test(part)) ?? ''
  // Every second part is a block.
  const parts = section.split(/^```(?:sh|toml)?\n/m)
  const inBlocks = parts.filter((_, index) => index % 2 === 1).flatMap((block) => block.trim().split('\n'))
  const sentences = parts.filter((_, index) => index % 2 === 0).join('')
  const inSentences = [...sentences.matchAll(/`([^`]+)`/g)]
    .map(([, code = '']) => code.replaceAll(/\s+/g, ' '))
    .filter((code) => /^(npm run|npx|curl|git|op|api) /.test(code))
  return [...inBlocks, ...inSentences].map((command) => command.replace(/ +# .*$/, ''))
}

/** The commands under the same headings that it does not type, by why. */
export const NOT_TYPED: Record<string, readonly string[]> = {
  'They are named, and typed elsewhere in full.': [
    'npm run setup',
    'npm run backup:pull',
    'npm run restore',
    'npm run release',
    'npm run doctor',
  ],
  'The account of the rehearsal is signed in, and has what set-up makes.': [
    'npx wrangler login',
    'npx wrangler d1 delete membership',
    'npx wrangler r2 bucket lock add membership-backups --retention-days 30',
    'npx wrangler versions secret put',
    'export OPERATOR_TOKEN=…',
  ],
  'npm run rehearse -- release does it with the same fake account.': ['npm run release -- --env staging'],
  'Only D1 itself travels in time.': [
    'npx wrangler d1 time-travel restore DB --bookmark …',
    'npx wrangler d1 time-travel restore DB --timestamp=…',
    'npx wrangler d1 time-travel restore DB_B --timestamp=…',
  ],
  'npm run restore does them; npm run rehearse -- restore-twice sends the same requests.': [
    'curl -f "$URL/operator/erasures?since=2026-01-31T09:30:00Z" -H "Authorization: Bearer $OPERATOR_TOKEN" > erasures.json',
    `curl -X POST $URL/operator/restores -H "Authorization: Bearer $OPERATOR_TOKEN" -H 'Content-Type: application/json' -d '{ "bookmark": "2026-01-31T09:30:00Z" }'`,
    `curl -f -X POST $URL/operator/erasures -H "Authorization: Bearer $OPERATOR_TOKEN" -H 'Content-Type: application/json' --data-binary @erasures.json`,
  ],
  'It renews a file of the repository.': ['npm run clients -- --release'],
  'They are rehearsals themselves.': [
    'npm run rehearse -- operate',
    'npm run rehearse -- restore-twice',
    'npm run rehearse -- restore',
  ],
  'test/operator/sandbox.test.ts sends the same request.': [
    `op $HOST/operator/workspaces -d '{ "name": "Sandbox of Example Ltd.", "sandbox": true }'`,
  ],
  'test/operator/leaving.test.ts sends the same requests.': [
    'api -X DELETE $at/workspaces/$id/suspension',
    'api -o club.zip $at/workspaces/$id/export',
    'api $at/workspace_erasures',
  ],
}
