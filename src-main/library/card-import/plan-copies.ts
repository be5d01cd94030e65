import path from 'node:path'
import type { CardOrder } from '../../contract/library/card-import.ts'
import type { NewCardFile } from './rows/card-import-store.ts'
import { foldPath, statIfPresent } from '../files/disk/places.ts'
import { numberCompanion, renameCompanion } from '../files/plan/companions.ts'
import { fillFolders, fillFilePattern } from '../files/plan/fill-file-pattern.ts'
import type { FoundItem } from './scan-card.ts'

/** An item of a scan with its metadata. */
export type ScannedItem = FoundItem & {
  takenAt: string
  camera: string
  title: string
  rating: number
  isKnown: boolean
}

export type CopyWishes = Pick<CardOrder, 'subfolder' | 'pattern' | 'counterFrom'> & { target: string; backup: string }

/** Numbers tried after a name that is taken. */
const MAX_NUMBERS = 10_000

/**
 * The destinations of each item's files. A name that is taken, on the disk or by an earlier item, gets a number. The
 * second copy gets the same name below its own folder.
 */
export function planCopies(items: readonly ScannedItem[], wishes: CopyWishes): NewCardFile[] {
  const taken = new Set<string>()
  return items.flatMap((item, at) => {
    const { folder, stem } = placeOf(item, at + wishes.counterFrom, wishes)
    const names = freeNames(item, path.join(wishes.target, folder), stem, taken)
    return item.files.map(({ name, bytes, modifiedMs }, index) => ({
      unit: at,
      isMain: index < item.mainCount,
      place: path.join(item.folder, name),
      to: path.join(wishes.target, folder, names[index]!),
      backup: wishes.backup === '' ? '' : path.join(wishes.backup, folder, names[index]!),
      bytes,
      modifiedMs,
      takenAt: item.takenAt,
    }))
  })
}

function placeOf(item: ScannedItem, counter: number, { subfolder, pattern }: CopyWishes) {
  const { name } = item.files[0]!
  const { takenAt, rating, camera, title } = item
  const values = { name, original: name, takenAt, rating, camera, title, folder: path.basename(item.folder), counter }
  return {
    folder: path.join(...fillFolders(subfolder, values)),
    stem: pattern === undefined ? path.parse(name).name : fillFilePattern(pattern, values),
  }
}

function freeNames(item: ScannedItem, folder: string, stem: string, taken: Set<string>): string[] {
  const media = item.files.slice(0, item.mainCount).map(({ name }) => name)
  const own = path.parse(media[0]!).name
  for (let number = 1; number < MAX_NUMBERS; number++) {
    const named = number === 1 ? stem : `${stem}-${number}`
    const rename = (name: string) => (name.startsWith(own) ? named + name.slice(own.length) : name)
    const names = item.files.map(({ name }) => numberCompanion(renameCompanion(name, media, rename), name, number))
    const places = names.map((name) => foldPath(path.join(folder, name)))
    if (places.some((place) => taken.has(place))) continue
    if (names.some((name) => statIfPresent(path.join(folder, name)) !== undefined)) continue
    for (const place of places) taken.add(place)
    return names
  }
  throw new Error(`No free name for ${stem} in ${folder}.`)
}
