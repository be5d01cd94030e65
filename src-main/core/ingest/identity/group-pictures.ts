import { type Group, groupFiles } from './group-files.ts'
import type { FileLook } from './identity-types.ts'
import { isClear, type Picture } from './known-pictures.ts'
import { Joined } from './joined.ts'

type Entry = { file: FileLook; picture: Picture }

/**
 * Groups of known and found files beyond which no two have the same picture: a hash, or the name where a known file's
 * content is not known, leads from one to the other.
 */
export function groupPictures<Known extends FileLook, Found extends FileLook>(
  known: ReadonlyMap<Known, Picture>,
  found: ReadonlyMap<Found, Picture>,
): Group<Known, Found>[] {
  const joined = joinAlike([...entriesOf(known), ...entriesOf(found)], unreadNames(known))
  return groupFiles(known.keys(), found.keys(), (file: FileLook) => joined.firstOf(file))
}

const entriesOf = (pictures: ReadonlyMap<FileLook, Picture>): Entry[] =>
  [...pictures].map(([file, picture]) => ({ file, picture }))

const unreadNames = (known: ReadonlyMap<FileLook, Picture>): Set<string> =>
  new Set([...known].flatMap(([{ name }, { hashes }]) => (hashes.length === 0 ? [name] : [])))

function joinAlike(entries: readonly Entry[], unread: ReadonlySet<string>): Joined<FileLook> {
  const byKey = new Map<string, Entry[]>()
  for (const entry of entries)
    for (const key of keysOf(entry, unread)) {
      const alike = byKey.get(key)
      if (alike === undefined) byKey.set(key, [entry])
      else alike.push(entry)
    }
  const joined = new Joined<FileLook>()
  for (const alike of byKey.values())
    for (const [first, ...others] of splitByTime(alike))
      for (const other of others) if (first !== undefined) joined.join(first.file, other.file)
  return joined
}

function keysOf({ file, picture: { hashes } }: Entry, unread: ReadonlySet<string>): Set<string> {
  const keys = new Set(unread.has(file.name) ? [`name ${file.name}`] : [])
  for (const { contentHash, imageHash } of hashes) {
    if (contentHash !== '') keys.add(`content ${contentHash}`)
    if (imageHash !== '') keys.add(`image ${imageHash}`)
  }
  return keys
}

/** Pictures of one content of which each is known to be a shot of its own, as with the cap on the lens. */
const splitByTime = (alike: readonly Entry[]): Entry[][] =>
  alike.every(({ picture }) => isClear(picture.capture))
    ? [...Map.groupBy(alike, ({ picture }) => picture.capture?.takenAt).values()]
    : [[...alike]]
