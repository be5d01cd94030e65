import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { createService } from '../../src-main/service/service.ts'
import { repositoryDir, resourcesDir, tempFolder } from '../fixtures/folders.ts'
import { sharedPhotos } from '../fixtures/shared.ts'

const photo = join(sharedPhotos() ?? 'no-such-folder', 'coco128/images/000000000036.jpg')
const account = { key: 'acc_guide', secret: 'a-secret-that-is-long-enough' }
const quiet = () => undefined
const hasCurl = spawnSync('curl', ['--version']).status === 0

async function startService(dataDir: string): Promise<string> {
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
  const service = await createService({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    resourcesDir,
    modelsDir: join(dataDir, 'models'),
    ...account,
    log,
  })
  onTestFinished(() => service.close())
  return service.address
}

async function givePhoto(path: string): Promise<void> {
  if (existsSync(photo)) copyFileSync(photo, path)
  else
    await sharp({ create: { width: 640, height: 480, channels: 3, background: '#7aa' } })
      .jpeg()
      .toFile(path)
}

/** The guide's shell blocks with curl lines. */
function readCurlLines(): string {
  const guide = readFileSync(join(repositoryDir, 'docs/service.md'), 'utf8')
  return [...guide.matchAll(/```sh\n([\s\S]*?)```/g)]
    .map((block) => block[1]!)
    .filter((block) => block.includes('curl '))
    .join('\n')
}

/** Runs lines in a shell in which curl fails at every error status. */
async function runInShell(
  script: string,
  cwd: string,
  service: string,
): Promise<{ code: number | null; output: string }> {
  const shell = spawn('sh', ['-e'], {
    cwd,
    env: { ...process.env, SERVICE: service, KEY: account.key, SECRET: account.secret },
  })
  let output = ''
  for (const stream of [shell.stdout, shell.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  shell.stdin.end(`curl() { command curl --fail-with-body -sS "$@"; }\n${script}`)
  const code = await new Promise<number | null>((resolve) => shell.on('close', resolve))
  return { code, output }
}

test.skipIf(!hasCurl)('the curl lines of the guide work as written', async () => {
  const folder = tempFolder('service-guide')
  await givePhoto(join(folder, 'photo.jpg'))
  const lines = readCurlLines()
  expect(lines.match(/curl /g)!.length).toBeGreaterThanOrEqual(10)

  const { code, output } = await runInShell(lines, folder, await startService(join(folder, 'data')))

  expect(code, output).toBe(0)
  const crop = await sharp(join(folder, 'crop.jpg')).metadata()
  expect(crop.width).toBe(crop.height)
  for (const part of [
    '"de":',
    '"image_colors"',
    '"faces"',
    '"is_final":true',
    '"images":[{"id":"photo-1","distance":0}]',
    '"monthly_processed"',
    '"results"',
  ])
    expect(output).toContain(part)
})
