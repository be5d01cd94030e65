import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listCoco } from './coco.ts'

/** The photos with COCO's object names; empty if the photos are not on this machine. */
export function listLabelled(): { path: string; labels: readonly string[] }[] {
  const photos = listCoco()
  if (!photos[0]) return []
  const labels = JSON.parse(readFileSync(join(dirname(photos[0].path), '../labels.json'), 'utf8')) as Record<
    string,
    string[]
  >
  return photos.map(({ name, path }) => ({ path, labels: labels[name] ?? [] }))
}
