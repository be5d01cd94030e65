import { type Group, groupFiles } from './group-files.ts'
import type { ListedFile } from './identity-types.ts'
import type { Pauses } from './pauses.ts'

/**
 * Pairs equal pictures: by name, then by the folders above them, from the innermost outwards. A pair is chosen if no
 * other pair of either file is as good; `tied` are some indistinguishable pairs of each known file. The time depends on
 * the number of files, not on that of pairs.
 */
export async function pairUp<Known extends ListedFile, Found extends ListedFile, Each extends Pair<Known, Found>>(
  groups: Iterable<Group<Known, Found>>,
  compare: Compare<Known, Found, Each>,
  pauses: Pauses,
): Promise<{ matched: Each[]; tied: Each[] }> {
  const matched: Each[] = []
  const tied: Each[] = []
  for (const group of groups) {
    await pauses.each()
    const only = onlyPair(group, compare)
    if (only === undefined) await pairUpGroup(new Pairing(group, compare), { matched, tied }, pauses)
    else if (only !== null) matched.push(only)
  }
  return { matched, tied }
}

/** The pair of a group of two, null if it is none, undefined for a larger group. */
function onlyPair<Known, Found, Each>(
  { known, found }: Group<Known, Found>,
  compare: Compare<Known, Found, Each>,
): Each | null | undefined {
  const [[one, ...others], [other, ...more]] = [known, found]
  return one === undefined || other === undefined || others.length + more.length > 0 ? undefined : compare(one, other)
}

async function pairUpGroup<Known extends ListedFile, Found extends ListedFile, Each extends Pair<Known, Found>>(
  pairing: Pairing<Known, Found, Each>,
  { matched, tied }: { matched: Each[]; tied: Each[] },
  pauses: Pauses,
): Promise<void> {
  for (const isNamed of [true, false])
    for (let folders = pairing.depth; folders >= 0 && pairing.isOpen; folders--)
      for (const level of pairing.level(isNamed, folders)) {
        await pauses.each()
        matched.push(...pairing.settle(level))
      }
  for (const known of pairing.known) {
    await pauses.each()
    tied.push(...pairing.tiesOf(known))
  }
}

/** A known file and a found file with the same picture. */
export type Pair<Known, Found> = { known: Known; found: Found }

/** The pair of two files, or null if they do not have the same picture. */
type Compare<Known, Found, Each> = (known: Known, found: Found) => Each | null

/** More files are not compared one by one: if they are equally good, they are copies of one picture. */
const MAX_COMPARED = 10_000
/** A person is offered at most this many found files for a known one, out of at most as many. */
const MAX_TIED = 8
const MAX_OFFERED = 1000

/**
 * The files of a group without a pair. Their names and folders are compared level by level, the best first: files with
 * several partners at a level are tied, and so are all partners of those.
 */
class Pairing<Known extends ListedFile, Found extends ListedFile, Each extends Pair<Known, Found>> {
  /** The maximum number of folders above a known file. */
  readonly depth: number
  readonly #compare: Compare<Known, Found, Each>
  readonly #known: Set<Known>
  readonly #found: Set<Found>
  readonly #tied = new Set<ListedFile>()
  readonly #foldersOf = new Map<ListedFile, string[]>()

  constructor({ known, found }: Group<Known, Found>, compare: Compare<Known, Found, Each>) {
    this.#compare = compare
    this.#known = new Set(known)
    this.#found = new Set(found)
    for (const file of [...known, ...found]) this.#foldersOf.set(file, file.folder.split('/').toReversed())
    this.depth = known.reduce((max, file) => Math.max(max, this.#foldersOf.get(file)?.length ?? 0), 0)
  }

  get known(): ReadonlySet<Known> {
    return this.#known
  }

  /** Whether there may be another pair. */
  get isOpen(): boolean {
    return this.#hasFree(this.#known) && this.#hasFree(this.#found)
  }

  /** Files with this many equal folder names above them, and, if `isNamed`, equal names. */
  level(isNamed: boolean, folders: number): Group<Known, Found>[] {
    return groupFiles(this.#known, this.#found, (file: ListedFile) => this.#keyOf(file, isNamed, folders))
  }

  /** Takes out the pairs whose files have no other partner at their level; all others with a partner are tied. */
  settle({ known, found }: Group<Known, Found>): Each[] {
    if (known.length * found.length > MAX_COMPARED) {
      for (const file of [...known, ...found]) this.#tied.add(file)
      return []
    }
    const pairs = known.flatMap((one) => found.flatMap((other) => this.#compare(one, other) ?? []))
    const partners = new Map<ListedFile, number>()
    for (const pair of pairs)
      for (const file of [pair.known, pair.found]) partners.set(file, (partners.get(file) ?? 0) + 1)
    const isClear = (file: ListedFile) => partners.get(file) === 1 && !this.#tied.has(file)
    const matched = pairs.filter((pair) => isClear(pair.known) && isClear(pair.found))
    for (const pair of matched) this.#take(pair)
    for (const file of partners.keys()) this.#tied.add(file)
    return matched
  }

  /** Indistinguishable pairs of a file, the first of them. */
  tiesOf(known: Known): Each[] {
    const ties: Each[] = []
    let offered = 0
    for (const found of this.#found) {
      if (ties.length === MAX_TIED || offered++ === MAX_OFFERED) break
      const pair = this.#compare(known, found)
      if (pair !== null) ties.push(pair)
    }
    return ties
  }

  #take({ known, found }: Pair<Known, Found>): void {
    this.#known.delete(known)
    this.#found.delete(found)
  }

  #hasFree(files: Iterable<ListedFile>): boolean {
    for (const file of files) if (!this.#tied.has(file)) return true
    return false
  }

  /** Null for a file with fewer folders above it. */
  #keyOf(file: ListedFile, isNamed: boolean, folders: number): string | null {
    const around = this.#foldersOf.get(file) ?? []
    return around.length < folders ? null : [isNamed ? file.name : '', ...around.slice(0, folders)].join('/')
  }
}
