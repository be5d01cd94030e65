import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { writeList, writeNumber, writePercent } from '../../../src-renderer/locales/formats.ts'
import { showLanguage } from '../../../src-renderer/locales/messages.ts'
import * as words from '../../../src-renderer/words/wording.ts'

afterEach(() => showLanguage('en', 'en-GB'))
const day = 86_400_000
const noon = new Date(2024, 2, 14, 12).getTime()

test('dates, sizes and durations follow the locale of the window', async () => {
  await showLanguage('de', 'de-DE')
  expect(words.writeDate('2024-01-14T09:31:05')).toBe('14.01.2024, 09:31')
  expect(words.writeBytes(12_400_000)).toBe('12,4 MB')
  expect(words.writeExposure(2.5)).toBe('2,5 s')
  expect(words.writeDuration(4800)).toBe('1 h 20 min')
  expect([writeNumber(12_040), writeList(['a', 'b', 'c'])]).toEqual(['12.040', 'a, b und c'])
  await showLanguage('fr')
  expect(words.writeBytes(840_000)).toBe('840 ko')
  // Versions of ICU differ in which no-break space they use.
  expect(writePercent(0.42)).toMatch(/^42[\u00A0\u202F]%$/)
  await showLanguage('ja')
  expect(words.writeDate('2024-03-14T09:31:05')).toBe('2024/03/14 9:31')
  expect(words.countDays(noon, noon + 3 * day)).toBe('3 日')
})

test('a size or duration that rounds up to the next unit is written in that', () => {
  const sizes = [999, 1000, 99_949, 99_950, 999_499, 999_500, 999_999, 1_000_000, 999_600_000, 999_999_999_999]
  expect(sizes.map(words.writeBytes).join(' | ')).toBe(
    '999 B | 1.0 KB | 99.9 KB | 100 KB | 999 KB | 1.0 MB | 1.0 MB | 1.0 MB | 1.0 GB | 1,000 GB',
  )
  const durations = [11, 57, 58, 59.9, 60, 3569, 3570]
  expect(durations.map(words.writeDuration).join(' | ')).toBe(
    '10 s | 55 s | 1 min | 1 min | 1 min | 59 min | 1 h 0 min',
  )
})

test('yesterday is the day before, however long either of them is', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  onTestFinished(() => void vi.unstubAllEnvs())
  const [sunday, monday] = [new Date(2024, 2, 31, 12), new Date(2024, 3, 1, 0, 30)] // a day of 23 hours
  expect(words.writeDay(sunday.getTime(), monday.getTime())).toBe('Yesterday')
  expect(words.writeDay(sunday.getTime() - day, monday.getTime())).toContain('30 March 2024')
  const [saturday, late] = [new Date(2024, 9, 26, 12), new Date(2024, 9, 27, 23, 30)] // one of 25 hours
  expect(words.writeDay(saturday.getTime(), late.getTime())).toBe('Yesterday')
})

test('days near the present have their names', async () => {
  expect(words.writeDay(noon, noon + 1)).toBe('Today')
  expect(words.writeDay(noon - day, noon)).toBe('Yesterday')
  await showLanguage('es')
  expect(words.writeDay(noon - day, noon)).toBe('Ayer')
  expect(words.writeDay(noon - 2 * day, noon)).toBe('martes, 12 de marzo de 2024')
})
