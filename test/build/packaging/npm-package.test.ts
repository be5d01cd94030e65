import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, realpathSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTempFolder, removeFolder, repositoryDir } from '../../fixtures/folders.ts'
import { drawPhotos } from '../../fixtures/pictures.ts'
import { waitForEnd, waitForOutput } from '../../shells/cli/run-cli.ts'

const run = promisify(execFile)
const isBuilt = existsSync(join(repositoryDir, 'out/main/cli.js'))

/** Installing fetches every package of the program from the registry. */
const MAX_INSTALLING_MS = 1_200_000

/** The command line as a stranger installs it: packed, then installed from the registry into an empty folder. */
describe.skipIf(process.platform === 'win32' || !isBuilt)('the npm package', { tags: 'night' }, () => {
  let base: string
  let packed: string
  let program: string
  let env: NodeJS.ProcessEnv

  beforeAll(async () => {
    base = realpathSync(makeTempFolder())
    const script = join(repositoryDir, 'build/packaging/pack-npm.ts')
    const { stdout } = await run(process.execPath, [script, join(base, 'packed')], { cwd: repositoryDir })
    console.log(stdout.trim())
    packed = join(base, 'packed', readdirSync(join(base, 'packed'))[0]!)
    // Without compilers, Python and make, any build step fails.
    const tools = join(base, 'tools')
    mkdirSync(tools)
    for (const tool of ['npm', 'sh', 'env', 'perl']) symlinkSync(await whereIs(tool), join(tools, tool))
    symlinkSync(process.execPath, join(tools, 'node'))
    env = { ...process.env, PATH: tools, LUMAFOLD_DATA_DIR: join(base, 'data') }
    for (const name of Object.keys(env)) if (/^npm_/i.test(name) && !/registry|cache/.test(name)) delete env[name]
    const prefix = join(base, 'prefix')
    await run('npm', ['install', '--global', '--prefix', prefix, packed], { cwd: base, env, maxBuffer: 2 ** 26 })
    program = join(prefix, 'bin/lumafold')
    console.log(`installed: ${Math.round(bytesOf(prefix) / 1e6)} MB`)
    await drawPhotos(join(base, 'photos'), 2, { width: 300, height: 200 })
  }, MAX_INSTALLING_MS)
  afterAll(() => removeFolder(base))

  const lumafold = (...args: string[]) => run(program, args, { cwd: base, env })
  const start = (...args: string[]) => spawn(program, args, { cwd: base, env, stdio: ['ignore', 'pipe', 'pipe'] })

  test('contains the program, its data and models, and no source, test or photo', async () => {
    const { stdout } = await run('tar', ['-tzf', packed], { maxBuffer: 2 ** 26 })
    const names = stdout.trim().split('\n')
    for (const name of ['out/main/cli.js', 'out/renderer/index.html', 'man/lumafold.1', 'JSON.md', 'LICENSE'])
      expect(names).toContain(`package/${name}`)
    expect(names.filter((name) => /resources\/models\/bundled\/.*\.onnx$/.test(name)).length).toBeGreaterThan(3)
    const unwanted = /^package\/(src-|test\/|build\/|docs\/)|\.map$|\.(jpe?g|heic|dng|mp4|db)$|\/electron\.js$/i
    expect(names.filter((name) => unwanted.test(name))).toEqual([])
  })

  test('adds and lists photos', async () => {
    expect((await lumafold('add', join(base, 'photos'), '--wait')).stdout).toContain('2 photos, 2 analysed')
    const { stdout } = await lumafold('list', '--jsonl')
    const statuses = stdout
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { status: string }).status)
    expect(statuses).toEqual(['ready', 'ready'])
  })

  test('serves the window', async () => {
    const serving = start('serve', '--port', '0')
    const page = await fetch(await waitForOutput(serving, /http:\/\/127\.0\.0\.1:\d+\/#token=\S+/))
    expect(await page.text()).toContain('<div id="app"')
    serving.kill('SIGTERM')
    expect(await waitForEnd(serving)).toBe(0)
  })

  test('serves the analysis', async () => {
    const serving = start('service', '--port', '0')
    const address = await waitForOutput(serving, /(?<=at )http:\/\/127\.0\.0\.1:\d+(?=\n)/)
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    serving.kill('SIGTERM')
    expect(await waitForEnd(serving)).toBe(0)
  })
})

async function whereIs(tool: string): Promise<string> {
  return realpathSync((await run('which', [tool], { encoding: 'utf8' })).stdout.trim())
}

/** The size of all files below a folder. */
function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}
