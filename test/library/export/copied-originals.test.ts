import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { PictureSettings } from '../../../src-main/contract/library/export-settings.ts'
import { forbiddenBy } from '../../../src-main/library/export/disclosures.ts'
import { say } from '../../../src-main/contract/sentences/say.ts'
import { isNight } from '../../fixtures/night.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { movieFile } from '../../fixtures/movie-files.ts'
import { hasExiftool } from '../../fixtures/other-programs.ts'
import { drawPhoto } from '../../fixtures/pictures.ts'
import { openExport, settingsOf } from './open-export.ts'
import { exiftool, runExiftool } from '../../fixtures/exiftool.ts'

const regions =
  '{AppliedToDimensions={W=96,H=64,Unit=pixel},RegionList=[{Area={X=0.5,Y=0.5,W=0.2,H=0.2,Unit=normalized},Name=Anna Secret,Type=Face}]}'
const regionsMP = '{Regions=[{PersonDisplayName=Anna Secret,Rectangle=0.1|,0.1|,0.2|,0.2}]}'

/** ExifTool creates the directory, with a colour space that a copy may not have. */
const SRGB = '-ExifIFD:ColorSpace=1'

/** Metadata that the default settings do not write, as ExifTool writes it, by the switch that allows it. */
const reported = {
  withPlace: {
    gps: ['-GPS:GPSLatitude=48.5', '-GPS:GPSLatitudeRef=N', '-GPS:GPSLongitude=2.5', '-GPS:GPSLongitudeRef=E'],
    altitude: ['-GPS:GPSAltitude=321'],
    xmpGps: ['-XMP-exif:GPSLatitude=48.5', '-XMP-exif:GPSLongitude=2.5'],
    city: ['-XMP-photoshop:City=Secret'],
    country: ['-XMP-photoshop:Country=Secret', '-XMP-iptcCore:CountryCode=SEC'],
    sublocation: ['-XMP-iptcCore:Location=Secret'],
    iim: ['-IPTC:City=Secret', '-IPTC:Sub-location=Secret'],
    created: ['-XMP-iptcExt:LocationCreatedCity=Secret'],
    shown: ['-XMP-iptcExt:LocationShownLocationName=Secret'],
  },
  withPeople: {
    regions: [`-XMP-mwg-rs:RegionInfo=${regions}`],
    regionsMP: [`-XMP-MP:RegionInfoMP=${regionsMP}`],
    acdsee: ['-XMP-acdsee-rs:ACDSeeRegionName=Anna Secret', '-XMP-acdsee-rs:ACDSeeRegionType=Face'],
    person: ['-XMP-iptcExt:PersonInImage=Anna Secret'],
    details: ['-XMP-iptcExt:PersonInImageName=Anna Secret'],
    imageRegion: ['-XMP-iptcExt:ImageRegionName=Anna Secret'],
    model: ['-XMP-iptcExt:ModelAge=17', '-XMP-plus:ModelReleaseID=Secret'],
    keyword: ['-XMP-dc:Subject=Anna Secret', '-XMP-iptcExt:PersonInImage=Anna Secret'],
  },
  withSerials: {
    owner: ['-ExifIFD:OwnerName=Secret', SRGB],
    serial: ['-ExifIFD:SerialNumber=Secret', SRGB],
    lens: ['-ExifIFD:LensSerialNumber=Secret', SRGB],
    aux: ['-XMP-aux:SerialNumber=Secret', '-XMP-aux:OwnerName=Secret'],
    raw: ['-IFD0:CameraSerialNumber=Secret'],
    exifEx: ['-XMP-exifEX:SerialNumber=Secret', '-XMP-exifEX:OwnerName=Secret'],
  },
} as const satisfies Record<Switch, Record<string, readonly string[]>>
/** Every switch of what files may disclose. */
type Switch = Exclude<Extract<keyof PictureSettings, `with${string}`>, 'withSensitive'>
const switches = Object.keys(reported) as (keyof typeof reported)[]
const formats = ['jpg', 'png', 'webp', 'tif', 'avif'] as const
/** Formats that ExifTool cannot write IPTC into. */
const isWritable = (group: string, format: string) => group !== 'iim' || format === 'jpg' || format === 'tif'
const nothing = formats.map((format) => `nothing_${format}`).sort()
const secret = /secret|\b(48\.5|2\.5|321)\b|ModelAge/i

/** The pictures of `make` with what each should report; one ExifTool process writes all. */
function tell(files: readonly { path: string; args: readonly string[] }[]): void {
  const lines = files.flatMap(({ path, args }) => [...args, '-overwrite_original', '-n', '-q', path, '-execute'])
  execFileSync(exiftool, ['-@', '-'], { input: lines.join('\n') })
}

const off = { format: 'original', withPlace: false, withPeople: false, withSerials: false } as const
const readAll = (dir: string): Record<string, unknown>[] =>
  JSON.parse(runExiftool(['-json', '-G1', '-n', '-a', dir])) as Record<string, unknown>[]
const containsSecret = (fields: Record<string, unknown>): boolean => {
  const fieldsOf = Object.entries(fields).filter(([name]) => !/^(System|ExifTool|File):|^SourceFile$/.test(name))
  return secret.test(JSON.stringify(Object.fromEntries(fieldsOf)))
}
const nameOf = (fields: Record<string, unknown>): string => parse(String(fields['SourceFile'])).name

test('every disclosure of a copy has a sentence', () => {
  const sentences = forbiddenBy({ ...settingsOf(off), metadata: 'none' }).map((fact) =>
    inEnglish(say('exports.copySays', { fact })),
  )
  expect(new Set(sentences).size).toBeGreaterThan(2)
  expect(sentences).not.toContain(inEnglish(say('exports.copySays', { fact: 'other' })))
})

describe.skipIf(!hasExiftool)('what the settings exclude is in no copy', () => {
  test('each field of each format: exported as the original, with each switch off and on', async () => {
    const pictures = await drawEach()
    const files = switches.flatMap((name) =>
      Object.entries(reported[name]).flatMap(([group, args], at) =>
        formats
          // By day every group in one format, and one group in every format.
          .filter((format) => isWritable(group, format) && (isNight || at === 0 || format === 'jpg'))
          .map((format) => ({ name, group, format, args })),
      ),
    )
    const { run, target, photosDir, idOf } = await openExport(async (dir) => {
      for (const [format, bytes] of pictures) writeFileSync(join(dir, `nothing_${format}.${format}`), bytes)
      const withTags = files.map(({ name, group, format, args }) => ({
        path: join(dir, `${name}_${group}_${format}.${format}`),
        format,
        args,
      }))
      for (const { path, format } of withTags) writeFileSync(path, pictures.get(format)!)
      tell(withTags)
      const silent = readAll(dir).filter((fields) => !containsSecret(fields))
      expect(silent.map(nameOf).sort()).toEqual(nothing)
    })
    const originals = new Map(
      readdirSync(photosDir).map((name) => [parse(name).name, readFileSync(join(photosDir, name))]),
    )
    const copies = (folder: string) =>
      readdirSync(join(target, folder))
        .filter((name) => originals.get(parse(name).name)!.equals(readFileSync(join(target, folder, name))))
        .map((name) => parse(name).name)
        .sort()
    expect(await run(settingsOf({ ...off, pattern: 'off/{name}' }))).toMatchObject({ written: originals.size })
    expect(readAll(join(target, 'off')).filter(containsSecret).map(nameOf)).toEqual([])
    expect(copies('off')).toEqual(nothing)
    for (const name of switches) {
      const own = readdirSync(photosDir).filter((file) => file.startsWith(name))
      const ids = await Promise.all(own.map(idOf))
      const source = { kind: 'photos' as const, ids }
      await run(settingsOf({ ...off, [name]: true, pattern: `${name}/{name}` }), { source })
      expect(copies(name)).toEqual(own.map((file) => parse(file).name).sort())
    }
  }, 300_000)

  test('one switch allows nothing else, names of people are written on request, and the reason is given', async () => {
    const everything = [...reported.withPlace.gps, ...reported.withPeople.keyword, ...reported.withSerials.exifEx]
    const { run, target, library, files } = await openExport(async (dir) => {
      const photo = await drawPhoto(join(dir, 'photo.jpg'), { width: 96, height: 64 })
      const film = join(dir, 'film.mov')
      writeFileSync(film, movieFile({ width: 640, height: 480, durationMs: 4000 }))
      tell([
        { path: photo, args: everything },
        { path: film, args: ['-Keys:GPSCoordinates=48.5 2.5 321', '-XMP-iptcExt:PersonInImage=Anna Secret'] },
      ])
    })
    for (const name of switches) await run(settingsOf({ ...off, [name]: true, pattern: `${name}` }))
    const made = new Map(readAll(target).map((fields) => [nameOf(fields), JSON.stringify(fields)]))
    const fieldsOf = (name: string) => made.get(name) ?? ''
    expect(fieldsOf('withPlace')).toMatch(/GPSLatitude":48.5/)
    expect(fieldsOf('withPlace')).not.toMatch(/secret/i)
    expect(fieldsOf('withPeople')).toMatch(/PersonInImage":"Anna Secret".*|Subject":"Anna Secret"/)
    expect(fieldsOf('withPeople')).not.toMatch(/48\.5|"Secret"/)
    expect(fieldsOf('withSerials')).not.toMatch(/48\.5|Anna/)
    expect(readdirSync(target).sort()).toEqual(switches.map((name) => `${name}.jpg`).sort())

    const job = await run(settingsOf({ ...off, pattern: 'off_{name}' }))
    expect((await files(job)).map(({ photo, state, reason }) => ({ photo, state, reason: inEnglish(reason) }))).toEqual(
      [
        {
          photo: 'film.mov',
          state: 'failed',
          reason:
            'A video can only be copied as it is, and is left out. A copy would also say where it was taken. A copy would also say who is on it.',
        },
        {
          photo: 'photo.jpg',
          state: 'written',
          reason:
            'Encoded again instead of copied. A copy would also say where it was taken. A copy would also say who is on it. A copy would also say the owner’s name or serial numbers.',
        },
      ],
    )
    const all = await run(settingsOf({ format: 'original', withPlace: true, withPeople: true, pattern: 'all_{name}' }))
    expect(all).toMatchObject({ written: 2, failed: 0 })
    expect((await library.calls.exports.report({ jobId: all.jobId })).reasons).toEqual([])
    expect(readAll(target).filter(containsSecret).map(nameOf)).toEqual(
      expect.arrayContaining(['all_film', 'all_photo']),
    )
  }, 300_000)
})

async function drawEach(): Promise<Map<string, Buffer>> {
  const drawn = await readFile(await drawPhoto(join(tempFolder(), 'a.jpg'), { width: 96, height: 64 }))
  const pictures = new Map<string, Buffer>()
  for (const format of formats) pictures.set(format, await sharp(drawn).toFormat(encoders[format]).toBuffer())
  return pictures
}

const encoders = { jpg: 'jpeg', png: 'png', webp: 'webp', tif: 'tiff', avif: 'avif' } as const
