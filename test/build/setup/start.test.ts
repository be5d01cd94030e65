import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { repositoryDir, tempFolder } from '../../fixtures/folders.ts'

/** The setup scripts find the project by their own place: a copy of them works on a project that a test makes up. */
async function copySetup() {
  const folder = join(tempFolder(), 'a project')
  cpSync(join(repositoryDir, 'build/setup'), join(folder, 'build/setup'), { recursive: true })
  const load = <T>(name: string): Promise<T> =>
    import(pathToFileURL(join(folder, 'build/setup', name)).href) as Promise<T>
  return { folder, load }
}

afterEach(() => vi.unstubAllEnvs())

test('a fingerprint changes with content and names, and with nothing else', async () => {
  const { folder, load } = await copySetup()
  const { fingerprint } = await load<{ fingerprint(paths: string[]): string }>('fingerprint.mjs')
  mkdirSync(join(folder, 'src/deep'), { recursive: true })
  writeFileSync(join(folder, 'src/deep/a.ts'), 'one')
  writeFileSync(join(folder, 'b.ts'), 'two')
  const first = fingerprint(['src', 'b.ts', 'not-there'])
  writeFileSync(join(folder, 'src/deep/a.ts'), 'one')
  expect(fingerprint(['b.ts', 'src'])).toBe(first)
  writeFileSync(join(folder, 'src/deep/a.ts'), 'other')
  const second = fingerprint(['src', 'b.ts'])
  writeFileSync(join(folder, 'src/deep/c.ts'), '')
  expect(new Set([first, second, fingerprint(['src', 'b.ts'])]).size).toBe(3)
})

describe('the Node that runs the app', () => {
  const platformPackage = (folder: string, os: string, cpu: string) => {
    const place = join(folder, 'node_modules', `node-${os}-${cpu}`)
    mkdirSync(join(place, 'bin'), { recursive: true })
    writeFileSync(join(place, 'package.json'), JSON.stringify({ os, cpu }))
    writeFileSync(join(place, 'bin', os === 'win32' ? 'node.exe' : 'node'), '')
    return join(place, 'bin', os === 'win32' ? 'node.exe' : 'node')
  }

  test('is the pinned one if there is one for this machine, otherwise the current one', async () => {
    const { folder, load } = await copySetup()
    const { findNode } = await load<{ findNode(): string | null }>('pinned-node.mjs')
    expect(findNode()).toBe(process.execPath)
    platformPackage(folder, process.platform === 'win32' ? 'linux' : 'win32', 'x64')
    expect(findNode()).toBe(process.execPath)
    const pinned = platformPackage(folder, process.platform, process.arch)
    expect(findNode()).toBe(pinned)
  })
})

describe('the desktop window', () => {
  type Desktop = { getDesktop(): Promise<{ electron: string | null; reason: string }>; hasDisplay(): boolean }

  test.skipIf(process.platform !== 'linux')('is not tried without a display, and the reason is reported', async () => {
    vi.stubEnv('DISPLAY', '')
    vi.stubEnv('WAYLAND_DISPLAY', '')
    const { load } = await copySetup()
    const { getDesktop, hasDisplay } = await load<Desktop>('desktop.mjs')
    expect(hasDisplay()).toBe(false)
    expect(await getDesktop()).toEqual({ electron: null, reason: 'there is no display' })
  })

  test("is found by the path that Electron's own installer writes", async () => {
    const { folder, load } = await copySetup()
    const { findElectron } = await load<{ findElectron(): string | null }>('desktop.mjs')
    expect(findElectron()).toBeNull()
    mkdirSync(join(folder, 'node_modules/electron/dist'), { recursive: true })
    writeFileSync(join(folder, 'node_modules/electron/path.txt'), 'electron')
    expect(findElectron()).toBeNull()
    writeFileSync(join(folder, 'node_modules/electron/dist/electron'), '')
    expect(findElectron()).toBe(join(folder, 'node_modules/electron/dist/electron'))
  })
})

test('the setup stops with one sentence if the packages cannot be installed', async () => {
  const { folder, load } = await copySetup()
  writeFileSync(join(folder, 'package.json'), '{"name":"x","dependencies":{"lumafold-no-such-package":"1.0.0"}}')
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({
      lockfileVersion: 3,
      packages: { '': {}, 'node_modules/lumafold-no-such-package': { version: '1.0.0' } },
    }),
  )
  // An npm that fails at once represents one that cannot reach its registry.
  const npm = join(folder, 'npm-cli.js')
  writeFileSync(npm, "console.error('npm error network'); process.exit(1)")
  vi.stubEnv('npm_execpath', npm)
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const { installDependencies } = await load<{ installDependencies(): Promise<void> }>('install-dependencies.mjs')
  await expect(installDependencies()).rejects.toMatchObject({
    message: expect.stringContaining('check that the npm registry can be reached'),
    details: 'npm error network',
  })
})

test('the setup installs nothing if the lock file matches, links the command, and misses a native package', async () => {
  const { folder, load } = await copySetup()
  mkdirSync(join(folder, 'bin'))
  mkdirSync(join(folder, 'node_modules/a'), { recursive: true })
  writeFileSync(join(folder, 'bin/lumafold.mjs'), '#!/usr/bin/env node\n')
  const packages = {
    '': {},
    'node_modules/a': { version: '1.2.3' },
    'node_modules/for-another-system': { version: '1.0.0', optional: true },
  }
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
  writeFileSync(
    join(folder, 'node_modules/.package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/a': { version: '1.2.3' } } }),
  )
  vi.stubEnv('npm_execpath', join(folder, 'there-is-no-npm-cli.js'))
  const { installDependencies } = await load<{ installDependencies(): Promise<void> }>('install-dependencies.mjs')
  await installDependencies()
  await installDependencies()
  expect(
    readFileSync(join(folder, 'node_modules/.bin', process.platform === 'win32' ? 'lumafold.cmd' : 'lumafold'), 'utf8'),
  ).toMatch(/node/)
  const others = { 'node_modules/a': { version: '1.2.3' } }
  const native = { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] }
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ packages: { ...packages, 'node_modules/native': native } }),
  )
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: others }))
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  await expect(installDependencies()).rejects.toThrow('could not be installed')
})
