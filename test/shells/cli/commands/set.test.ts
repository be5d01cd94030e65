import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeLibrary, openTestLibrary } from '../../../library/library/open-test-library.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { runHere } from '../run-here.ts'

test('texts, dates, positions, templates and tracks are set from the command line, and undone', async () => {
  const { dir, libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 2)
  const { library } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  const ids = await library.calls.photos.ids({ sort: { by: 'name', order: 'asc' } })
  const photos: string[] = []
  for (const id of ids) photos.push(await library.hostCalls.locatePhoto({ id }))
  await library.close()
  const [a, b] = photos as [string, string]
  const run = (...args: string[]) => runHere(dir, ...args)
  const says = async (...args: string[]) => (await run(...args)).stdout

  expect(await says('set', a, b, '--field', 'headline=Morning', '--field', 'country-code=at')).toBe(
    'Set 2 fields of 2 photos\n',
  )
  expect(await says('set', a, b, '--date', '2024-07-01T12:00:00+02:00')).toBe('Dated 2 photos 2024-07-01\n')
  expect(await says('set', b, '--shift', '-1h 30m')).toBe('Moved the dates of 1 photo by -1 h 30 min\n')
  expect(await says('set', a, '--zone', 'Asia/Tokyo')).toBe('Moved the dates of 1 photo to the time zone Asia/Tokyo\n')
  expect(await says('set', a, '--position', '48°12\'29" N 16°22\'26" E', '--altitude', '171')).toBe(
    'Placed 1 photo on the map\n',
  )

  expect(await says('template', 'save', 'Agency', '--field', 'copyright=© {year} Zoë', '--from', a)).toContain(
    '“Agency”',
  )
  expect(await says('template', 'list')).toBe(
    'Agency\n  headline: Morning\n  copyright: © {year} Zoë\n  country-code: AT\n',
  )
  expect(await says('template', 'apply', 'agency', b)).toBe('Applied the template “Agency” to 1 photo\n')

  const track = join(dir, 'walk.gpx')
  const point = (time: string, lat: number) => `<trkpt lat="${lat}" lon="16"><time>${time}</time></trkpt>`
  const points = [point('2024-07-01T08:29:00Z', 48), point('2024-07-01T08:31:00Z', 49)]
  writeFileSync(track, `<gpx><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`)
  expect(await says('gpx', track, '--photos', a, b)).toBe(
    'On the track: 1. Elsewhere: 0. Without a date or an offset from UTC: 0. With a position already: 1.\n' +
      'Placed 1 photo by the track walk.gpx\n',
  )

  const reopened = await openTestLibrary(libraryDir)
  const metadata = async (id: number) => (await reopened.library.calls.photos.get({ id })).metadata
  expect(await metadata(ids[0]!)).toMatchObject({ takenAt: '2024-07-01T19:00:00', offset: '+09:00', altitude: 171 })
  expect(await metadata(ids[1]!)).toMatchObject({
    takenAt: '2024-07-01T10:30:00',
    copyright: '© 2024 Zoë',
    latitude: 48.5,
    longitude: 16,
  })
  await reopened.library.close()

  expect((await run('undo')).stdout).toContain('Undone: Placed 1 photo by the track')
  expect((await run('set', a, '--field', 'credt=x')).stderr).toContain('“credt=x” is no field')
  expect((await run('set', a, '--position', 'Vienna')).stderr).toContain('“Vienna” is no position')
  expect((await run('set', a, '--shift', 'tomorrow')).stderr).toContain('Write days, hours')
  expect((await run('set', a)).stderr).toContain('say what to set')
  expect((await run('template', 'apply', 'None', a)).stderr).toContain('There is no template called “None”')
  expect((await run('template', 'save', 'Bad', '--field', 'credit={yaer}')).stderr).toContain(
    '{yaer} is no placeholder',
  )
})
