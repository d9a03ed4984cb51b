import { type Db, trip } from '../../../db/client'
import { failUnless } from '../../../db/guard'
import { NOW } from '../../../db/now'
import type { MoveRow } from '../../../db/schema'
import { type Sql, sql } from '../../../db/sql'
import { randomBase62 } from '../../shared/ids'
import { type Progress, selectMove } from './move'

/** For how long no other run goes on with a move: longer than a trip and a slice take. */
const HELD_SECONDS = 60

/** After how many seconds a slice keeps how far it is. */
const KEPT_AFTER = 10

/** A move that one run goes on with, which no other one does meanwhile. Each write fails as a conflict if that is no longer so. */
export class Hold {
  private keptAt = Date.now()

  private constructor(
    readonly source: Db,
    readonly target: Db,
    public row: MoveRow,
    private readonly by: string,
  ) {}

  /** Takes a move that is due, and not finished. One trip. Undefined if it is not, or another run's. */
  static async take(
    source: Db,
    targetOf: (place: string) => Db | undefined,
    workspaceId: string,
  ): Promise<Hold | undefined> {
    const now = new Date()
    const by = randomBase62(16)
    const { rows } = await trip(source, {
      taken: sql`
        UPDATE moves SET held_by = ${by}, held_until = ${until(now)}
        WHERE moved_id = ${workspaceId} AND finished_at IS NULL AND (held_until IS NULL OR held_until < ${now.toISOString()})
          AND (due_at <= ${now.toISOString()} OR step = 'cancelling')`,
      rows: selectMove(workspaceId),
    })
    const [row] = rows
    const target = row && targetOf(row.place)
    return row?.heldBy === by && target ? new Hold(source, target, row, by) : undefined
  }

  get id(): string {
    return this.row.movedId
  }

  /** Goes on to a step, with other statements in the same trip. */
  async next(
    step: MoveRow['step'],
    { set = sql``, also = [], if: condition = sql`TRUE` }: { set?: Sql; also?: Sql[]; if?: Sql } = {},
  ): Promise<void> {
    await this.update(sql`step = ${step}, progress = NULL ${set}`, also, condition)
  }

  get progress(): Progress | null {
    return this.row.progress === null ? null : JSON.parse(this.row.progress)
  }

  /** Keeps how far the step is, at times or if it `isLast` that this run does. */
  async keep(progress: Progress | null, { isLast = false } = {}): Promise<void> {
    if (!isLast && Date.now() < this.keptAt + KEPT_AFTER * 1000) return
    await this.update(sql`progress = ${progress && JSON.stringify(progress)}`, [], sql`TRUE`)
  }

  /** Makes sure that no other run has taken the move meanwhile, before something is written at the other place. One trip. */
  async confirm(): Promise<void> {
    await this.keep(this.progress, { isLast: true })
  }

  /** Ends a move that was cancelled: its row is kept only if it has failed. One trip. */
  async end(): Promise<void> {
    await trip(this.source, {
      ended: [
        sql`DELETE FROM moves WHERE moved_id = ${this.id} AND step = 'cancelling' AND failure IS NULL`,
        sql`
          UPDATE moves SET step = 'cancelled', finished_at = ${NOW}, held_by = NULL, held_until = NULL
          WHERE moved_id = ${this.id} AND step = 'cancelling'`,
      ],
    })
  }

  /** Lets other runs go on. */
  async release(): Promise<void> {
    await trip(this.source, {
      free: sql`UPDATE moves SET held_by = NULL, held_until = NULL WHERE moved_id = ${this.id} AND held_by = ${this.by}`,
    })
  }

  private async update(values: Sql, also: Sql[], condition: Sql): Promise<void> {
    const { rows } = await trip(this.source, {
      held: failUnless(sql`
        EXISTS (SELECT 1 FROM moves WHERE moved_id = ${this.id} AND step = ${this.row.step} AND held_by = ${this.by})
        AND ${condition}`),
      also,
      kept: sql`UPDATE moves SET ${values}, held_until = ${until(new Date())} WHERE moved_id = ${this.id}`,
      rows: selectMove(this.id),
    })
    this.keptAt = Date.now()
    if (rows[0]) this.row = rows[0]
  }
}

const until = (now: Date): string => new Date(now.getTime() + HELD_SECONDS * 1000).toISOString()
