import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { pictureExtensions, untypedFilms, videoExtensions } from '../../../src-main/base/formats/extensions.ts'
import { repositoryDir } from '../../fixtures/folders.ts'

type Config = {
  files: string[]
  mac: { extendInfo: Record<string, unknown> } & Record<string, unknown>
}
type Expand = (pattern: string) => string
type Matcher = { createFilter(): (file: string, stat: { isDirectory(): boolean }) => boolean }

// electron-builder's own reading of patterns and of its configuration, which it does not export.
const builder = createRequire(createRequire(join(repositoryDir, 'package.json')).resolve('electron-builder'))
const { getMainFileMatchers, getNodeModuleFileMatcher } = builder('app-builder-lib/out/fileMatcher.js') as {
  getMainFileMatchers(
    ...given: [appDir: string, destination: string, Expand, platform: unknown, packager: unknown, outDir: string, false]
  ): Matcher[]
  getNodeModuleFileMatcher(
    ...given: [appDir: string, destination: string, Expand, platform: unknown, packager: unknown]
  ): Matcher
}
const { doMergeConfigs, validateConfiguration } = builder('app-builder-lib/out/util/config/config.js') as {
  /** Changes the given ones. */
  doMergeConfigs(configs: unknown[]): Record<string, unknown>
  validateConfiguration(config: unknown, debugLogger: { isEnabled: boolean }): Promise<void>
}

const written = readFileSync(join(repositoryDir, 'build/packaging/electron-builder.yml'), 'utf8')
const config = parse(written, { strict: true, uniqueKeys: true }) as Config & Record<string, unknown>

describe('the packaging configuration', () => {
  // The check takes seconds, in which it searches for similar names.
  test('has nothing that electron-builder does not know', { tags: 'night' }, async () => {
    await validateConfiguration(config, { isEnabled: false })
    await expect(
      validateConfiguration({ ...config, mac: { ...config.mac, notarise: true } }, { isEnabled: false }),
    ).rejects.toThrow('configuration.mac should be')
  })

  test('has no duplicate name, and tells macOS which files the program opens and why it asks for folders', () => {
    expect(Object.keys(config.mac.extendInfo)).toEqual([
      'CFBundleDocumentTypes',
      ...['Desktop', 'Documents', 'Downloads', 'Removable', 'Network'].map((where) =>
        expect.stringMatching(new RegExp(`^NS${where}\\w*UsageDescription$`)),
      ),
    ])
  })
})

describe('the promised minimum version', () => {
  const promised = readFileSync(join(repositoryDir, 'docs/install.md'), 'utf8')
  const modules = join(repositoryDir, 'node_modules')
  const bytesOf = (path: string) => readFileSync(join(modules, path))

  test('of macOS is that of the binaries', () => {
    const [, name = ''] = /macOS \((\w+) and up\)/.exec(bytesOf('electron/README.md').toString())!
    const ofElectron = { Monterey: 12, Ventura: 13, Sonoma: 14, Sequoia: 15, Tahoe: 26 }[name]
    const oldest = [
      'better-sqlite3/prebuilds/darwin-arm64.node',
      'onnxruntime-node/bin/napi-v6/darwin/arm64/libonnxruntime.1.dylib',
      'onnxruntime-node/bin/napi-v6/darwin/arm64/onnxruntime_binding.node',
    ].map((path) => oldestMacOf(bytesOf(path)))
    const needed = Math.max(ofElectron!, ...oldest)
    expect(config.mac['minimumSystemVersion']).toBe(`${needed}.0`)
    expect(promised).toContain(`| macOS ${needed} and newer |`)
  })

  test('of Linux is that of the binaries', () => {
    const versions = ['x64', 'arm64'].flatMap((arch) =>
      [`better-sqlite3/prebuilds/linux-${arch}.node`, `onnxruntime-node/bin/napi-v6/linux/${arch}/libonnxruntime.so.1`]
        .flatMap((path) => [
          ...bytesOf(path)
            .toString('latin1')
            .matchAll(/GLIBC_2\.(\d+)/g),
        ])
        .map(([, minor]) => Number(minor)),
    )
    expect(promised).toContain(`glibc 2.${Math.max(...versions)} or newer`)
  })
})

/** The oldest macOS that a thin 64-bit Mach-O file runs on, by its load command LC_BUILD_VERSION. */
function oldestMacOf(file: Buffer): number {
  const BUILD_VERSION = 0x32
  for (let at = 32, left = file.readUInt32LE(16); left > 0; left -= 1, at += file.readUInt32LE(at + 4))
    if (file.readUInt32LE(at) === BUILD_VERSION) return file.readUInt32LE(at + 12) >> 16
  throw new Error('The file does not say for which macOS it is.')
}

describe('“Open with” and links', () => {
  const script = readFileSync(join(repositoryDir, 'build/packaging/windows.nsh'), 'utf8')

  test('reach Windows through the installer, which removes everything it wrote', () => {
    expect(written).toContain('include: build/packaging/windows.nsh\n')
    const types = [...script.matchAll(/writeSupportedType "(\w+)"$/gm)].map(([, extension]) => extension!)
    const readable = [...pictureExtensions, ...videoExtensions].filter((extension) => !untypedFilms.has(extension))
    expect(types.toSorted()).toEqual(readable.toSorted())
    const keys = (command: string) =>
      [...script.matchAll(new RegExp(`(?:${command}) (?:SHELL_CONTEXT )?"([^"]+)"`, 'g'))].map(([, key]) => key!)
    const removed = keys('DeleteRegKey')
    const kept = keys('WriteRegStr|writeOpenCommand').filter(
      (key) => key !== '${KEY}' && !removed.some((one) => key === one || key.startsWith(`${one}\\`)),
    )
    expect([removed.length, kept]).toEqual([3, []])
  })

  test('give the program nothing that could be taken for a switch', () => {
    const commands = script.split('\n').filter((line) => line.includes('%1'))
    expect(commands).toHaveLength(1)
    expect(commands[0]).toContain(`'"$INSTDIR\\\${APP_EXECUTABLE_FILENAME}" -- "%1"'`)
  })
})

/** Every system with every packed processor. */
const systems = [
  ['linux', 'linux', 'x64'],
  ['linux', 'linux', 'arm64'],
  ['win', 'win32', 'x64'],
  ['win', 'win32', 'arm64'],
  ['mac', 'darwin', 'arm64'],
] as const
const native = /\.(node|so(\.\d+)*|dylib|dll)$/

/**
 * Files of installed packages that the patterns include. Binaries of sharp and of the watcher come in a package for
 * each system, and npm installs only that of the machine.
 */
describe.each(systems)('of the files, %s (%s, %s)', (section, platform, arch) => {
  const merged = doMergeConfigs([parse(written)])
  const info = {
    config: merged,
    projectDir: repositoryDir,
    buildResourcesDir: 'build/packaging',
    debugLogger: { isEnabled: false },
  }
  const expand: Expand = (pattern) => pattern.replaceAll('${arch}', arch).replaceAll('${platform}', platform)
  const given = [repositoryDir, '/packed', expand, merged[section]] as const
  const isPacked = getNodeModuleFileMatcher(...given, info).createFilter()
  /** Follows folders as electron-builder does: it does not look below an excluded one. */
  const packed = (folder: string): string[] =>
    readdirSync(join(repositoryDir, folder)).flatMap((name) => {
      const path = `${folder}/${name}`
      const stats = statSync(join(repositoryDir, path))
      if (!isPacked(join(repositoryDir, path), stats)) return []
      return stats.isDirectory() ? packed(path) : [path]
    })
  const inPackage = (name: string) => packed(`node_modules/${name}`)
  const megabytes = (files: string[]) =>
    Math.round(files.reduce((sum, file) => sum + statSync(join(repositoryDir, file)).size, 0) / 1e5) / 10

  test('has the built program and its data, and no source, test or map of the project', () => {
    const filters = getMainFileMatchers(...given, { info }, '/release', false).map((one) => one.createFilter())
    const isOfProgram = (path: string): boolean =>
      filters.some((isOfIt) => isOfIt(join(repositoryDir, path), { isDirectory: () => !/\.\w+$/.test(path) }))
    const wanted = ['out/main/electron.js', 'out/renderer/index.html', 'resources/models/catalog.json', 'package.json']
    expect(wanted.filter((path) => !isOfProgram(path))).toEqual([])
    const unwanted = ['src-main', 'test', 'docs/install.md', 'out/main/electron.js.map', 'build', 'tsconfig.json']
    expect(unwanted.filter(isOfProgram)).toEqual([])
  })

  test('has one binary of each native module, its own', () => {
    const databases = inPackage('better-sqlite3').filter((file) => native.test(file))
    expect(databases).toEqual([`node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node`])
    const runtime = inPackage('onnxruntime-node').filter((file) => native.test(file))
    const place = `node_modules/onnxruntime-node/bin/napi-v6/${platform}/${arch}/`
    expect(runtime.filter((file) => !file.startsWith(place))).toEqual([])
    expect(runtime.filter((file) => file.endsWith('.node'))).toEqual([`${place}onnxruntime_binding.node`])
    const library = { linux: 'libonnxruntime.so.1', win32: 'onnxruntime.dll', darwin: 'libonnxruntime.1.dylib' }
    expect(runtime).toContain(`${place}${library[platform]}`)
    expect(new Set(runtime.map((file) => file.replace(/\.\d+\.\d+\.\d+(?=\.dylib)/, '.1'))).size).toBe(runtime.length)
    for (const file of [...databases, ...runtime]) console.log(`${megabytes([file])} MB  ${file}`)
    const all = ['better-sqlite3', 'onnxruntime-node'].flatMap(inPackage)
    console.log(`${platform}-${arch}: ${megabytes(all)} MB of both modules`)
  })

  test('lacks sources of binaries', () => {
    expect(inPackage('better-sqlite3').filter((file) => /\.(c|h|cpp|hpp|gyp|tar\.gz)$/.test(file))).toEqual([])
  })

  // Patterns for this do not differ by system.
  if (section !== 'linux' || arch !== 'x64') return
  test('lacks the Node of the sources, and no other package', () => {
    const nodes = readdirSync(join(repositoryDir, 'node_modules')).filter((name) => name.startsWith('node-'))
    const left = nodes.filter((name) => inPackage(name).length === 0)
    expect(left).toEqual(nodes.filter((name) => /^node-(bin-)?(linux|darwin|win)-/.test(name)))
    expect(inPackage('node-pg-migrate').length).toBeGreaterThan(10)
  })
})
