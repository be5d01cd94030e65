import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../fixtures/folders.ts'
import { makeLightroomCatalog } from '../../../fixtures/lightroom-catalog.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { runHere } from '../run-here.ts'

test('a catalogue with moved photos is imported, exported, and undone', async () => {
  const base = tempFolder()
  const [data, photos, out] = ['data', 'photos', 'out'].map((name) => join(base, name)) as [string, string, string]
  await drawPhotos(photos, 2)
  const file = join(base, 'Old.lrcat')
  makeLightroomCatalog(file, '/Volumes/Disk/Photos/', [
    { name: 'photo-001.jpg', rating: 4, keywords: [['Places', 'Rome']], isDeveloped: true, copies: [{ rating: 2 }] },
    { name: 'photo-003.jpg', rating: 1 },
  ]).close()
  await runHere(data, 'add', photos)
  const lost = await runHere(data, 'import-library', file, '--dry-run')
  expect(lost.stdout).toContain('has 2 photos; 0 are in the library.')
  expect(lost.stdout).toContain('--map /Volumes/Disk/Photos=NEW')
  expect(lost.stdout).toContain('It would change 0 photos.')

  const done = await runHere(data, 'import-library', file, '--map', `/Volumes/Disk/Photos=${photos}`)
  expect(done).toMatchObject({ code: 0, stderr: '' })
  expect(done.stdout.split('\n')).toEqual([
    'The Lightroom catalogue Old.lrcat has 2 photos; 1 is in the library.',
    expect.stringContaining('not found: /Volumes/Disk/Photos/photo-003.jpg: No photo of the library'),
    expect.stringContaining('--map'),
    'Not carried over: 1 virtual copy, 1 photo with develop settings.',
    '  virtual copy: photo-001.jpg: rating 2',
    '  photo with develop settings: photo-001.jpg',
    'Changed 1 photo: 1 rating, 1 set of tags.',
    '"lumafold undo --id 1" takes it back.',
    '',
  ])
  const exported = await runHere(data, 'export-library', out, '--format', 'csv')
  expect(exported.stdout).toBe(`2 photos in ${join(out, 'lumafold-library.csv')}\n`)
  expect(readFileSync(join(out, 'lumafold-library.csv'), 'utf8')).toContain(',4,,,,,,,Places/Rome,')
  await runHere(data, 'export-library', out, '--format', 'json')
  const undone = await runHere(data, 'undo')
  expect(undone.stdout).toBe('Undone: Imported from the Lightroom catalogue Old.lrcat: 1 photo\n')

  const again = await runHere(data, 'import-library', join(out, 'lumafold-library.json'))
  expect(again.stdout).toContain('The library in lumafold-library.json has 2 photos; 2 are in the library.')
  expect(again.stdout).toContain('Changed 1 photo: 1 rating, 1 set of tags.')

  writeFileSync(join(base, 'a.pdf'), '%PDF')
  const refused = await runHere(data, 'import-library', join(base, 'a.pdf'))
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('a.pdf is a file of a kind')])
  const absent = await runHere(data, 'import-library', join(base, 'none'))
  expect(absent.stderr).toBe(`lumafold: ${join(base, 'none')} is not there.\n`)
})
