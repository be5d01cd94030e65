import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { decodePhoto, openPhoto } from '../../../src-main/analysis/decode/decode-photo.ts'
import { renderPhoto } from '../../../src-main/analysis/decode/render-photo.ts'
import { hashStep } from '../../../src-main/analysis/hash/hash-step.ts'
import type { Models } from '../../../src-main/analysis/models/runtime/tasks.ts'
import { createStepRunner } from '../../../src-main/analysis/pipeline/step-runner.ts'
import { previewStep } from '../../../src-main/analysis/preview/preview-step.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { movieFile } from '../../fixtures/movie-files.ts'
import { drawPicture } from '../../fixtures/pictures.ts'

const spec = { width: 320, height: 200, durationMs: 4000 }
const models: Models = { get: async () => null, idFor: () => null, close: async () => undefined }
const run = createStepRunner({ models, steps: [hashStep, previewStep] })

function usePath(path: string): void {
  const before = process.env['PATH']
  process.env['PATH'] = path
  onTestFinished(() => {
    process.env['PATH'] = before
  })
}

function writeFilm(name = 'film.mov', bytes = movieFile(spec)): string {
  const path = join(tempFolder(), name)
  writeFileSync(path, bytes)
  return path
}

/** A program named `ffmpeg` that records its arguments and does what the script says. */
function installProgram(script: string): { args: () => string[] } {
  const folder = join(tempFolder(), 'bin')
  mkdirSync(folder)
  const noted = join(folder, 'told')
  writeFileSync(join(folder, 'ffmpeg'), `#!/bin/sh\nprintf '%s\\n' "$@" > '${noted}'\n${script}\n`)
  chmodSync(join(folder, 'ffmpeg'), 0o755)
  usePath(`${folder}${delimiter}${process.env['PATH']}`)
  return { args: () => readFileSync(noted, 'utf8').trim().split('\n') }
}

describe('a film if ffmpeg is not installed', () => {
  test('has its size, length and hashes, no picture, and no fault', async () => {
    usePath(tempFolder())
    const outcome = await run({ path: writeFilm(), steps: ['hash', 'preview'] })
    expect(outcome).toMatchObject({
      ok: true,
      warnings: [],
      findings: { width: 320, height: 200, format: 'mov', media: 'video', durationMs: 4000 },
    })
    expect(outcome.ok && outcome.findings.thumbnail).toBeUndefined()
    expect(outcome.ok && outcome.findings.imageHash).toMatch(/^1:/)
  })

  test('cannot be rendered, and gives the reason', async () => {
    usePath(tempFolder())
    const request = { path: writeFilm(), longSide: 100, format: 'jpeg' as const, quality: 80 }
    await expect(renderPhoto(request)).rejects.toMatchObject({
      code: 'file-unreadable',
      message: expect.stringContaining('"ffmpeg"'),
    })
  })

  test('of another kind is a film too', async () => {
    usePath(tempFolder())
    const matroska = Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.from('matroska'), Buffer.alloc(500)])
    const info = await (await openPhoto(writeFilm('film.mkv', matroska), {})).inspect()
    expect(info).toMatchObject({ format: 'mkv', media: 'video', width: 0, durationMs: null })
  })
})

describe.skipIf(process.platform === 'win32')('a film with an installed program named ffmpeg', () => {
  test("is shown by that program's frame", async () => {
    const frame = join(tempFolder(), 'frame.png')
    writeFileSync(frame, await drawPicture({ width: 320, height: 200, format: 'png' }))
    const program = installProgram(`cat '${frame}'`)
    const path = writeFilm('-odd name.mov')
    const photo = await decodePhoto(path)
    expect([photo.format, photo.width, photo.media, photo.durationMs]).toEqual(['mov', 320, 'video', 4000])
    expect((await sharp(frame).raw().toBuffer()).equals(Buffer.from(photo.pixels.data))).toBe(true)
    expect(program.args()).toEqual(expect.arrayContaining(['-ss', '1.000', '-i', `file:${path}`, '-nostdin']))
  })

  test('that cannot be decoded is damaged', async () => {
    installProgram('exit 1')
    await expect(decodePhoto(writeFilm())).rejects.toMatchObject({ code: 'damaged' })
    installProgram('exit 0')
    await expect(decodePhoto(writeFilm())).rejects.toMatchObject({ code: 'damaged' })
  })
})

const hasFfmpeg = (() => {
  try {
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

test.runIf(hasFfmpeg)('a real film shows a frame', { tags: 'night' }, async () => {
  const folder = tempFolder()
  for (const name of ['a.mp4', 'b.mov', 'c.mkv', 'd.avi', 'e.webm']) {
    const path = join(folder, name)
    const source = ['-f', 'lavfi', '-i', 'testsrc=duration=2:size=64x48:rate=5']
    execFileSync('ffmpeg', ['-v', 'error', ...source, '-pix_fmt', 'yuv420p', path])
    const photo = await decodePhoto(path)
    expect([photo.width, photo.height, photo.media], name).toEqual([64, 48, 'video'])
  }
})
