import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { makeTempFolder, removeFolder, repositoryDir } from '../../fixtures/folders.ts'

let folder: string
beforeEach(() => {
  folder = makeTempFolder()
})
afterEach(() => removeFolder(folder))

type Ended = { code: number; stdout: string; stderr: string }
/** Runs a packaging script with only the given variables. */
async function run(script: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const file = join(repositoryDir, 'build/packaging', script)
  const plain = { PATH: process.env['PATH'], SystemRoot: process.env['SystemRoot'], ...env }
  const done = promisify(execFile)(process.execPath, [file, ...args], { env: plain, cwd: repositoryDir })
  return done.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Ended) => error,
  )
}

describe('the signing variables', () => {
  const ofMac = { MAC_CSC_LINK: 'x', MAC_CSC_KEY_PASSWORD: 'x' }
  const ofApple = { APPLE_API_KEY_P8: 'x', APPLE_API_KEY_ID: 'x', APPLE_API_ISSUER: 'x' }
  const ofWindows = Object.fromEntries(
    ['TENANT_ID', 'CLIENT_ID', 'CLIENT_SECRET', 'SIGNING_ACCOUNT', 'SIGNING_PROFILE']
      .map((name) => [`AZURE_${name}`, 'x'])
      .concat([
        ['AZURE_SIGNING_ENDPOINT', 'https://weu.codesigning.example/'],
        ['AZURE_SIGNING_PUBLISHER', 'CN=The Publisher, C=DE'],
      ]),
  )

  test('are named if missing before anything is built, and stop a release', async () => {
    const bare = await run('signing.ts', ['check', 'mac'])
    expect(bare.code).toBe(0)
    expect(bare.stdout).toMatch(/::warning::MAC_CSC_LINK is missing: .+\.p12/)
    const release = await run('signing.ts', ['check', 'mac', '--must'], ofMac)
    expect(release.code).toBe(1)
    expect(release.stdout).toMatch(/::error::APPLE_API_KEY_P8 is missing/)
    expect(release.stdout).not.toContain('MAC_CSC_LINK')
    const all = { ...ofMac, ...ofApple, LUMAFOLD_UPDATE_KEY: 'x' }
    expect(await run('signing.ts', ['check', 'mac', '--must'], all)).toMatchObject({ code: 0, stdout: '' })
  })

  test('given in part are a mistake, even in an unsigned build', async () => {
    const { AZURE_CLIENT_SECRET: _, ...without } = ofWindows
    const { code, stdout } = await run('signing.ts', ['check', 'win'], without)
    expect([code, stdout.match(/::error::\w+/g)]).toEqual([1, ['::error::AZURE_CLIENT_SECRET']])
  })

  test('reach electron-builder in its form: one argument an option, and a path for Apple’s key', async () => {
    expect((await run('signing.ts', ['arguments', 'win'])).stdout.trim()).toBe('')
    expect((await run('signing.ts', ['arguments', 'win'], ofWindows)).stdout.trim().split('\n')).toEqual([
      '-c.win.azureSignOptions.endpoint=https://weu.codesigning.example/',
      '-c.win.azureSignOptions.codeSigningAccountName=x',
      '-c.win.azureSignOptions.certificateProfileName=x',
      '-c.win.azureSignOptions.publisherName=CN=The Publisher, C=DE',
      '-c.win.forceCodeSigning=true',
    ])
    const text = '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----'
    const written = await run('signing.ts', ['key', folder], { APPLE_API_KEY_P8: text, APPLE_API_KEY_ID: 'K1' })
    expect(written.stdout.trim()).toBe(join(folder, 'AuthKey_K1.p8'))
    expect(readFileSync(join(folder, 'AuthKey_K1.p8'), 'utf8')).toBe(`${text}\n`)
    if (process.platform !== 'win32') expect(statSync(join(folder, 'AuthKey_K1.p8')).mode & 0o777).toBe(0o600)
    expect((await run('signing.ts', ['key', folder], { APPLE_API_KEY_P8: '/a/path.p8' })).code).toBe(1)
  })
})

describe('a release', () => {
  const changes = '# Changelog\n\n## 0.2.0 (unreleased)\n\n### Added\n- Much.\n\n## 0.1.0 (2026-01-01)\n\n- First.\n'
  const inCopy = (...args: string[]) => run('release.ts', [...args, '--project', folder])
  beforeEach(() => {
    writeFileSync(join(folder, 'CHANGELOG.md'), changes)
    writeFileSync(join(folder, 'package.json'), '{"name":"p","version":"0.1.0"}')
    writeFileSync(join(folder, 'package-lock.json'), '{"version":"0.1.0","packages":{"":{"version":"0.1.0"}}}')
  })

  test('sets the version everywhere, dates its changes, and uses them as its notes', async () => {
    expect((await inCopy('notes', 'v0.1.0')).stdout).toBe('- First.\n')
    expect(await inCopy('prepare', '0.2.0', '2026-12-24')).toMatchObject({ code: 0 })
    for (const name of ['package.json', 'package-lock.json'])
      expect(readFileSync(join(folder, name), 'utf8'), name).not.toContain('0.1.0')
    expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toContain('## 0.2.0 (2026-12-24)\n')
    expect((await inCopy('notes', 'v0.2.0')).stdout).toBe('### Added\n- Much.\n')
  })

  test('is refused if the tag has another version, or its changes are missing or unreleased', async () => {
    expect((await inCopy('notes', 'v0.2.0')).stderr).toContain('The tag v0.2.0 is not v0.1.0')
    writeFileSync(join(folder, 'package.json'), '{"version":"0.2.0"}')
    expect((await inCopy('notes', 'v0.2.0')).stderr).toContain('calls 0.2.0 unreleased')
    expect((await inCopy('prepare', '0.3.0')).stderr).toContain('has no "## 0.3.0 (unreleased)"')
  })

  test("collects every machine's packages, with both processors in one description", async () => {
    const put = (machine: string, files: Record<string, string>) => {
      mkdirSync(join(folder, 'packed', machine, 'release'), { recursive: true })
      for (const [name, text] of Object.entries(files))
        writeFileSync(join(folder, 'packed', machine, 'release', name), text)
    }
    const feed = (arch: string) => {
      const name = `Lumafold-Setup-0.2.0-${arch}.exe`
      return `version: 0.2.0\nfiles:\n  - url: ${name}\n    sha512: ${arch}\npath: ${name}\n`
    }
    for (const arch of ['arm64', 'x64'])
      put(`packed-win-${arch}`, {
        [`Lumafold-Setup-0.2.0-${arch}.exe`]: arch,
        'latest.yml': feed(arch),
        'NOTICE.txt': arch,
      })
    put('packed-linux-x64', { 'latest-linux.yml': 'version: 0.2.0\nfiles: []\n' })
    const target = join(folder, 'release')
    expect(await run('release.ts', ['gather', join(folder, 'packed'), target])).toMatchObject({ code: 0 })
    expect(readdirSync(target).sort()).toEqual([
      'Lumafold-Setup-0.2.0-arm64.exe',
      'Lumafold-Setup-0.2.0-x64.exe',
      'NOTICE.txt',
      'latest-linux.yml',
      'latest.yml',
    ])
    const merged = parse(readFileSync(join(target, 'latest.yml'), 'utf8')) as { path: string; files: unknown[] }
    expect(merged.path).toContain('x64')
    expect(merged.files).toEqual([
      { url: 'Lumafold-Setup-0.2.0-x64.exe', sha512: 'x64' },
      { url: 'Lumafold-Setup-0.2.0-arm64.exe', sha512: 'arm64' },
    ])
    put('packed-linux-arm64', { 'Lumafold-Setup-0.2.0-x64.exe': 'twice' })
    const again = await run('release.ts', ['gather', join(folder, 'packed'), join(folder, 'other')])
    expect(again.stderr).toContain('Two machines packed Lumafold-Setup-0.2.0-x64.exe')
  })
})

describe('the release workflow', () => {
  type Step = { run?: string; env?: Record<string, string>; with?: Record<string, string> }
  type Workflow = { jobs: Record<string, { steps: Step[]; strategy?: { matrix: { include: object[] } } }> }
  const read = (name: string) =>
    parse(readFileSync(join(repositoryDir, '.github/workflows', name), 'utf8'), { uniqueKeys: true }) as Workflow
  const { jobs } = read('release.yml')
  const systems = jobs['package']!.strategy!.matrix.include

  test('packs each system and processor that docs/install.md promises', () => {
    const promised = readFileSync(join(repositoryDir, 'docs/install.md'), 'utf8')
    const named = systems.map((one) => {
      const { system, arch } = one as { system: string; arch: string }
      return `${system}-${arch}`
    })
    expect(named).toEqual(['linux-x64', 'linux-arm64', 'win-x64', 'win-arm64', 'mac-arm64'])
    for (const line of ['| Windows 10 and 11 | x64, arm64 |', '| macOS 14 and newer | Apple’s processors |'])
      expect(promised).toContain(line)
    expect(promised).toMatch(/^\| Linux [^|]*\| x64, arm64 \|/m)
  })

  test('first names what is missing, and uses existing scripts', () => {
    const steps = jobs['package']!.steps
    const first = steps.findIndex(({ run: line }) => line !== undefined)
    expect(steps[first]!.run).toContain('signing.ts check')
    const scripts = JSON.stringify([jobs, read('check.yml').jobs]).match(/build\/packaging\/[\w-]+\.ts/g)!
    for (const script of scripts) expect(existsSync(join(repositoryDir, script)), script).toBe(true)
  })

  test('gives Windows nothing of macOS, and keeps blockmaps', () => {
    const ofWindows = jobs['package']!.steps.find(({ run: line }) => line?.includes('arguments win'))!
    expect(Object.keys(ofWindows.env!).filter((name) => !name.startsWith('AZURE_'))).toEqual([])
    expect(JSON.stringify(jobs)).toContain('release/*.blockmap')
  })
})
