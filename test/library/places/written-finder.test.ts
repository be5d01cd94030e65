import { expect, test } from 'vitest'
import { writtenFinder } from '../../../src-main/library/places/written-finder.ts'

const asked: string[] = []
/** Knows one town. */
const gazetteer = {
  townNamed: (name: string, country: string) => {
    asked.push(`${name} ${country}`)
    return name === 'Rome' && country === 'IT' ? { city: 'Rome', region: 'Lazio', country: 'IT' } : null
  },
}

test('a city and a country named in a file are a place, in any language, and are looked up once', () => {
  const find = writtenFinder(gazetteer)
  expect(find('Rome', 'Italia')).toEqual({ city: 'Rome', region: 'Lazio', country: 'IT' })
  expect(find('Rome', 'Italia')).not.toBeNull()
  expect(asked).toEqual(['Rome IT'])
  expect(find('Wien', 'Österreich')).toEqual({ city: 'Wien', region: '', country: 'AT' })
  expect(find('', 'USA')).toEqual({ city: '', region: '', country: 'US' })
  expect(find('', '日本')).toEqual({ city: '', region: '', country: 'JP' })
  expect(find(' Narnia ', 'nowhere')).toEqual({ city: 'Narnia', region: '', country: '' })
  expect(find('', 'nowhere')).toBeNull()
  expect(find('', '')).toBeNull()
})
