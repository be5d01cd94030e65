import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { cutFiles } from '../../../src-main/analysis/cutting/cut-files.ts'
import type { CutRequest, FileOrder, FileStyle } from '../../../src-main/analysis/cutting/cut-request.ts'
import { noMetadata } from '../../../src-main/analysis/cutting/file-metadata.ts'
import { plainStyle } from '../../../src-main/analysis/cutting/plain-style.ts'
import { readMetadata } from '../../../src-main/library/metadata/read-metadata.ts'
import { turnCrop } from '../../../src-main/base/formats/exif/turn-crop.ts'
import { compose } from '../../../src-main/base/formats/exif/orientations.ts'
import { cropOfFrame } from '../../../src-main/contract/library/photo-crop.ts'
import { drawFramed, framedSize, redFrame, shareOfRed } from '../../fixtures/framed-picture.ts'
import { resourcesDir, tempFolder } from '../../fixtures/folders.ts'
import { hasExiftool, readWithExiftool, readForms } from '../../fixtures/other-programs.ts'
import { drawPhoto } from '../../fixtures/pictures.ts'
import { runExiftool } from '../../fixtures/exiftool.ts'

const whole: FileOrder = { kind: 'photo', size: { by: 'original' } }
const adobe = { name: join(resourcesDir, 'colors/adobe-rgb-compatible.icc'), isSrgb: false }
const p3 = { name: join(resourcesDir, 'colors/display-p3.icc'), isSrgb: false }
const fontFiles = [join(resourcesDir, 'fonts/inter/Inter-Regular.ttf')]
const formats = ['jpeg', 'webp', 'avif', 'png', 'tiff'] as const

async function cut(path: string, style: Partial<FileStyle>, ...files: FileOrder[]): Promise<Buffer[]> {
  const request: CutRequest = {
    path,
    files: files.length === 0 ? [whole] : files,
    style: { ...plainStyle('png', 90), ...style },
  }
  const made = await cutFiles(request)
  return made.map((file) => {
    if (!file.ok) throw new Error(inEnglish(file.message))
    return Buffer.from(file.value)
  })
}

const pixels = async (bytes: Buffer): Promise<number[]> => [
  ...(await sharp(bytes, { ignoreIcc: true }).removeAlpha().raw().toBuffer()).subarray(0, 3),
]

/** A picture of one Display P3 colour, by its own values. */
async function drawP3(path: string, [r, g, b]: readonly [number, number, number]): Promise<string> {
  const tagged = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#808080' } })
    .withIccProfile('p3')
    .png()
    .toBuffer()
  const bytes = await sharp(tagged).keepIccProfile().linear([0, 0, 0], [r, g, b]).png().toBuffer()
  writeFileSync(path, bytes)
  return path
}

describe('sizes', () => {
  test.each([
    [{ by: 'long-edge', pixels: 300 }, 300, 200],
    [{ by: 'short-edge', pixels: 100 }, 150, 100],
    [{ by: 'megapixels', megapixels: 0.06 }, 300, 200],
    [{ by: 'original' }, 600, 400],
    [{ by: 'long-edge', pixels: 9000 }, 600, 400],
  ] as const)('a whole photo by %j', async (size, width, height) => {
    const path = await drawPhoto(join(tempFolder(), 'a.jpg'), { width: 600, height: 400 })
    const [made] = await cut(path, {}, { kind: 'photo', size })
    expect(await sharp(made).metadata()).toMatchObject({ width, height })
  })

  test('a photo turned by its file and by the person has the visible edges', async () => {
    const path = await drawPhoto(join(tempFolder(), 'a.jpg'), { width: 600, height: 400, orientation: 6 })
    const files: FileOrder[] = [{ kind: 'photo', size: { by: 'long-edge', pixels: 300 } }]
    const [made] = await cutFiles({ path, turn: 6, files, style: plainStyle('jpeg', 90) })
    expect(made).toMatchObject({ ok: true, width: 300, height: 200 })
  })

  test('a smaller picture is enlarged only on request', async () => {
    const path = await drawPhoto(join(tempFolder(), 'a.jpg'), { width: 600, height: 400 })
    const order: FileOrder = {
      kind: 'crop',
      crop: { x1: 0, y1: 0, x2: 320, y2: 400 },
      from: { width: 600, height: 400 },
      size: { width: 800, height: 1000 },
    }
    const large: FileOrder = { kind: 'photo', size: { by: 'long-edge', pixels: 1200 } }
    const [small, kept] = await cut(path, {}, order, large)
    const [full, grown] = await cut(path, { keepsSmall: false }, order, large)
    expect(await sharp(small).metadata()).toMatchObject({ width: 320, height: 400 })
    expect(await sharp(kept).metadata()).toMatchObject({ width: 600, height: 400 })
    expect(await sharp(full).metadata()).toMatchObject({ width: 800, height: 1000 })
    expect(await sharp(grown).metadata()).toMatchObject({ width: 1200, height: 800 })
  })
})

describe('colours', () => {
  test('a green beyond sRGB stays unchanged in Display P3, with one file and with several', async () => {
    const path = await drawP3(join(tempFolder(), 'green.png'), [0, 255, 0])
    const [one] = await cut(path, { profile: p3 })
    expect(await pixels(one!)).toEqual([0, 255, 0])
    for (const made of await cut(path, { profile: p3 }, whole, {
      kind: 'photo',
      size: { by: 'long-edge', pixels: 30 },
    }))
      expect(await pixels(made)).toEqual([0, 255, 0])
    const [srgb] = await cut(path, {})
    expect(await pixels(srgb!)).toEqual([0, 255, 0]) // the nearest that sRGB can show
  })

  test('Adobe RGB gets other numbers for the same colour, and its profile reverses them', async () => {
    const path = await drawP3(join(tempFolder(), 'red.png'), [200, 60, 50])
    const [made] = await cut(path, { profile: adobe })
    const own = await pixels(made!)
    expect(own).not.toEqual([200, 60, 50])
    const [again] = await cut(pathOf(made!), { profile: p3 })
    ;(await pixels(again!)).forEach((value, channel) =>
      expect(Math.abs(value - [200, 60, 50][channel]!)).toBeLessThanOrEqual(2),
    )
  })

  test.skipIf(!hasExiftool)(
    'the profile is recognised by its name, and the tag agrees with it',
    { tags: 'night' },
    async () => {
      const path = await drawPhoto(join(tempFolder(), 'a.jpg'))
      for (const [profile, name, space] of [
        [{ name: 'srgb', isSrgb: true }, /sRGB/, 1],
        [p3, /^Display P3$/, 65_535],
        [adobe, /Adobe RGB/, 65_535],
      ] as const) {
        const [made] = await cut(path, { format: 'jpeg', profile })
        const fields = readWithExiftool(pathOf(made!))
        expect(fields['ICC_Profile:ProfileDescription']).toMatch(name)
        expect(fields['ExifIFD:ColorSpace']).toBe(space)
      }
    },
  )
})

describe('metadata of files', () => {
  const metadata = {
    ...noMetadata,
    creator: 'Zoë Ångström',
    copyright: '© 2024 Zoë (Paris)',
    takenAt: '2024-05-06T07:08:09',
    offset: '+02:00',
    cameraMake: 'Canon',
    cameraModel: 'EOS R5',
    lens: 'RF 50mm F1.2 (II)',
    exposureTime: 0.004,
    aperture: 2.8,
    iso: 400,
    focalLength: 50,
    focalLength35: 75,
    subsec: '12',
    exposureBias: -0.5,
    flashFired: true,
    cameraSerial: '012345',
    title: 'صباح',
    caption: 'Två båtar <at> sea & more\n海 😀',
    keywords: [['boat'], ['Places', 'Austria', 'Vienna']],
    rating: 4,
    label: 'Red',
    texts: [
      { xmp: 'photoshop:City' as const, iim: { write: 'IPTC:City' as const }, text: 'Vienna' },
      { xmp: 'xmpRights:UsageTerms' as const, form: 'alternatives' as const, text: 'Ask me' },
      {
        xmp: 'Iptc4xmpCore:CreatorContactInfo' as const,
        part: 'Iptc4xmpCore:CiEmailWork' as const,
        text: 'z@example.org',
      },
      { xmp: 'Iptc4xmpCore:CreatorContactInfo' as const, part: 'Iptc4xmpCore:CiAdrCity' as const, text: 'Graz' },
    ],
    latitude: 48.2082,
    longitude: -16.3738,
    altitude: 190,
  }

  test.skipIf(!hasExiftool).each(formats)(
    'ExifTool reads all of it from %s, with the resolution',
    { tags: 'night' },
    async (format) => {
      const path = await drawPhoto(join(tempFolder(), 'a.jpg'))
      const [made] = await cut(path, { format, metadata, dpi: 240 })
      const fields = readWithExiftool(pathOf(made!, format))
      expect(fields).toMatchObject({
        'XMP-dc:Title': 'صباح',
        'XMP-dc:Description': metadata.caption,
        'XMP-dc:Creator': 'Zoë Ångström',
        'XMP-dc:Rights': metadata.copyright,
        'XMP-dc:Subject': ['boat', 'Vienna'],
        'XMP-lr:HierarchicalSubject': ['boat', 'Places|Austria|Vienna'],
        'XMP-xmp:Rating': 4,
        'XMP-xmp:Label': 'Red',
        'XMP-photoshop:City': 'Vienna',
        'XMP-xmpRights:UsageTerms': 'Ask me',
        'XMP-iptcCore:CreatorWorkEmail': 'z@example.org',
        'XMP-iptcCore:CreatorCity': 'Graz',
        'IFD0:XResolution': 240,
        'IFD0:ResolutionUnit': 2,
      })
      if (format === 'jpeg' || format === 'tiff')
        expect(fields).toMatchObject({
          'IPTC:ObjectName': 'صباح',
          'IPTC:Caption-Abstract': metadata.caption,
          'IPTC:By-line': 'Zoë Ångström',
          'IPTC:CopyrightNotice': metadata.copyright,
          'IPTC:Keywords': ['boat', 'Vienna'],
          'IPTC:City': 'Vienna',
          'IPTC:DateCreated': '2024:05:06',
          'IPTC:TimeCreated': '07:08:09+02:00',
          'Photoshop:IPTCDigest': fields['File:CurrentIPTCDigest'],
        })
      expect(Object.entries(readForms(pathOf(made!, format))).filter(([, texts]) => texts.length > 1)).toEqual([])
      if (format === 'png') expect(fields['PNG-pHYs:PixelsPerUnitX']).toBe(Math.round(240 / 0.0254))
      expect(fields).toMatchObject({
        'IFD0:Copyright': metadata.copyright,
        'IFD0:Artist': metadata.creator,
        'IFD0:ImageDescription': metadata.caption,
        'IFD0:Make': 'Canon',
        'IFD0:Model': 'EOS R5',
        'IFD0:Software': 'Lumafold',
        'ExifIFD:LensModel': metadata.lens,
        'ExifIFD:SerialNumber': '012345',
        'ExifIFD:ExposureTime': 0.004,
        'ExifIFD:FNumber': 2.8,
        'ExifIFD:ISO': 400,
        'ExifIFD:DateTimeOriginal': '2024:05:06 07:08:09',
        'ExifIFD:OffsetTimeOriginal': '+02:00',
        'ExifIFD:SubSecTimeOriginal': 12,
        'ExifIFD:ExposureCompensation': -0.5,
        'ExifIFD:Flash': 1,
        'ExifIFD:FocalLength': 50,
        'ExifIFD:FocalLengthIn35mmFormat': 75,
        'ExifIFD:ColorSpace': 1,
        'GPS:GPSAltitude': 190,
      })
      // libpng leaves out a chunk with a wrong checksum; libtiff reads no EXIF at all.
      const { exif } = await sharp(made).metadata()
      if (format !== 'tiff') expect(exif?.includes(metadata.creator)).toBe(true)
      expect(fields['GPS:GPSVersionID']).toBeDefined()
      expect(fields['GPS:GPSLatitude']).toBeCloseTo(48.2082, 4)
      expect(fields['Composite:GPSLongitude']).toBeCloseTo(-16.3738, 4)
    },
  )

  test.skipIf(!hasExiftool)(
    'EXIF, IPTC-IIM and XMP have the same texts, which IIM cuts if it must',
    { tags: 'night' },
    async () => {
      const path = await drawPhoto(join(tempFolder(), 'a.jpg'))
      const keywords = Array.from({ length: 400 }, (_, number) => [`${'é'.repeat(40)} ${number}`])
      const awkward = { creator: ' Ann ; Bo;', caption: ' sea\u0001side \n', keywords, offset: null }
      for (const format of ['jpeg', 'tiff'] as const) {
        const [made] = await cut(path, { format, metadata: { ...metadata, ...awkward } })
        const fields = readWithExiftool(pathOf(made!, format))
        expect(fields).toMatchObject({
          'XMP-dc:Description': 'seaside',
          'IPTC:Caption-Abstract': 'seaside',
          'XMP-dc:Creator': ['Ann', 'Bo'],
          'IPTC:By-line': ['Ann', 'Bo'],
          'IPTC:DateCreated': '2024:05:06',
        })
        expect(fields).toMatchObject({ 'IFD0:ImageDescription': 'seaside', 'IFD0:Artist': 'Ann; Bo' })
        expect(fields).not.toHaveProperty('IPTC:TimeCreated')
        expect(fields['XMP-dc:Subject']).toEqual(keywords.flat())
        expect(fields['IPTC:Keywords']).toEqual(keywords.map(() => 'é'.repeat(32)))
        expect(await sharp(made).metadata()).toMatchObject({ format, width: 640 })
        expect(runExiftool(['-validate', '-warning', '-a', '-s3', pathOf(made!, format)])).not.toMatch(
          /IPTC|Photoshop|IFD0|XMP/,
        )
      }
    },
  )

  test.skipIf(!hasExiftool)('texts of any length are complete in XMP, and leave room in EXIF', async () => {
    const path = await drawPhoto(join(tempFolder(), 'a.jpg'))
    const caption = '海'.repeat(60_000)
    // ExifTool lists at most a thousand.
    const keywords = Array.from({ length: 900 }, (_, number) => [`${'Fluß & Ufer '.repeat(8)}${number}`])
    const long = { ...metadata, caption, keywords, lens: 'ö'.repeat(10_000) }
    for (const format of ['jpeg', 'tiff'] as const) {
      const [made] = await cut(path, { format, metadata: long })
      const file = pathOf(made!, format)
      const fields = readWithExiftool(file)
      expect(fields).toMatchObject({
        'IFD0:Copyright': metadata.copyright,
        'XMP-xmp:Rating': 4,
        'XMP-iptcCore:CreatorCity': 'Graz',
      })
      expect(fields['XMP-dc:Description'] === caption).toBe(true)
      expect(fields['XMP-dc:Subject']).toEqual(keywords.flat())
      expect(fields['IFD0:ImageDescription']).toBe('海'.repeat(3000))
      expect(fields['ExifTool:Warning']).toBeUndefined()
      expect(await sharp(made).metadata()).toMatchObject({ format, width: 640 })
      // The program reads its own output.
      const again = (await readMetadata(file))!.metadata
      expect(again).toMatchObject({ caption: caption.slice(0, 10_000), copyright: metadata.copyright, rating: 4 })
      expect(again).toMatchObject({ cameraModel: 'EOS R5', aperture: 2.8, latitude: expect.closeTo(48.2082, 4) })
      expect(again.keywords).toHaveLength(900)
    }
  })

  test.skipIf(!hasExiftool)(
    'without permitted metadata nothing of the photo is written, except the resolution',
    { tags: 'night' },
    async () => {
      const path = await drawPhoto(join(tempFolder(), 'a.jpg'))
      const [made] = await cut(path, { format: 'jpeg', dpi: 300 })
      const fields = readWithExiftool(pathOf(made!, 'jpg'))
      const groups = new Set(Object.keys(fields).map((name) => name.split(':')[0]))
      expect([...groups].filter((group) => /XMP|GPS|IPTC/.test(group!))).toEqual([])
      expect(fields).not.toHaveProperty('IFD0:Software')
      expect([fields['IFD0:XResolution'], fields['JFIF:XResolution'] ?? 300]).toEqual([300, 300])
    },
  )
})

describe('copies', () => {
  const copy: FileOrder = { kind: 'copy' }
  const mayCopy = async (path: string) =>
    (await cutFiles({ path, files: [copy], style: plainStyle('jpeg', 90) }))[0]!.ok

  test.skipIf(!hasExiftool)('a small picture within the file must match the photo', { tags: 'night' }, async () => {
    const dir = tempFolder()
    const path = await drawPhoto(join(dir, 'a.jpg'), { width: 600, height: 400, noise: 0.1 })
    const left = await sharp(path).extract({ left: 0, top: 0, width: 540, height: 360 }).toBuffer()
    const fitted = { width: 160, height: 120, background: '#000000' }
    const small = {
      same: await sharp(path).resize(160).jpeg({ quality: 50 }).toBuffer(),
      // Cameras fit it into 4:3.
      bars: await sharp(path)
        .resize({ ...fitted, fit: 'contain' })
        .jpeg({ quality: 50 })
        .toBuffer(),
      wider: await sharp(path).resize(160).jpeg().toBuffer(),
      taller: await sharp(left)
        .resize({ ...fitted, fit: 'cover' })
        .jpeg()
        .toBuffer(),
    }
    const made = (name: string, from: Buffer, thumbnail: Buffer) => {
      const [file, preview] = [join(dir, `${name}.jpg`), join(dir, `${name}-small.jpg`)]
      writeFileSync(file, from)
      writeFileSync(preview, thumbnail)
      runExiftool(['-q', '-overwrite_original', `-ThumbnailImage<=${preview}`, file])
      return file
    }
    const whole = readFileSync(path)
    const turned = await sharp(path).rotate(90).withMetadata({ orientation: 8 }).jpeg().toBuffer()
    const onItsSide = await sharp(path).resize(160).rotate(90).jpeg().toBuffer()
    expect(await mayCopy(path)).toBe(true)
    expect(await mayCopy(made('same', whole, small.same))).toBe(true)
    expect(await mayCopy(made('bars', whole, small.bars))).toBe(true)
    expect(await mayCopy(made('turned', turned, onItsSide))).toBe(true)
    expect(await mayCopy(made('cropped', left, small.wider))).toBe(false)
    expect(await mayCopy(made('other', left, small.taller.subarray()))).toBe(false)
    const behind = join(dir, 'behind.jpg')
    writeFileSync(behind, Buffer.concat([left, whole]))
    expect(await mayCopy(behind)).toBe(false)
  })
})

describe('limits, marks and sharpening', () => {
  test.each(['jpeg', 'webp', 'avif'] as const)('a %s file is reduced to the limit by its quality', async (format) => {
    const path = await drawPhoto(join(tempFolder(), 'a.jpg'), { width: 240, height: 160, noise: 0.6 })
    const [free] = await cut(path, { format, quality: 95 })
    const maxBytes = Math.round(free!.length * 0.5)
    const [made] = await cut(path, { format, quality: 95, maxBytes })
    expect(made!.length).toBeLessThanOrEqual(maxBytes)
    expect(made!.length).toBeGreaterThan(maxBytes * 0.5)
  })

  test('an impossible limit is reported', async () => {
    const path = await drawPhoto(join(tempFolder(), 'a.jpg'), { width: 900, height: 600, noise: 0.6 })
    const style = { ...plainStyle('jpeg', 90), maxBytes: 2000 }
    expect(await cutFiles({ path, files: [whole], style })).toMatchObject([
      { ok: false, message: /2 KB at quality 10/ },
    ])
  })

  test('a text in the bundled typeface and a picture are drawn at their places', async () => {
    const path = join(tempFolder(), 'grey.png')
    await sharp({ create: { width: 400, height: 300, channels: 3, background: '#404040' } })
      .png()
      .toFile(path)
    const text = {
      kind: 'text',
      text: '© Zoë & <Co>',
      color: '#ff0000',
      fontFiles,
      size: 10,
      opacity: 100,
      margin: 5,
      place: 'bottom-right',
    } as const
    const [drawn] = await cut(path, { watermark: text })
    const bytes = await sharp({ create: { width: 20, height: 20, channels: 4, background: '#00ff00ff' } })
      .png()
      .toBuffer()
    const [stamped] = await cut(path, {
      watermark: { kind: 'picture', bytes, size: 20, opacity: 50, margin: 0, place: 'top-left' },
    })
    const share = async (picture: Buffer, left: number, top: number) => {
      const { channels } = await sharp(
        await sharp(picture).extract({ left, top, width: 200, height: 150 }).png().toBuffer(),
      ).stats()
      return channels.map(({ mean }) => mean)
    }
    expect((await share(drawn!, 200, 150))[0]).toBeGreaterThan(70)
    expect((await share(drawn!, 0, 0))[0]).toBeCloseTo(64, 0)
    expect(await pixels(stamped!)).toEqual([32, 160, 32].map((value) => expect.closeTo(value, -0.5)))
    expect((await share(stamped!, 200, 150))[1]).toBeCloseTo(64, 0)
  })

  test('output sharpening makes edges steeper, more so for paper', async () => {
    const path = await drawPhoto(join(tempFolder(), 'a.jpg'), { width: 900, height: 600 })
    const edges = async (sharpening: FileStyle['sharpening']) => {
      const [made] = await cut(path, { sharpening }, { kind: 'photo', size: { by: 'long-edge', pixels: 400 } })
      const stats = await sharp(
        await sharp(made)
          .greyscale()
          .convolve({ width: 3, height: 3, kernel: [0, -1, 0, -1, 4, -1, 0, -1, 0] })
          .png()
          .toBuffer(),
      ).stats()
      return stats.channels[0]!.mean
    }
    const [none, screen, paper] = [
      await edges(null),
      await edges({ for: 'screen', amount: 'standard' }),
      await edges({ for: 'matte-paper', amount: 'high' }),
    ]
    expect(screen).toBeGreaterThan(none)
    expect(paper).toBeGreaterThan(screen)
  })
})

function pathOf(bytes: Buffer, extension = 'png'): string {
  const path = join(tempFolder(), `made.${extension}`)
  writeFileSync(path, bytes)
  return path
}

test.each([
  [1, 1],
  [6, 1],
  [1, 8],
  [3, 5],
])('of a cropped photo of orientation %i, turned by %i, files show only the crop', async (orientation, turn) => {
  const path = join(tempFolder(), 'a.jpg')
  writeFileSync(path, await drawFramed(orientation))
  const shown = compose(orientation, turn)
  const crop = turnCrop(shown, framedSize, cropOfFrame(redFrame, framedSize))!
  const [width, height] = shown >= 5 ? [600, 900] : [900, 600]
  const files: FileOrder[] = [
    whole,
    {
      kind: 'crop',
      crop: { x1: 0, y1: 0, x2: 300, y2: 300 },
      from: { width, height },
      size: { width: 100, height: 100 },
    },
  ]
  for (const colors of [p3, plainStyle('png', 90).profile]) {
    const made = await cutFiles({ path, turn, crop, files, style: { ...plainStyle('png', 90), profile: colors } })
    expect(made).toMatchObject([
      { ok: true, width, height },
      { ok: true, width: 100, height: 100 },
    ])
    for (const file of made) expect(await shareOfRed((file as { value: Uint8Array }).value)).toBeGreaterThan(0.985)
  }
})
