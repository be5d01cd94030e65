import type { SourceSide } from '../store/transfer/side.ts'
import { valueOf, type Table } from '../store/transfer/table.ts'
import { tables } from '../store/transfer/tables.ts'
import { copyFile } from './copy-file.ts'
import { sumOf, type FileSource, type FileTarget } from './file-place.ts'

export const indexes: Table = tables.find(({ name }) => name === 'indexes')!
const FOLDER = 'indexes/snapshots/'

/** Trained states: how many were copied, and the numbers of indexes whose state could not be and that train anew. */
export type MovedSnapshots = { copied: number; lost: ReadonlySet<number> }

/**
 * Copies the trained state of every index, and reads each back; null for `target` where they stay where they are.
 * States in tables of pgvector, and those of other nodes, are no files here.
 */
export async function moveSnapshots(
  from: SourceSide,
  source: FileSource,
  target: FileTarget | null,
): Promise<MovedSnapshots> {
  const lost = new Set<number>()
  let copied = 0
  for await (const page of from.read(indexes))
    for (const row of page) {
      const name = valueOf(indexes, row, 'snapshot')
      if (name === null) continue
      const key = `${FOLDER}${String(name)}`
      if (await keep(key, source, target)) copied++
      else lost.add(Number(valueOf(indexes, row, 'id')))
    }
  return { copied, lost }
}

const keep = async (key: string, source: FileSource, target: FileTarget | null): Promise<boolean> =>
  target === null ? (await sumOf(source, key)) !== null : copyFile({ from: key, to: key }, source, target)
