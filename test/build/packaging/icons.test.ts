import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTempFolder, removeFolder, repositoryDir } from '../../fixtures/folders.ts'

describe('the icon', () => {
  let folder: string
  const read = (name: string) => readFileSync(join(folder, name))

  beforeAll(async () => {
    folder = makeTempFolder()
    await promisify(execFile)(process.execPath, [join(repositoryDir, 'build/packaging/write-icons.ts'), folder])
  })
  afterAll(() => removeFolder(folder))

  test('exists for Linux in every size of its menus', async () => {
    const names = readdirSync(folder).filter((name) => name.endsWith('.png'))
    expect(names.length).toBeGreaterThan(6)
    for (const name of names) {
      const { width, height, hasAlpha } = await sharp(read(name)).metadata()
      expect([`${width}x${height}.png`, hasAlpha], name).toEqual([name, true])
    }
  })

  test('exists for Windows, small as a bitmap and large as PNG, all of the same picture', async () => {
    const ico = read('icon.ico')
    const entries = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
      const at = 6 + 16 * index
      const start = ico.readUInt32LE(at + 12)
      return { size: ico[at] || 256, bytes: ico.subarray(start, start + ico.readUInt32LE(at + 8)) }
    })
    expect(entries.map(({ size }) => size)).toEqual([16, 20, 24, 32, 40, 48, 64, 128, 256])
    expect((await sharp(entries.at(-1)!.bytes).metadata()).format).toBe('png')
    const { bytes } = entries.find(({ size }) => size === 32)!
    expect([bytes.readUInt32LE(0), bytes.readInt32LE(4), bytes.readInt32LE(8)]).toEqual([40, 32, 64])
    expect(bytes.length).toBe(40 + 32 * 32 * 4 + 32 * 4)
    const png = await sharp(read('32x32.png')).ensureAlpha().raw().toBuffer()
    for (const [x, y] of [
      [16, 16],
      [16, 4],
      [3, 28],
    ] as const) {
      const [red, green, blue, alpha] = png.subarray(4 * (32 * y + x))
      const stored = bytes.subarray(40 + 4 * (32 * (31 - y) + x))
      expect([stored[2], stored[1], stored[0], stored[3]], `${x}, ${y}`).toEqual([red, green, blue, alpha])
    }
  })

  test('exists for macOS, up to the largest size, with the margin of its grid', async () => {
    const icns = read('icon.icns')
    expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length])
    const sizes: Record<string, number> = {}
    let largest = icns
    for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
      largest = icns.subarray(at + 8, at + icns.readUInt32BE(at + 4))
      sizes[icns.toString('latin1', at, at + 4)] = (await sharp(largest).metadata()).width
    }
    expect(sizes).toEqual({ ic11: 32, ic12: 64, ic07: 128, ic13: 256, ic08: 256, ic14: 512, ic09: 512, ic10: 1024 })
    const pixels = await sharp(largest).ensureAlpha().raw().toBuffer()
    const alphaAt = (x: number, y: number) => pixels[4 * (1024 * y + x) + 3]
    expect([alphaAt(512, 90), alphaAt(512, 110)]).toEqual([0, 255])
  })

  test('is the same in the window’s page and in those of the service', () => {
    const ofWindow = readFileSync(join(repositoryDir, 'src-renderer/components/icon.svg'), 'utf8')
    expect(readFileSync(join(repositoryDir, 'resources/service/pages/icon.svg'), 'utf8')).toBe(ofWindow)
    expect(readFileSync(join(repositoryDir, 'src-renderer/index.html'), 'utf8')).toContain('./components/icon.svg')
  })

  test('is used for every system', () => {
    const config = readFileSync(join(repositoryDir, 'build/packaging/electron-builder.yml'), 'utf8')
    for (const place of ['out/icons', 'out/icons/icon.ico', 'out/icons/icon.icns'])
      expect(config).toContain(`  icon: ${place}\n`)
  })
})
