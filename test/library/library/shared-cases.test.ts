import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PhotoDetail, PhotoTile } from '../../../src-main/contract/library/photo.ts'
import { createLibrary, type OpenLibrary } from '../../../src-main/library/library.ts'
import { putEmptyLibrary } from '../../fixtures/catalog-template.ts'
import { makeTempFolder, removeFolder, resourcesDir } from '../../fixtures/folders.ts'
import { hasExiftool, readWithExiftool } from '../../fixtures/other-programs.ts'
import { sharedFolder } from '../../fixtures/shared.ts'
import { callsOf, settingsOf } from '../export/open-export.ts'

type Rgb = [number, number, number]
type Want = {
  taken_at?: string
  taken_day?: string[]
  offset?: string
  near?: [latitude: number, longitude: number]
  altitude?: number
  camera_model?: string
  rating?: number
  tags?: string[]
  caption?: string | null
  creator?: string
  exported?: { caption: string }
  colors?: Rgb[]
  tolerance?: number
  status?: string
  size?: [width: number, height: number]
  region?: [x: number, y: number, width: number, height: number]
  listed?: boolean
  written?: { rating: number; keeps?: string }
}

/** A photo of a case, after all reading and before any writing; null if none is listed. */
type Found = { file: string; want: Want; photo: PhotoDetail | null }

const folder = sharedFolder('cases')
const expectations: Record<string, { kind: string; want: Want }> =
  folder === null ? {} : JSON.parse(readFileSync(path.join(folder, 'expectations.json'), 'utf8'))
const kinds = [...new Set(Object.values(expectations).map(({ kind }) => kind))]

/** Degrees and metres by which a place may differ. */
const NEAR = 0.001
const TOLERANCE = 18

const isNear = (value: number | null, wanted: number): boolean => value !== null && Math.abs(value - wanted) <= NEAR

/** Whether one photo has what is expected, by the key of the expectation. */
const checks: { [Key in keyof Want]-?: (photo: PhotoDetail, wanted: NonNullable<Want[Key]>, want: Want) => boolean } = {
  taken_at: ({ metadata }, wanted) => metadata.takenAt === wanted,
  taken_day: ({ metadata }, wanted) => wanted.includes(metadata.takenAt?.slice(0, 10) ?? ''),
  offset: ({ metadata }, wanted) => metadata.offset === wanted,
  near: ({ metadata }, [latitude, longitude]) =>
    isNear(metadata.latitude, latitude) && isNear(metadata.longitude, longitude),
  altitude: ({ metadata }, wanted) => isNear(metadata.altitude, wanted),
  camera_model: ({ metadata }, wanted) => metadata.cameraModel === wanted,
  rating: ({ rating }, wanted) => rating === wanted,
  tags: ({ tags }, wanted) => wanted.every((tag) => tags.some(({ name }) => name === tag)),
  caption: ({ metadata }, wanted) => metadata.caption === wanted,
  creator: ({ metadata }, wanted) => metadata.creator === wanted,
  colors: ({ colors }, wanted, { tolerance = TOLERANCE }) =>
    wanted.every((color) =>
      colors?.image_colors.some(({ r, g, b }) =>
        [r, g, b].every((channel, at) => Math.abs(channel - color[at]!) <= tolerance),
      ),
    ),
  tolerance: () => true,
  status: ({ status }, wanted) => status === wanted,
  size: ({ width, height }, wanted) => width === wanted[0] && height === wanted[1],
  region: ({ metadata }, wanted) => {
    const { x, y, width, height } = metadata.regions[0] ?? { x: -1, y: -1, width: -1, height: -1 }
    return [x, y, width, height].every((value, at) => isNear(value, wanted[at]!))
  },
  listed: () => true,
  exported: () => true,
  written: () => true,
}

describe.skipIf(folder === null || !hasExiftool)('cases from public bug reports', () => {
  let dir: string
  let library: OpenLibrary
  const found = new Map<string, Found>()
  const photosDir = () => path.join(dir, 'photos')

  beforeAll(async () => {
    dir = makeTempFolder('cases')
    cpSync(folder!, photosDir(), { recursive: true })
    const libraryDir = path.join(dir, 'library')
    putEmptyLibrary(libraryDir)
    const quiet = () => undefined
    library = await createLibrary({
      libraryDir,
      resourcesDir,
      modelsDir: path.join(dir, 'models'),
      log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
      owner: 'test',
      watch: false,
    })
    await library.hostCalls.addFolder({ path: photosDir() })
    await library.hostCalls.waitUntilIdle()
    const { tiles } = await library.calls.photos.list({ limit: 1000 })
    const photos = await Promise.all(tiles.map(({ id }: PhotoTile) => library.calls.photos.get({ id })))
    for (const [file, { want }] of Object.entries(expectations))
      found.set(file, {
        file,
        want,
        photo: photos.find((photo) => photo.path === path.join(photosDir(), file)) ?? null,
      })
  })

  afterAll(async () => {
    await library.close()
    removeFolder(dir)
  })

  test.each(kinds)('%s', async (kind) => {
    const wrong: string[] = []
    for (const [file, expectation] of Object.entries(expectations))
      if (expectation.kind === kind) wrong.push(...(await wrongOf(found.get(file)!)))
    expect(wrong).toEqual([])
  })

  /** Differences from the expectation, in words. */
  async function wrongOf({ file, want, photo }: Found): Promise<string[]> {
    if (want.listed === false) return photo === null ? [] : [`${file} is listed`]
    if (photo === null) return [`${file} is not listed`]
    const fields = Object.entries(want).flatMap(([key, wanted]) => {
      const check = checks[key as keyof Want] as
        | ((photo: PhotoDetail, wanted: unknown, want: Want) => boolean)
        | undefined
      if (check === undefined) throw new Error(`Nobody knows how to check ${key}.`)
      return check(photo, wanted, want) ? [] : [`${file}: ${key} is not ${JSON.stringify(wanted)}`]
    })
    const exported = want.exported === undefined ? [] : await wrongInExport(photo, want.exported)
    const written = want.written === undefined ? [] : await wrongInWritten(photo, want.written)
    return [...fields, ...exported, ...written]
  }

  async function wrongInExport({ id, name }: PhotoDetail, { caption }: { caption: string }): Promise<string[]> {
    const target = path.join(dir, `export-${id}`)
    mkdirSync(target)
    const source = { kind: 'photos' as const, ids: [id] }
    await callsOf(library, target).run(settingsOf({ format: 'jpeg' }), { source })
    const [file] = readdirSync(target)
    if (file === undefined) return [`${name} was not exported`]
    const fields = readWithExiftool(path.join(target, file))
    return ['IFD0:ImageDescription', 'XMP-dc:Description'].flatMap((tag) =>
      fields[tag] === caption ? [] : [`${name}: ${tag} is ${JSON.stringify(fields[tag])} in an export`],
    )
  }

  async function wrongInWritten(
    { id, path: file, name }: PhotoDetail,
    { rating, keeps }: NonNullable<Want['written']>,
  ): Promise<string[]> {
    await library.calls.photos.rate({ ids: [id], rating })
    if (keeps !== undefined) await library.calls.photos.addTag({ ids: [id], name: 'one more' })
    await library.calls.metadata.setMode({ mode: 'files' })
    await library.calls.metadata.write()
    const places = [`${file}.xmp`, file.replace(/\.\w+$/, '.xmp'), file].filter((place) => existsSync(place))
    const fields = readWithExiftool(places[0]!)
    const keywords = [fields['XMP-dc:Subject'] ?? []].flat()
    return [
      ...(fields['XMP-xmp:Rating'] === rating ? [] : [`${name}: the rating is written nowhere`]),
      ...([keeps ?? []].flat().every((keyword) => keywords.includes(keyword)) ? [] : [`${name} lost ${keeps}`]),
    ]
  }
})
