import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Rendered previews on disk. The least recently used go when it grows beyond its bound. */
export type PreviewCache = {
  get(key: string): Promise<Uint8Array | null>
  put(key: string, bytes: Uint8Array): Promise<void>
}

type Entry = { bytes: number; usedMs: number }

/** Keys become file names: letters, digits and `-` only. */
export function createPreviewCache(folder: string, mostBytes: number): PreviewCache {
  let entries: Promise<Map<string, Entry>> | null = null
  let total = 0

  const load = async () => {
    await mkdir(folder, { recursive: true })
    const found: [string, Entry][] = []
    for (const name of await readdir(folder)) {
      const file = path.join(folder, name)
      const facts = await stat(file).catch(() => null)
      if (facts?.isFile() && name.endsWith('.jpg'))
        found.push([name.slice(0, -4), { bytes: facts.size, usedMs: facts.mtimeMs }])
      else await rm(file, { force: true, recursive: true }) // Left by a write that was cut short.
    }
    found.sort((a, b) => a[1].usedMs - b[1].usedMs)
    total = found.reduce((sum, [, entry]) => sum + entry.bytes, 0)
    return new Map(found)
  }
  const fileOf = (key: string) => path.join(folder, `${key}.jpg`)
  const shrink = async (known: Map<string, Entry>) => {
    for (const [key, entry] of known) {
      if (total <= mostBytes) return
      known.delete(key)
      total -= entry.bytes
      await rm(fileOf(key), { force: true })
    }
  }
  return {
    async get(key) {
      const known = await (entries ??= load())
      const entry = known.get(key)
      if (entry === undefined) return null
      const bytes = await readFile(fileOf(key)).catch(() => null)
      known.delete(key)
      if (bytes === null) {
        total -= entry.bytes
        return null
      }
      const now = new Date()
      known.set(key, { ...entry, usedMs: now.getTime() }) // Maps keep the order of insertion: the last is the newest.
      await utimes(fileOf(key), now, now).catch(() => undefined) // The order after a restart is a nicety.
      return bytes
    },
    async put(key, bytes) {
      const known = await (entries ??= load())
      const temporary = path.join(folder, `${key}.${process.pid}.part`)
      await writeFile(temporary, bytes)
      await rename(temporary, fileOf(key))
      total += bytes.length - (known.get(key)?.bytes ?? 0)
      known.delete(key)
      known.set(key, { bytes: bytes.length, usedMs: Date.now() })
      await shrink(known)
    },
  }
}
