import { execFile } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { extractAll, listPackage, statFile } from '@electron/asar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTempFolder, removeFolder, repositoryDir } from '../../fixtures/folders.ts'
import { fillWithPhotos } from '../../shells/real-photos.ts'
import { makeStandInRuntime, readFuses } from './stand-in-runtime.ts'

const run = promisify(execFile)
const isBuilt = existsSync(join(repositoryDir, 'out/main/electron.js'))

/** Packing reads and writes hundreds of megabytes; on a busy machine it takes many minutes. */
const MAX_PACKING_MS = 1_200_000

/**
 * The program packed for Linux, around a stand-in for Electron's runtime; then run from the packed files under Node.
 * macOS and Windows are packed on their own machines, in the workflow.
 */
describe.skipIf(process.platform !== 'linux' || !isBuilt)('the packed program', { tags: 'night' }, () => {
  let base: string
  let resources: string
  let names: string[]

  beforeAll(async () => {
    base = realpathSync(makeTempFolder())
    makeStandInRuntime(join(base, 'runtime'))
    const node = (script: string, ...args: string[]) =>
      run(process.execPath, [join(repositoryDir, script), ...args], { cwd: repositoryDir, maxBuffer: 2 ** 26 })
    await node(
      'node_modules/electron-builder/out/cli/cli.js',
      '--linux',
      'dir',
      '--config',
      'build/packaging/electron-builder.yml',
      '--publish',
      'never',
      `-c.electronDist=${join(base, 'runtime')}`,
      `-c.directories.output=${join(base, 'release')}`,
    )
    resources = join(base, 'release/linux-unpacked/resources')
    names = listPackage(join(resources, 'app.asar'), { isPack: false })
  }, MAX_PACKING_MS)
  afterAll(() => removeFolder(base))

  const isUnpacked = (name: string) => 'unpacked' in statFile(join(resources, 'app.asar'), name.slice(1), false)

  test('contains the built program and its packages, and no source, test or map', () => {
    expect(names).toContain('/out/main/electron.js')
    expect(names).toContain('/out/preload/preload.cjs')
    expect(names).toContain('/out/renderer/index.html')
    const unwanted =
      /^\/(src-main|src-renderer|test|build|docs|\.github)\/|\.map$|\/node-(linux|darwin|win)|\.tsbuildinfo$/
    expect(names.filter((name) => unwanted.test(name))).toEqual([])
    expect(names.filter((name) => /^\/node_modules\/.*(?<!\.d)\.m?ts$/.test(name))).toEqual([])
    const bytes = (folder: string): number =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, name) => {
        const stats = statSync(join(folder, name))
        return sum + (stats.isFile() ? stats.size : 0)
      }, 0)
    const unpacked = bytes(join(resources, 'app.asar.unpacked'))
    const packed = statSync(join(resources, 'app.asar')).size
    console.log(`packed: ${Math.round(packed / 1e6)} MB in the archive, ${Math.round(unpacked / 1e6)} MB beside it`)
  })

  test('has the files opened by path outside the archive: native modules, models, data', () => {
    const natives = names.filter((name) => /\.(node|so(\.\d+)*)$/.test(name))
    expect(natives.length).toBeGreaterThan(3)
    expect(natives.filter((name) => !isUnpacked(name))).toEqual([])
    // One addon of each, and no other system's: this runs natively.
    const addons = natives.filter((name) => name.endsWith('.node')).map((name) => name.split('/').slice(2, -1))
    const owners = addons.map(([scope, name]) => (scope!.startsWith('@') ? `${scope}/${name}` : scope!)).sort()
    const here = `linux-${process.arch}`
    expect(owners).toEqual([
      `@img/sharp-${here}`,
      expect.stringMatching(new RegExp(`^@parcel/watcher-${here}-`)),
      'better-sqlite3',
      'onnxruntime-node',
    ])
    expect(names.filter((name) => /\.(dll|dylib|exe)$/.test(name))).toEqual([])
    for (const name of natives) {
      const { size } = statSync(join(resources, 'app.asar.unpacked', name))
      console.log(`${(size / 1e6).toFixed(1)} MB  ${name}`)
    }
    const models = readdirSync(join(resources, 'app.asar.unpacked/resources/models/bundled'))
    expect(models.filter((name) => name.endsWith('.onnx')).length).toBeGreaterThan(3)
    expect(existsSync(join(resources, 'app.asar.unpacked/resources/vocabulary/concepts.json'))).toBe(true)
  })

  test('names the licences of everything in it, and its components', () => {
    const licences = join(base, 'release/linux-unpacked/licences')
    const notice = readFileSync(join(licences, 'NOTICE.txt'), 'utf8')
    const packages = new Set(
      names.flatMap((name) => /^\/node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(name)?.[1] ?? []),
    )
    expect(packages.size).toBeGreaterThan(100)
    expect([...packages].filter((name) => !notice.includes(`\n${name} `))).toEqual([])
    for (const part of ['vue ', 'Model CenterNet', 'LibRaw', 'GeoNames', 'SIL OPEN FONT LICENSE'])
      expect(notice).toContain(part)
    expect(notice).not.toMatch(/\(see below\)\n-+\n\n(?!\S)/)
    const sbom = JSON.parse(readFileSync(join(licences, 'sbom.cdx.json'), 'utf8')) as { components: { name: string }[] }
    const listed = new Set(sbom.components.map(({ name }) => name))
    expect([...packages].filter((name) => !listed.has(name))).toEqual([])
    expect(listed).toContain('centernet')
  })

  test('has its fuses set', () => {
    expect(readFuses(readFileSync(join(base, 'release/linux-unpacked/lumafold')))).toEqual({
      runAsNode: true, // compute processes
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    })
  })

  test('opens from its packed files, analyses the photos of its start, and closes', async () => {
    // Electron reads in the archive as in a folder; for Node, it becomes one at the same path.
    const program = join(base, 'program')
    extractAll(join(resources, 'app.asar'), join(program, 'app.asar'))
    cpSync(join(resources, 'app.asar.unpacked'), join(program, 'app.asar.unpacked'), { recursive: true })
    await fillWithPhotos(join(base, 'photos'), 2)
    const { stdout, stderr } = await run(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        join(import.meta.dirname, 'session/run-session.ts'),
        join(program, 'app.asar/out/main/electron.js'),
        '--add',
        join(base, 'photos'),
        '--library',
        join(base, 'library'),
      ],
      { env: { ...process.env, LUMAFOLD_DATA_DIR: join(base, 'data') } },
    )
    expect(JSON.parse(stdout), stderr).toEqual({
      photos: 2,
      hasColors: true,
      html: 200,
      notice: 200,
      picture: [200, 'image/webp'],
      errors: [],
    })
    expect(existsSync(join(base, 'library/library.db'))).toBe(true)
  })
})
