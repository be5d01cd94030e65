import type { IndexKind } from '../../contract/analysis/index.ts'
import { readSnapshot } from './snapshot-file.ts'
import { createSnapshot, type Snapshot } from './snapshot.ts'

/** Reads a snapshot's file into memory. Throws `library-damaged` if it is truncated or changed; otherwise as `open`. */
export async function loadSnapshot(path: string, kind: IndexKind): Promise<Snapshot> {
  const made: Snapshot[] = []
  await readSnapshot(path, (shape) => {
    const snapshot = createSnapshot(kind, shape)
    made.push(snapshot)
    return snapshot.add
  })
  return made[0]!
}
