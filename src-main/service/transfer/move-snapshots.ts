import { AppError } from '../../contract/errors.ts'
import type { ServiceLog } from '../ports/service-log.ts'
import type { SourceSide } from '../store/transfer/side.ts'
import { valueOf, type Table } from '../store/transfer/table.ts'
import { tables } from '../store/transfer/tables.ts'
import { contentOf, isStateName, keyOf, nameFor, nameOfKey, PREFIX } from '../trained-states/state-names.ts'
import { copyFile } from './copy-file.ts'
import { folderSource, folderTarget, openFileSource, openFileTarget, sumOf, type FileTarget } from './file-place.ts'
import { isSameFolder, type ServicePlace } from './service-place.ts'

export const indexes: Table = tables.find(({ name }) => name === 'indexes')!
const FOLDER = 'indexes/snapshots/'

/**
 * Trained states: the name of each at the target, by the number of its index; how many exist there, and how many do
 * not.
 */
export type MovedSnapshots = { names: ReadonlyMap<number, string>; kept: number; lost: number }

/** A trained state of the source, and where its file is; `sum` is its SHA-256 in hex. */
type State = { index: number; name: string; key: string; sum: string }

/**
 * Copies the trained state of every index and reads it back. A missing state, or one that is not a file but a table of
 * pgvector, gets a name that no storage knows: the first start trains its index again. Throws AppError `bad-params` if
 * the target has states that no index of the source refers to.
 */
export async function moveSnapshots(
  from: SourceSide,
  places: { from: ServicePlace; to: ServicePlace },
  log: ServiceLog,
): Promise<MovedSnapshots> {
  await using open = new AsyncDisposableStack()
  const objects = isShared(places.from) ? await openFileSource(places.from, log) : undefined
  open.defer(() => objects?.close())
  const folder = folderSource(places.from.dataDir)
  const placeOf = (name: string) => (isStateName(name) ? objects : folder)
  const names = new Map<number, string>()
  const states: State[] = []
  for await (const { index, name } of statesOf(from)) {
    const key = isStateName(name) ? keyOf(name) : FOLDER + name
    const place = placeOf(name)
    const sum = place === undefined ? null : await sumOf(place, key)
    if (sum === null) names.set(index, `lost/${name.slice(name.lastIndexOf('/') + 1)}`)
    else states.push({ index, name, key, sum })
  }
  const lost = names.size
  const staysThere = !isShared(places.to) && isSameFolder(places.from, places.to)
  const target = await openTarget(places.to, log)
  open.defer(() => target.close())
  const present = isShared(places.to) ? await findPresent(target, states) : new Map<number, string>()
  for (const state of states) {
    const name = present.get(state.index) ?? nameAt(places.to, state)
    names.set(state.index, name)
    if (staysThere && name === state.name) continue
    const to = isShared(places.to) ? keyOf(name) : FOLDER + name
    await copyFile({ from: state.key, to, sum: state.sum }, placeOf(state.name)!, target)
  }
  return { names, kept: states.length, lost }
}

/** Nodes of one database share trained states if they share objects. */
const isShared = ({ database, objects }: ServicePlace): boolean => database !== undefined && objects !== undefined

const openTarget = (place: ServicePlace, log: ServiceLog): Promise<FileTarget> =>
  isShared(place) ? openFileTarget(place, log) : folderTarget(place.dataDir)

async function* statesOf(from: SourceSide): AsyncGenerator<{ index: number; name: string }> {
  for await (const page of from.read(indexes))
    for (const row of page) {
      const name = valueOf(indexes, row, 'snapshot')
      if (name !== null) yield { index: Number(valueOf(indexes, row, 'id')), name: String(name) }
    }
}

function nameAt(place: ServicePlace, { index, name, sum }: State): string {
  if (isShared(place)) return nameFor(index, sum)
  return isStateName(name) ? `${index}-${sum}.snapshot` : name
}

/** States that an interrupted migration already copied, by their index. */
async function findPresent(target: FileTarget, states: readonly State[]): Promise<Map<number, string>> {
  const wanted = new Map(states.map(({ index, sum }) => [index, sum]))
  const present = new Map<number, string>()
  for await (const { key } of target.list(PREFIX)) {
    const name = nameOfKey(key)
    const index = Number(name.slice(0, name.indexOf('/')))
    if (!isStateName(name) || !contentOf(name).startsWith(wanted.get(index) ?? '-'))
      throw new AppError(
        'bad-params',
        `${target.title} holds trained states of another service (${key}), and a migration never mixes two. Choose another place, or empty it.`,
      )
    present.set(index, name)
  }
  return present
}
