import type { Text } from '../../../../contract/sentences/text.ts'
import { say } from '../../../../contract/sentences/say.ts'
import { EventEmitter } from 'node:events'
import type { DamageReport } from '../../../../base/sqlite/database-task.ts'
import type { DamageListener } from '../../../../base/sqlite/damage.ts'
import type { Db } from '../../../../base/sqlite/connect.ts'
import { canBeMadeAgain } from '../repair/derived-tables.ts'

/**
 * `checking`: SQLite met damage, and nothing is written until it is known what is damaged; `mendable`: only derived
 * data is damaged, which the next opening rebuilds; `damaged`: rows are, and a backup must be restored.
 */
export type HealthCondition = 'sound' | 'checking' | 'mendable' | 'damaged'

export type HealthEvents = { changed: [] }

const sentences: Readonly<Record<Exclude<HealthCondition, 'sound'>, (reason: string | Text) => Text>> = {
  checking: (reason) => say('health.checking', { reason }),
  mendable: () => say('health.mendable'),
  damaged: (reason) => say('health.damaged', { reason }),
}

/** Whether an open catalogue is sound. An unsound one is read-only: writing to damage makes more of it. */
export class Health extends EventEmitter<HealthEvents> implements DamageListener {
  readonly #db: Db
  #condition: HealthCondition = 'sound'
  #reason: string | Text = ''
  /** Photos that could not be read. */
  readonly #lost = new Set<number>()
  /** Damage that a check did not find is believed the second time. */
  #falseAlarms = 0

  constructor(db: Db) {
    super()
    this.#db = db
  }

  get condition(): HealthCondition {
    return this.#condition
  }

  /** The problem and its remedy, as a sentence; null while all is well. */
  get refusal(): Text | null {
    return this.#condition === 'sound' ? null : sentences[this.#condition](this.#reason)
  }

  /** Damaged tables and indexes that the opening rebuilt. */
  mended: readonly string[] = []

  get lostPhotos(): number[] {
    return [...this.#lost].sort((a, b) => a - b)
  }

  noteLost(photoId: number): void {
    this.#lost.add(photoId)
  }

  noteDamage(reason: string): void {
    if (this.#condition === 'sound') this.#become('checking', reason)
  }

  /** Takes the result of a check of the complete file. */
  conclude({ findings, ...report }: DamageReport): void {
    const [reason] = findings
    if (reason !== undefined) return this.#become(canBeMadeAgain(report) ? 'mendable' : 'damaged', firstLine(reason))
    this.#falseAlarms += this.#condition === 'checking' ? 1 : 0
    this.#become(this.#falseAlarms > 1 ? 'damaged' : 'sound', this.#reason)
  }

  /** A check failed: nothing more is written. */
  noteUncheckable(): void {
    this.#become('damaged', say('health.uncheckable'))
  }

  #become(condition: HealthCondition, reason: string | Text): void {
    this.#condition = condition
    this.#reason = reason
    this.#db.pragma(`query_only = ${condition === 'sound' ? 'OFF' : 'ON'}`)
    this.emit('changed')
  }
}

const firstLine = (text: string): string => text.replace(/^\*\*\* in database \w+ \*\*\*\n/, '').split('\n', 1)[0] ?? ''

export type HealthCalls = {
  condition(): HealthCondition
  /** The problem and its remedy, as a sentence; null while all is well. */
  problem(): Text | null
  /** SQLite met damage, here or in a copy: nothing is written until a check concludes. */
  noteDamage(reason: string): void
  conclude(report: DamageReport): void
  /** Not even a check succeeded: nothing more is written. */
  noteUncheckable(): void
  /** Photos whose rows could not be read since the opening. */
  lostPhotos(): number[]
  /** Damaged tables and indexes that the opening rebuilt. */
  mended(): readonly string[]
  onChange(listener: () => void): void
}

/** The part that the rest of the library sees. */
export const healthCalls = (health: Health): HealthCalls => ({
  condition: () => health.condition,
  problem: () => health.refusal,
  noteDamage: (reason) => health.noteDamage(reason),
  conclude: (report) => health.conclude(report),
  noteUncheckable: () => health.noteUncheckable(),
  lostPhotos: () => health.lostPhotos,
  mended: () => health.mended,
  onChange: (listener) => void health.on('changed', listener),
})
