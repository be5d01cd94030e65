import { several } from '../../../contract/sentences/say.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import type { WatchMode } from '../../../contract/library/folder.ts'

/**
 * Problems of a watched folder: `access` to itself, its `watching`, and below it `unreadable` places, `unusable` names,
 * and links that lead `outside`.
 */
const rootProblemKinds = ['access', 'watching', 'unreadable', 'unusable', 'outside'] as const
export type RootProblemKind = (typeof rootProblemKinds)[number]

/** A watched folder. */
export type RootRow = {
  id: number
  path: string
  isAvailable: boolean
  watching: WatchMode
  /** Its volume and its number there; empty while unknown. */
  volume: string
  inode: string
  /** Sentences for the person. */
  problems: Partial<Record<RootProblemKind, Text>>
}

/** All problems of a watched folder as one text; null if there are none. */
export function problemOf({ problems }: Pick<RootRow, 'problems'>): Text | null {
  const reported = rootProblemKinds.flatMap((kind) => problems[kind] ?? [])
  return reported.length === 0 ? null : several(reported)
}
