import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp, { type Sharp } from 'sharp'

/**
 * `write-icons.ts [FOLDER]` draws the program's icon from `src-renderer/components/icon.svg` in all sizes and formats,
 * by default into `out/icons`: `icon.icns` for macOS, `icon.ico` for Windows, and PNG for Linux and for windows.
 */

const projectDir = resolve(import.meta.dirname, '../..')
const target = resolve(process.argv[2] ?? join(projectDir, 'out/icons'))
const source = readFileSync(join(projectDir, 'src-renderer/components/icon.svg'), 'utf8')
// Apple's grid leaves a margin around the tile for its shadow; elsewhere the tile reaches to the edges.
const withoutMargin = source.replace('viewBox="0 0 1024 1024"', 'viewBox="100 100 824 824"')

/** Pictures of an icon of macOS by their types: the names of Apple's format for sizes with PNG. */
const icnsTypes = [
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
] as const

mkdirSync(target, { recursive: true })
for (const size of [16, 24, 32, 48, 64, 128, 256, 512])
  writeFileSync(join(target, `${size}x${size}.png`), await drawPng(withoutMargin, size))
writeFileSync(join(target, 'icon.ico'), await makeIco([16, 20, 24, 32, 40, 48, 64, 128, 256]))
writeFileSync(join(target, 'icon.icns'), await makeIcns())

/** The picture as PNG; `size` in pixels. */
function drawPng(svg: string, size: number): Promise<Buffer> {
  return draw(svg, size).png().toBuffer()
}

function draw(svg: string, size: number): Sharp {
  // The density has the drawing made at its size, and not enlarged.
  return sharp(Buffer.from(svg.replace('<svg', `<svg width="${size}" height="${size}"`))).resize(size, size)
}

async function makeIcns(): Promise<Buffer> {
  const parts = await Promise.all(
    icnsTypes.map(async ([type, size]) => {
      const png = await drawPng(source, size)
      return Buffer.concat([Buffer.from(type, 'latin1'), uint32(png.length + 8), png])
    }),
  )
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from('icns', 'latin1'), uint32(body.length + 8), body])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** An icon of Windows: the largest picture as PNG, the others as bitmaps, which installers read, too. */
async function makeIco(sizes: readonly number[]): Promise<Buffer> {
  const pictures = await Promise.all(
    sizes.map((size) => (size >= 256 ? drawPng(withoutMargin, size) : drawBitmap(size))),
  )
  const head = Buffer.alloc(6 + 16 * sizes.length)
  head.writeUInt16LE(1, 2) // an icon, and no cursor
  head.writeUInt16LE(sizes.length, 4)
  let offset = head.length
  for (const [index, size] of sizes.entries()) {
    const entry = 6 + 16 * index
    head.writeUInt8(size % 256, entry) // 0 represents 256
    head.writeUInt8(size % 256, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(pictures[index]!.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += pictures[index]!.length
  }
  return Buffer.concat([head, ...pictures])
}

/** A bitmap as icons have it: no file header, twice the height for a mask, rows from below, blue first. */
async function drawBitmap(size: number): Promise<Buffer> {
  const pixels = await draw(withoutMargin, size).ensureAlpha().raw().toBuffer()
  const head = Buffer.alloc(40)
  head.writeUInt32LE(40, 0)
  head.writeInt32LE(size, 4)
  head.writeInt32LE(2 * size, 8)
  head.writeUInt16LE(1, 12)
  head.writeUInt16LE(32, 14)
  const rows = Buffer.alloc(4 * size * size)
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const from = 4 * (y * size + x)
      const to = 4 * ((size - 1 - y) * size + x)
      rows.set([pixels[from + 2]!, pixels[from + 1]!, pixels[from]!, pixels[from + 3]!], to)
    }
  const mask = Buffer.alloc(4 * Math.ceil(size / 32) * size) // alpha decides
  return Buffer.concat([head, rows, mask])
}
