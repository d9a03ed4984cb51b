import { describe, expect, it } from 'vitest'

const FILES = import.meta.glob<string>('../../drizzle/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The last migration that was written before these rules. */
const LAST_EXEMPT = '0050'

const NEW = Object.entries(FILES)
  .map(([path, text]) => [path.split('/').at(-1) ?? '', text] as const)
  .filter(([name]) => name.slice(0, 4) > LAST_EXEMPT)

/**
 * Why a migration does not suit the last release's code, which runs on the new schema until the new one is deployed and after a
 * rollback, or a large database, whose migration has 30 seconds. A comment ahead of a statement says why it may stay.
 */
function problemsOf(sql: string): string[] {
  const statements = sql
    .replaceAll('--> statement-breakpoint', '')
    .replaceAll(/CREATE TRIGGER\s+(\S+)[\s\S]*?\bEND;/gi, 'CREATE TRIGGER $1;')
    .split(';')
    .map((text) => ({
      comment: /--[^\n]*/.exec(text)?.[0] ?? '',
      statement: text
        .replaceAll(/--[^\n]*/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    }))
    .filter(({ statement }) => statement !== '')
  const isMade = (kind: string, name: string) =>
    statements.some(({ statement }) =>
      new RegExp(`^CREATE (UNIQUE )?${kind} (IF NOT EXISTS )?${name}`, 'i').test(statement),
    )
  return statements.flatMap(({ comment, statement }) => {
    const [, kind = '', dropped = ''] =
      /\bDROP (TABLE|COLUMN|INDEX|TRIGGER) (?:IF EXISTS )?([`\w]+)/i.exec(statement) ?? []
    const [, indexed = ''] = /^CREATE UNIQUE INDEX \S+ ON ([`\w]+)/i.exec(statement) ?? []
    return [
      ...(/\bRENAME\b/i.test(statement) ||
      (kind && !isMade(kind, dropped) && !/^-- Unused since \d{4}-\d\d-\d\d/.test(comment))
        ? [`${statement}: the last release may use it. Drop it a release later, after "-- Unused since DATE"`]
        : []),
      ...(/^(UPDATE|DELETE|REPLACE|INSERT\b.*\bSELECT|WITH)\b/i.test(statement) &&
      !/^-- Rows: \w/.test(comment)
        ? [`${statement}: say "-- Rows: why they are few", or write a repair (src/db/README.md)`]
        : []),
      ...(indexed && !isMade('TABLE', indexed) && !/^-- Unique: \w/.test(comment)
        ? [`${statement}: say "-- Unique: why no row breaks it, and none that the last release writes"`]
        : []),
      ...(/^CREATE TABLE/i.test(statement) && !/\) WITHOUT ROWID$/i.test(statement)
        ? [`${statement.slice(0, 40)}: end it with WITHOUT ROWID`]
        : []),
    ]
  })
}

describe('a migration', () => {
  it('suits the last release and a large database', () => {
    expect(Object.keys(FILES).length).toBeGreaterThan(50)
    expect(NEW.flatMap(([name, sql]) => problemsOf(sql).map((problem) => `${name}: ${problem}`))).toEqual([])
  })

  it.each([
    ['ALTER TABLE `persons` DROP COLUMN `sex`;', 'the last release may use it'],
    ['DROP TABLE `segments`;', 'the last release may use it'],
    ['DROP INDEX `persons_by_name`;', 'the last release may use it'],
    ['ALTER TABLE `__new_fees` RENAME TO `fees`;', 'the last release may use it'],
    ['ALTER TABLE `fees` RENAME COLUMN `amount` TO `cents`;', 'the last release may use it'],
    ['UPDATE `persons` SET `sex` = NULL;', 'write a repair'],
    ['DELETE FROM `persons`\nWHERE 1;', 'write a repair'],
    ['INSERT INTO `kinds` (`id`)\nSELECT `id` FROM `persons`;', 'write a repair'],
    ['-- Rows:\nUPDATE `persons` SET `sex` = NULL;', 'write a repair'],
    ['CREATE UNIQUE INDEX `a` ON `persons` (`email`);', 'none that the last release writes'],
    ['CREATE TABLE `a` (`id` text);', 'WITHOUT ROWID'],
  ])('is refused for %j', (sql, problem) => {
    expect(problemsOf(`CREATE INDEX \`x\` ON \`y\` (\`z\`);--> statement-breakpoint\n${sql}`)).toEqual([
      expect.stringContaining(problem),
    ])
  })

  it.each([
    ['-- Unused since 2027-01-31: its last reader went.\nALTER TABLE `persons` DROP COLUMN `sex`;'],
    ['-- Rows: one a workspace.\nUPDATE `workspaces` SET `locale` = `language`;'],
    ['CREATE TABLE `a` (`id` text) WITHOUT ROWID;\nCREATE UNIQUE INDEX `b` ON `a` (`id`);'],
    [
      'DROP TRIGGER `t`;\nCREATE TRIGGER `t` AFTER UPDATE ON `a`\nBEGIN\n  DELETE FROM `b`;\n  UPDATE `c` SET x = 1;\nEND;',
    ],
    ['ALTER TABLE `persons` ADD `sex` text;'],
  ])('passes for %j', (sql) => {
    expect(problemsOf(sql)).toEqual([])
  })
})
