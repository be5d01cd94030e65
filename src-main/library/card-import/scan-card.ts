import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { extensionOf, pictureExtensions, videoExtensions } from '../../base/formats/extensions.ts'
import { arePair, stemOf } from '../pairs/kinds/pair-kind.ts'
import { companionsOf, folderNames } from '../files/plan/companions.ts'
import { isSkippedName } from '../ingest/places/supported.ts'

/** A file on a card. */
export type FoundFile = { name: string; bytes: number; modifiedMs: number }

/** A photo or film on a card with its companions; its main file comes first. */
export type FoundItem = { folder: string; files: FoundFile[]; mainCount: number }

export type FoundOnCard = { items: FoundItem[]; unreadable: string[] }

/** A camera makes no folders deeper than this. */
const MAX_DEPTH = 12

const isMedium = (name: string) => pictureExtensions.has(extensionOf(name)) || videoExtensions.has(extensionOf(name))

/** Scans a card; nothing on it is changed, and no file is opened. */
export async function scanCard(source: string, signal?: AbortSignal): Promise<FoundOnCard> {
  const found: FoundOnCard = { items: [], unreadable: [] }
  await walk(source, { source, found, signal, depth: 0 })
  return found
}

type Walk = { source: string; found: FoundOnCard; signal: AbortSignal | undefined; depth: number }

async function walk(folder: string, { source, found, signal, depth }: Walk): Promise<void> {
  signal?.throwIfAborted()
  await setImmediate()
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown): Dirent[] | null => {
    if (depth === 0) throw error
    return null
  })
  const inside = path.relative(source, folder)
  if (entries === null) return void found.unreadable.push(inside)
  const visible = entries.filter(({ name }) => !isSkippedName(name))
  const files = visible.filter((entry) => entry.isFile()).map(({ name }) => name)
  found.items.push(...(await itemsOf(folder, inside, files, found.unreadable)))
  if (depth >= MAX_DEPTH) return
  for (const entry of visible)
    if (entry.isDirectory()) await walk(path.join(folder, entry.name), { source, found, signal, depth: depth + 1 })
}

async function itemsOf(folder: string, inside: string, names: string[], unreadable: string[]): Promise<FoundItem[]> {
  const found = new Map<string, FoundFile>()
  for (const name of names) {
    const seen = await stat(path.join(folder, name)).catch(() => null)
    if (seen === null) unreadable.push(path.join(inside, name))
    else found.set(name, { name, bytes: seen.size, modifiedMs: Math.floor(seen.mtimeMs) })
  }
  const beside = folderNames(names)
  const claimed = new Set<string>()
  const place = inside.split(path.sep).join('/')
  return groupPairs([...found.values()].filter(({ name }) => isMedium(name))).map((media) => {
    const companions = companionsOf(
      media.map(({ name }) => name),
      beside,
    ).filter((name) => !claimed.has(name) && !isMedium(name))
    for (const name of companions) claimed.add(name)
    return {
      folder: place,
      files: [...media, ...companions.flatMap((name) => found.get(name) ?? [])],
      mainCount: media.length,
    }
  })
}

/** A RAW file and its JPEG, or a picture and its film, are one item. */
function groupPairs(media: readonly FoundFile[]): FoundFile[][] {
  const groups: FoundFile[][] = []
  for (const alike of Map.groupBy(media, ({ name }) => stemOf(name)).values()) {
    const own: FoundFile[][] = []
    for (const file of alike) {
      const partner = own.find((group) => group.some((each) => arePair(each, file)))
      if (partner === undefined) own.push([file])
      else partner.push(file)
    }
    groups.push(...own)
  }
  return groups
}
