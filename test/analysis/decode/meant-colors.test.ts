import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { cutFiles } from '../../../src-main/analysis/cutting/cut-files.ts'
import { plainStyle } from '../../../src-main/analysis/cutting/plain-style.ts'
import { decodePhoto } from '../../../src-main/analysis/decode/decode-photo.ts'
import { renderPhoto } from '../../../src-main/analysis/decode/render-photo.ts'
import { previewStep } from '../../../src-main/analysis/preview/preview-step.ts'
import { readProfileName } from '../../../src-main/base/formats/icc/profile-name.ts'
import { hasEncoder, hasHeifEnc } from '../../fixtures/other-programs.ts'
import { type ColorCase, writeColorSheet } from '../../fixtures/color-sheet.ts'
import { type JxlDng, longs, ratios, shorts } from '../../fixtures/dng-files.ts'
import { resourcesDir, tempFolder } from '../../fixtures/folders.ts'
import {
  avifAs,
  clearPicture,
  cameraExif,
  cameraMatrix,
  forwardMatrix,
  inSquares,
  neutral,
  heicAs,
  in2020,
  inAdobeRgb,
  inHlg,
  inLab,
  deepLinearDng,
  limitedAvif,
  lifted,
  liftedCamera,
  linearDng,
  inP3,
  inPq,
  jpegWith,
  jxlAdobeRgb,
  jxlAs,
  jxlSpace,
  lightOf,
  lossyJxl,
  numbersOf,
  picture,
  pngWith,
  quarters,
  size,
  squares,
  tiffOf,
  ultraHdr,
  type Rgb,
} from '../../fixtures/meant-colors.ts'

const asIs = (color: Rgb): Rgb => [color[0] / 255, color[1] / 255, color[2] / 255]
const hundredThousandths = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  values.forEach((value, i) => bytes.writeUInt32BE(Math.round(value * 100_000), 4 * i))
  return bytes
}
const p3Points = [0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06]
const codePoints = (primaries: number, transfer: number): readonly [string, Buffer] => [
  'cICP',
  Buffer.from([primaries, transfer, 0, 1]),
]
/** L, a and b of 8 or 16 bits, signed or with the neutral in the middle. */
const lab = (kind: 'cie' | 'icc', bits: 8 | 16) => {
  const unit = bits === 8 ? 1 : 256
  const most = 2 ** bits - 1
  const light = bits === 16 && kind === 'icc' ? 65_280 : most
  return numbersOf(
    (color) => {
      const [l, a, b] = inLab(color)
      const chroma = (value: number) => (kind === 'icc' ? value + 128 : value < 0 ? value + 256 : value) * unit
      return [(l / 100) * light, chroma(a), chroma(b)].map((value) => Math.min(most, value) / most) as unknown as Rgb
    },
    most,
    bits === 8 ? 1 : 2,
  )
}
const page = { photometric: 2, bits: 8, ...size } as const
const small = { ...page, kind: 1, width: 12, height: 8, data: Buffer.alloc(12 * 8 * 3, 90) }
const whole = { ...page, data: numbersOf(asIs, 255, 1) }

const inP3Profile = (image: Sharp) => image.withIccProfile('p3')
const fine = { quality: 95, chromaSubsampling: '4:4:4' } as const
const tiled = { tile: true, tileWidth: 32, tileHeight: 32, compression: 'deflate' } as const

type Case = readonly [name: string, file: string, isWide: boolean, make: () => Promise<Buffer> | Buffer]
const cases: readonly Case[] = [
  ['Adobe RGB by R03', 'a.jpg', true, () => jpegWith(inAdobeRgb, cameraExif(0xffff, 'R03'))],
  ['Adobe RGB by its file name', '_DSC0001.JPG', true, () => jpegWith(inAdobeRgb, cameraExif(0xffff, null))],
  ['uncalibrated with sRGB by R98', '_DSC0002.JPG', false, () => jpegWith(asIs, cameraExif(0xffff, 'R98'))],
  ['AVIF, Display P3 by nclx', 'p3.avif', true, () => avifAs(inP3, 12, 13)],
  ['AVIF, PQ', 'pq.avif', true, () => avifAs(inPq, 9, 16)],
  ['PNG, PQ by cICP', 'pq.png', true, () => pngWith(inPq, [codePoints(9, 16)])],
  ['PNG, HLG by cICP', 'hlg.png', true, () => pngWith(inHlg, [codePoints(9, 18)])],
  ['PNG, Display P3 by cICP', 'p3.png', true, () => pngWith(inP3, [codePoints(12, 13)])],
  ['PNG, sRGB by cICP', 's.png', false, () => pngWith(asIs, [codePoints(1, 13)])],
  ['PNG, linear by gAMA', 'linear.png', true, () => pngWith(lightOf, [['gAMA', hundredThousandths(1)]])],
  [
    'PNG, Display P3 by cHRM',
    'chrm.png',
    true,
    () =>
      pngWith(inP3, [
        ['gAMA', hundredThousandths(0.45455)],
        ['cHRM', hundredThousandths(...p3Points)],
      ]),
  ],
  ['TIFF, Lab of 8 bits', 'lab.tif', true, () => tiffOf([{ ...page, photometric: 8, data: lab('cie', 8) }])],
  [
    'TIFF, Lab of 16 bits',
    'lab16.tif',
    true,
    () => tiffOf([{ ...page, photometric: 8, bits: 16, data: lab('cie', 16) }]),
  ],
  ['TIFF, ICC Lab of 8 bits', 'icc.tif', true, () => tiffOf([{ ...page, photometric: 9, data: lab('icc', 8) }])],
  [
    'TIFF, ICC Lab of 16 bits',
    'icc16.tif',
    true,
    () => tiffOf([{ ...page, photometric: 9, bits: 16, data: lab('icc', 16) }]),
  ],
  [
    'PNG of 16 bits with a profile of sRGB',
    'deep.png',
    false,
    () => picture(asIs).toColourspace('rgb16').withIccProfile('srgb').png().toBuffer(),
  ],
  [
    'TIFF of 16 bits with a profile of Adobe RGB',
    'deep.tif',
    true,
    () =>
      picture(asIs)
        .toColourspace('rgb16')
        .withIccProfile(join(resourcesDir, 'colors/adobe-rgb-compatible.icc'))
        .tiff({ compression: 'deflate' })
        .toBuffer(),
  ],
  ['AVIF, HLG', 'hlg.avif', true, () => avifAs(inHlg, 9, 18)],
  [
    'JPEG, Ultra HDR on Display P3',
    'ultra.jpg',
    true,
    async () => ultraHdr(await inP3Profile(picture(asIs)).jpeg(fine).toBuffer()),
  ],
  ['PNG with opacity and a profile', 'clear.png', true, () => inP3Profile(clearPicture()).png().toBuffer()],
  [
    'WebP with opacity and a profile',
    'clear.webp',
    true,
    () => inP3Profile(clearPicture()).webp({ lossless: true }).toBuffer(),
  ],
  [
    'TIFF of 16 bits with opacity and a profile',
    'clear.tif',
    true,
    () => inP3Profile(clearPicture().toColourspace('rgb16')).tiff({ compression: 'deflate' }).toBuffer(),
  ],
  ['AVIF with opacity and a profile', 'clear.avif', true, () => inP3Profile(clearPicture()).avif(fine).toBuffer()],
  ['TIFF in tiles with a profile', 'tiles.tif', true, () => inP3Profile(picture(asIs)).tiff(tiled).toBuffer()],
  [
    'TIFF of 16 bits in tiles with a profile',
    'tiles16.tif',
    true,
    () => inP3Profile(picture(asIs).toColourspace('rgb16')).tiff(tiled).toBuffer(),
  ],
  ['DNG of linear RAW in JPEG XL', 'linear.dng', true, () => linearDng()],
  ['JPEG XL, Display P3', 'p3.jxl', true, () => jxlAs(inP3, jxlSpace(11, 13))],
  ['JPEG XL, PQ', 'pq.jxl', true, () => jxlAs(inPq, jxlSpace(9, 16))],
  ['JPEG XL, HLG', 'hlg.jxl', true, () => jxlAs(inHlg, jxlSpace(9, 18))],
  ['JPEG XL, Adobe RGB by points and a gamma', 'adobe.jxl', true, () => jxlAs(inAdobeRgb, jxlAdobeRgb)],
  ['TIFF whose first page is reduced', 'first.tif', false, () => tiffOf([small, whole])],
  ['TIFF whose main picture is below a reduced one', 'below.tif', false, () => tiffOf([{ ...small, below: whole }])],
  ['TIFF with its reduced picture below it', 'above.tif', false, () => tiffOf([{ ...whole, below: small }])],
]

/** The middle of each quarter in sRGB. */
async function colorsOf(bytes: Uint8Array): Promise<{ colors: Rgb[]; profile: string | null }> {
  const { icc } = await sharp(bytes).metadata()
  const { data, info } = await sharp(bytes)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { colors: middlesOf(data, info), profile: icc === undefined ? null : readProfileName(icc) }
}

function middlesOf(data: Uint8Array, { width, height }: { width: number; height: number }): Rgb[] {
  return [0, 1, 2, 3].map((quarter) => {
    const x = Math.floor(width * (quarter % 2 === 0 ? 0.25 : 0.75))
    const y = Math.floor(height * (quarter < 2 ? 0.25 : 0.75))
    const at = (y * width + x) * 3
    return [data[at]!, data[at + 1]!, data[at + 2]!]
  })
}

const limited = { primaries: 'bt709', transfer: 'iec61966-2-1', matrix: 'bt709' } as const
const wide = { primaries: 'smpte432', transfer: 'iec61966-2-1', matrix: 'bt709' } as const
const hdr = { primaries: 'bt2020', transfer: 'arib-std-b67', matrix: 'bt2020nc' } as const
/** Pictures that only other programs write. */
const foreignCases: readonly [...Case, program: string][] = [
  ['HEIC, Display P3 by nclx', 'p3.heic', true, () => heicAs(inP3, 12, 13, 8), 'heif-enc'],
  ['HEIC, BT.2020 by nclx', '2020.heic', true, () => heicAs(in2020, 9, 13, 8), 'heif-enc'],
  ['HEIC of 10 bits, HLG', 'hlg.heic', true, () => heicAs(inHlg, 9, 18, 10), 'heif-enc'],
  ['HEIC of 10 bits, PQ', 'pq.heic', true, () => heicAs(inPq, 9, 16, 10), 'heif-enc'],
  [
    'AVIF of limited range',
    'limited.avif',
    false,
    () => limitedAvif(asIs, { pixels: 'yuv444p', ...limited }),
    'libaom-av1',
  ],
  [
    'AVIF of 12 bits and limited range, Display P3',
    '12.avif',
    true,
    () => limitedAvif(inP3, { pixels: 'yuv444p12le', ...wide }),
    'libaom-av1',
  ],
  [
    'AVIF of 12 bits and limited range, HLG',
    '12hlg.avif',
    true,
    () => limitedAvif(inHlg, { pixels: 'yuv444p12le', ...hdr }),
    'libaom-av1',
  ],
  ['JPEG XL with loss, Display P3', 'lossy.jxl', true, () => lossyJxl(inP3, 'smpte432', 'iec61966-2-1'), 'libjxl'],
  ['JPEG XL with loss, PQ', 'lossypq.jxl', true, () => lossyJxl(inPq, 'bt2020', 'smpte2084'), 'libjxl'],
  ['JPEG XL with loss, HLG', 'lossyhlg.jxl', true, () => lossyJxl(inHlg, 'bt2020', 'arib-std-b67'), 'libjxl'],
]

const distance = (found: readonly Rgb[]) =>
  Math.max(...found.flatMap((color, i) => color.map((value, channel) => Math.abs(value - quarters[i]![channel]!))))

describe("a picture has its file's intended colours, wherever it is shown", () => {
  test.each(cases)('%s', (...each) => isShownRight(...each))

  for (const [name, file, isWide, make, program] of foreignCases)
    test.skipIf(program === 'heif-enc' ? !hasHeifEnc : !hasEncoder(program))(`${name} (needs ${program})`, () =>
      isShownRight(name, file, isWide, make),
    )

  const drawn: ColorCase[] = []
  const sheet = process.env['LUMAFOLD_COLOR_SHEET']
  afterAll(async () => {
    if (sheet !== undefined) await writeColorSheet(sheet, drawn)
  })

  async function isShownRight(...[name, file, isWide, make]: Case): Promise<void> {
    const path = join(tempFolder(), file)
    const bytes = await make()
    writeFileSync(path, bytes)
    const photo = await decodePhoto(path)
    expect(photo).toMatchObject(size)
    const { thumbnail } = await previewStep.run({ photo } as never)
    if (sheet !== undefined) drawn.push({ name, file, bytes, shown: thumbnail! })
    expect(distance(middlesOf(photo.pixels.data, photo.pixels))).toBeLessThanOrEqual(8)
    const requests = [
      { path, longSide: 96, format: 'jpeg', quality: 95 },
      { path, tile: null, quality: 95 },
      { path, tile: { x1: 0, y1: 0, x2: size.width, y2: size.height }, quality: 95 },
    ] as const
    const shown = await Promise.all(requests.map(async (request) => (await renderPhoto(request)).bytes))
    for (const bytes of [thumbnail!, shown[0]!, shown[2]!]) {
      const { colors, profile } = await colorsOf(bytes)
      expect(distance(colors)).toBeLessThanOrEqual(12)
      expect(profile).toBe(isWide ? 'Display P3' : null)
    }
    const [exported] = await cutFiles({
      path,
      files: [{ kind: 'photo', size: { by: 'original' } }],
      style: plainStyle('png', 90),
    })
    expect(exported).toMatchObject({ ok: true, ...size })
    expect(distance((await colorsOf((exported as { value: Uint8Array }).value)).colors)).toBeLessThanOrEqual(8)
  }
})

test('clear parts are laid on white, at any depth', async () => {
  const deep = clearPicture().toColourspace('rgb16').withIccProfile('p3')
  for (const file of [
    deep.png(),
    deep.clone().tiff({ compression: 'deflate' }),
    clearPicture().withIccProfile('p3').png(),
  ]) {
    const { pixels, wide } = await decodePhoto(await file.toBuffer())
    for (const { data } of [pixels, wide!]) expect([...data.subarray(0, 3)]).toEqual([255, 255, 255])
  }
})

test('light brighter than paper stays distinct, and paper stays nearly white', async () => {
  const path = join(tempFolder(), 'bright.png')
  const light = [203, 400, 1000, 100]
  let next = 0
  writeFileSync(path, await pngWith(() => inPq([255, 255, 255], light[next++]), [codePoints(9, 16)]))
  const { pixels } = await decodePhoto(path)
  const [paper, bright, brightest, half] = middlesOf(pixels.data, pixels).map(([, g]) => g!)
  expect(paper).toBeGreaterThanOrEqual(238)
  expect(bright).toBeGreaterThan(paper!)
  expect(brightest).toBe(255)
  expect(half).toBeCloseTo(185, -1)
})

test('a preview of a wide-gamut photo has the same colours as an export in Display P3', async () => {
  const path = join(tempFolder(), 'wide.png')
  const vivid = (color: Rgb): Rgb => (color === quarters[0] ? [1, 0, 0] : color === quarters[1] ? [0, 1, 0] : [0, 0, 1])
  writeFileSync(path, await pngWith(vivid, [codePoints(12, 13)]))
  const { bytes } = await renderPhoto({ path, longSide: 96, format: 'webp', quality: 100 })
  const style = {
    ...plainStyle('png', 90),
    profile: { name: join(resourcesDir, 'colors/display-p3.icc'), isSrgb: false },
  }
  const [exported] = await cutFiles({ path, files: [{ kind: 'photo', size: { by: 'original' } }], style })
  const numbers = async (file: Uint8Array) => middlesOf(await sharp(file, { ignoreIcc: true }).raw().toBuffer(), size)
  const [seen, kept] = [await numbers(bytes), await numbers((exported as { value: Uint8Array }).value)]
  expect(kept[0]).toEqual([255, 0, 0])
  seen.forEach((color, i) => color.forEach((value, c) => expect(Math.abs(value - kept[i]![c]!)).toBeLessThanOrEqual(8)))
})

/** The distance of a decoded photo from the file's intended colours. */
async function offBy(bytes: Buffer): Promise<number> {
  const { pixels } = await decodePhoto(bytes)
  return distance(middlesOf(pixels.data, pixels))
}

describe('a DNG of JPEG XL', () => {
  test.skipIf(!hasEncoder('libjxl'))(
    'of 16 bits, without and with loss, is light of BT.2020 for Adobe (needs ffmpeg)',
    async () => {
      for (const distance of [0, 0.3]) expect(await offBy(deepLinearDng(distance))).toBeLessThanOrEqual(8)
    },
  )

  test('shows its preview, cropped and turned linear RAW, or says that it has neither', async () => {
    const camera = await linearDng(inSquares, [...liftedCamera, [0x112, 3, shorts(6)]])
    const turned = await decodePhoto(camera)
    expect([turned.format, turned.width, turned.height]).toEqual(['dng', size.height, size.width])
    const area: JxlDng['more'] = [
      [0xc61f, 4, longs(8, 4)],
      [0xc620, 4, longs(80, 56)],
    ]
    const cropped = await linearDng(lifted, [...liftedCamera, ...area])
    expect(await decodePhoto(cropped)).toMatchObject({ width: 80, height: 56 })
    expect(await offBy(cropped)).toBeLessThanOrEqual(8)
    expect(await offBy(await linearDng(asIs, [], { photometric: 2 }))).toBeLessThanOrEqual(8)
    const mosaic = await linearDng(asIs, undefined, { photometric: 32803, samples: 1 })
    await expect(decodePhoto(mosaic)).rejects.toMatchObject({ code: 'no-preview' })
  })

  test('is developed by ForwardMatrix if it has one', async () => {
    const wrong = cameraMatrix.map((value, i) => (i % 2 === 0 ? value : -value))
    const more: JxlDng['more'] = [
      [0xc621, 10, ratios(...wrong)],
      [0xc628, 5, ratios(...neutral)],
      [0xc65a, 3, shorts(21)],
      [0xc714, 10, ratios(...forwardMatrix())],
      ...squares,
    ]
    expect(await offBy(await linearDng(inSquares, more))).toBeLessThanOrEqual(8)
  })

  test('whose tiles are damaged, missing or larger than declared is a damaged file', async () => {
    const whole = await linearDng()
    const cut = whole.subarray(0, whole.length - 40)
    const grown = await linearDng(inSquares, undefined, { tile: { width: 48, height: 64 } })
    for (const bytes of [cut, grown]) await expect(decodePhoto(bytes)).rejects.toMatchObject({ code: 'damaged' })
  })
})
