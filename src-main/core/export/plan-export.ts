import { albumOf } from './album-of.ts'
import type { ExportOrder, ExportPlan } from '../../contract/library/export-job.ts'
import type { ExportSettings, PictureSettings } from '../../contract/library/export-settings.ts'
import { isSensitive } from '../../contract/library/photo.ts'
import { sizeOfWhole } from '../../analysis/cutting/size-of-whole.ts'
import { checkSettings } from './check-settings.ts'
import { findCrop } from './choose-crop.ts'
import type { ExportDependencies } from './export-dependencies.ts'
import { fillPattern, type NameFacts } from './names/fill-pattern.ts'
import { numberedName } from './names/numbered-name.ts'
import { extensions, formatOf } from './plan-style.ts'
import { type ExportPhoto, nameFactsOf, readPhoto } from './read-photo.ts'
import { resolveSource } from './resolve-source.ts'

type Dependencies = Pick<ExportDependencies, 'catalog' | 'suggest'>
type Asked = Pick<ExportOrder, 'source' | 'settings'>

const SHOWN_NAMES = 12
const PIECE = 1000

/** What an export would do. Throws `bad-params` as its start does. */
export async function planExport(dependencies: Dependencies, { source, settings }: Asked): Promise<ExportPlan> {
  const { catalog } = dependencies
  checkSettings(catalog.exports, settings)
  const ids = await resolveSource(catalog, source)
  const { sensitiveFrom } = catalog.settings.get()
  const hasCrops = settings.kind === 'pictures' && settings.outputs.some(({ kind }) => kind === 'crop')
  let [sensitive, withoutCrop] = [0, 0]
  const written: number[] = []
  for (let from = 0; from < ids.length; from += PIECE) {
    const tiles = catalog.photos.tiles(ids.slice(from, from + PIECE))
    const held = new Set(tiles.filter(({ nsfw }) => isSensitive(nsfw, sensitiveFrom)).map(({ id }) => id))
    sensitive += held.size
    for (const id of ids.slice(from, from + PIECE)) if (settings.withSensitive || !held.has(id)) written.push(id)
    if (hasCrops) withoutCrop += tiles.filter((tile) => lacksCrop(dependencies, tile, settings)).length
    await new Promise(setImmediate)
  }
  const outputs = settings.kind === 'pictures' ? settings.outputs.length : 1
  const files = settings.kind === 'pictures' ? written.length * outputs : 1
  return {
    photos: ids.length,
    files,
    sensitive,
    withoutCrop,
    names: namesOf(dependencies, { ids: written, settings, album: albumOf(dependencies.catalog, source) }),
  }
}

function lacksCrop(
  { catalog }: Dependencies,
  tile: { id: number; name: string; width: number; height: number; status: string },
  settings: PictureSettings,
): boolean {
  if (tile.status === 'ready') return false
  const cropsOf = settings.outputs.flatMap((output) => (output.kind === 'crop' ? [output.size] : []))
  return cropsOf.some((size) => findCrop(catalog, () => ({ x1: 0, y1: 0, x2: 1, y2: 1 }), tile, size) === null)
}

type Named = { ids: readonly number[]; settings: ExportSettings; album: string }

function namesOf({ catalog }: Dependencies, { ids, settings, album }: Named): string[] {
  const taken = new Set<string>()
  const names: string[] = []
  for (const [index, id] of ids.entries()) {
    if (names.length >= SHOWN_NAMES || catalog.photos.tiles([id]).length === 0) break
    const photo = readPhoto(catalog, id)
    const facts = nameFactsOf(photo, { counter: index + 1, photos: ids.length, album })
    for (const { extension, ...size } of sizesOf(photo, settings))
      names.push(free(settings.pattern, { ...facts, ...size }, extension, taken))
    if (settings.kind === 'contact-sheet') break
  }
  return names.slice(0, SHOWN_NAMES)
}

function sizesOf(
  { detail }: ExportPhoto,
  settings: ExportSettings,
): { width: number; height: number; extension: string }[] {
  if (settings.kind === 'contact-sheet') return [{ width: 0, height: 0, extension: '.pdf' }]
  const extension = extensions[formatOf(settings, detail.format)]
  return settings.outputs.map((output) =>
    output.kind === 'crop'
      ? { ...output.size, extension }
      : { ...sizeOfWhole(detail, output.size, settings.keepsSmall), extension },
  )
}

function free(pattern: string, facts: NameFacts, extension: string, taken: Set<string>): string {
  const { folders, stem } = fillPattern(pattern, facts)
  for (let attempt = 1; ; attempt++) {
    const name = [...folders, numberedName(stem, extension, attempt)].join('/')
    if (taken.has(name.toLowerCase())) continue
    taken.add(name.toLowerCase())
    return name
  }
}
