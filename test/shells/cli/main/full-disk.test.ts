import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../fixtures/folders.ts'
import { byNight } from '../../../fixtures/night.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { fillDisk, mountSmallDisk } from '../../../fixtures/small-disk.ts'
import { startCli, waitForEnd, waitForOutput } from '../run-cli.ts'
import { runHere } from '../run-here.ts'

const listed = async (dataDir: string) =>
  (JSON.parse((await runHere(dataDir, 'list', '--json')).stdout) as { status: string }[]).map(({ status }) => status)

test('on a full disk photos are listed, a write fails with one sentence, and nothing is lost', async ({ skip }) => {
  const disk = mountSmallDisk(16 * 1024 * 1024)
  if ('reason' in disk) return skip(disk.reason)
  const [dataDir, folder] = [join(disk.folder, 'data'), tempFolder()]
  await drawPhotos(folder, 4)
  expect((await runHere(dataDir, 'add', folder, '--wait')).code).toBe(0)
  const free = fillDisk(disk.folder)
  expect((await runHere(dataDir, 'list')).stdout.split('\n')).toHaveLength(5)
  const { code, stderr, stdout } = await runHere(dataDir, 'rate', join(folder, 'photo-001.jpg'), '3')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^lumafold: The disk of the library .* is full.* Free some space\.\n$/)
  const doctor = await runHere(dataDir, 'doctor')
  expect(doctor.code).toBe(1)
  expect(doctor.stdout).toMatch(/BAD {2}disk: The disk of the library is full/)
  expect(doctor.stdout).toContain('Free some space: until then nothing can be saved.')
  expect(doctor.stdout).not.toContain('All is well')
  free()
  expect(await listed(dataDir)).toEqual(Array(4).fill('ready'))
})

test('a run on a full disk that is killed leaves no marks', { tags: 'night' }, async ({ skip }) => {
  const disk = mountSmallDisk(16 * 1024 * 1024)
  if ('reason' in disk) return skip(disk.reason)
  const [dataDir, folder] = [join(disk.folder, 'data'), tempFolder()]
  const photos = byNight(6, 16)
  await drawPhotos(folder, photos)
  const adding = startCli(dataDir, ['add', folder, '--wait'])
  await waitForOutput(adding, new RegExp(`of ${photos} photos`))
  const free = fillDisk(disk.folder)
  await waitForOutput(adding, /disk of the library .* is full/)
  adding.kill('SIGKILL')
  await waitForEnd(adding)
  free()
  expect(new Set(await listed(dataDir))).not.toContain('failed')
  const again = await runHere(dataDir, 'add', folder, '--wait')
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining(`${photos} photos, ${photos} analysed`) })
})
