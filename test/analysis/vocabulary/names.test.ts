import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Language, languages } from '../../../src-main/contract/analysis/language.ts'
import { categoryNameId, colorNameId, openNames } from '../../../src-main/analysis/vocabulary/names.ts'
import { normaliseName } from '../../../src-main/analysis/vocabulary/normalise-name.ts'
import { openVocabulary } from '../../../src-main/analysis/vocabulary/vocabulary.ts'

const resources = join(import.meta.dirname, '../../../resources')
const names = openNames(resources)
const vocabulary = openVocabulary(resources)

describe('the name of a concept', () => {
  test('is the plain word of the language', () => {
    const dog = {
      de: 'Hund',
      fr: 'chien',
      ja: '犬',
      sr_cyrl: 'пас',
      sr_latn: 'pas',
      zh_cht: '狗',
      no: 'hund',
      ht: 'chen',
      mww: 'dev',
    } as const
    for (const [code, text] of Object.entries(dog))
      expect(names.nameOf('dog', code as Language)).toEqual({ text, isFallback: false })
    expect(names.nameOf('lion', 'ru').text).toBe('лев')
    expect(names.nameOf('orange', 'de').text).toBe('Orange')
    expect(names.nameOf(categoryNameId('food drinks'), 'it').text).toBe('cibo e bevande')
    expect(names.nameOf(colorNameId('orange'), 'es').text).toBe('naranja')
    expect(names.nameOf(colorNameId('teal'), 'en')).toEqual({ text: 'teal', isFallback: false })
  })

  test('is the word that people use, not the one that describes a character', () => {
    const spoken = [
      ['child', { es: 'niño', it: 'bambino' }],
      ['boy', { es: 'chico', it: 'ragazzo', vi: 'bé trai', ms: 'budak lelaki' }],
      ['girl', { es: 'chica', it: 'ragazza', vi: 'bé gái', he: 'ילדה' }],
      ['baby', { vi: 'em bé', zh_chs: '婴儿', zh_cht: '嬰兒', cs: 'miminko', ja: '赤ちゃん' }],
      ['sun', { bs: 'sunce' }],
      ['cloud', { bs: 'oblak' }],
      ['house', { hu: 'ház' }],
      ['pizza', { nl: 'pizza', no: 'pizza', hi: 'पिज़्ज़ा', th: 'พิซซ่า' }],
      ['wine-glass', { cs: 'sklenka na víno', el: 'ποτήρι κρασιού', pl: 'kieliszek do wina' }],
      ['watch', { es: 'reloj de pulsera', ko: '손목시계', hu: 'karóra' }],
      ['potted-plant', { ko: '화분 식물', lt: 'vazoninis augalas', zh_cht: '盆栽' }],
      ['car', { cy: 'car', hi: 'कार', ro: 'mașină' }],
      ['bicycle', { hi: 'साइकिल' }],
      ['tram', { fi: 'raitiovaunu' }],
      ['mushroom', { de: 'Pilz' }],
      ['jeans', { da: 'jeans', no: 'jeans' }],
      ['sock', { de: 'Socke', fr: 'chaussette' }],
    ] as const
    for (const [id, texts] of spoken)
      for (const [code, text] of Object.entries(texts))
        expect(names.nameOf(id, code as Language), `${code} ${id}`).toEqual({ text, isFallback: false })
  })

  test('is English, and marked, if the language has no name', () => {
    expect(names.nameOf('appenzeller-sennenhund', 'mww')).toEqual({ text: 'Appenzeller Sennenhund', isFallback: true })
    expect(names.nameOf('parking-meter', 'tlh')).toEqual({ text: 'parking meter', isFallback: true })
    expect(names.nameOf('no-such-concept', 'de')).toEqual({ text: 'no-such-concept', isFallback: true })
  })

  test('in English is that of the vocabulary', () => {
    for (const { id, name } of vocabulary.all())
      expect(names.nameOf(id, 'en')).toEqual({ text: name, isFallback: false })
  })

  test('never fails, whatever the id', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom(...Language.options),
        (id, code) => typeof names.nameOf(id, code).text === 'string',
      ),
    )
    expect(names.nameOf('__proto__', 'de')).toEqual({ text: '__proto__', isFallback: true })
  })
})

describe('finding concepts by name', () => {
  test('works in any language, ignoring case and accents', () => {
    expect(names.conceptsNamed('HUND')).toContain('dog')
    expect(names.conceptsNamed('собака')).toContain('dog')
    expect(names.conceptsNamed('Bogen', 'fr')).toEqual([])
    expect(names.conceptsNamed('elephant', 'fr')).toEqual(names.conceptsNamed('éléphant', 'fr'))
    expect(names.conceptsNamed('KÖPEK', 'tr')).toEqual(['dog'])
    expect(names.conceptsNamed('puppy', 'en')).toEqual(['dog'])
    expect(names.conceptsNamed('rotkohlsuppe')).toEqual([])
  })

  test('gives all meanings of a word', () => {
    expect([...names.conceptsNamed('Orange', 'de')].sort()).toEqual(['orange', 'orange-color'])
  })

  test('finds every concept by each of its names', { tags: 'night' }, () => {
    for (const { code } of languages) {
      for (const id of names.namedIn(code))
        expect(
          names.conceptsNamed(names.nameOf(id, code).text.toUpperCase().toLowerCase(), code),
          `${code} ${id}`,
        ).toContain(id)
    }
  })

  test('all names of a concept are its names, each once', () => {
    const all = names.allNames('dog')
    expect(new Set(all).size).toBe(all.length)
    expect(all).toEqual(expect.arrayContaining(['dog', 'Hund', 'chien', 'perro', '개', 'كلب', 'chen']))
    expect(names.allNames('no-such-concept')).toEqual([])
  })

  test('comparing is stable: normalised text stays unchanged', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        (text) => normaliseName(normaliseName(text)) === normaliseName(text),
      ),
    )
    expect(normaliseName('  Łódź–  ')).toBe('lodz–')
    expect(normaliseName('Straße')).toBe('strasse')
    expect(normaliseName('กีต้าร์')).toBe('กีต้าร์'.normalize('NFKD').normalize('NFC'))
  })
})

describe('damaged files', () => {
  const copy = mkdtempSync(join(tmpdir(), 'names-'))
  beforeAll(() => {
    mkdirSync(join(copy, 'vocabulary'))
    cpSync(join(resources, 'vocabulary'), join(copy, 'vocabulary'), { recursive: true })
    writeFileSync(join(copy, 'vocabulary/names/fr.json'), '{"version":1,"language":"fr","names":{"dog":')
    rmSync(join(copy, 'vocabulary/names/it.json'))
    for (const [code, names] of [
      ['es', '{"dog":7}'],
      ['nl', '{"dog":""}'],
      ['pl', 'null'],
    ] as const)
      writeFileSync(join(copy, `vocabulary/names/${code}.json`), `{"version":1,"language":"${code}","names":${names}}`)
  })
  afterAll(() => rmSync(copy, { recursive: true }))

  test('are reported when their language is first needed, and only then', () => {
    const opened = openNames(copy)
    expect(opened.nameOf('dog', 'de').text).toBe('Hund')
    expect(() => opened.nameOf('dog', 'fr')).toThrow('fr.json is missing or damaged')
    expect(() => opened.nameOf('dog', 'it')).toThrow('it.json is missing or damaged')
    expect(() => opened.nameOf('dog', 'es')).toThrow('es.json is missing or damaged')
    expect(() => opened.nameOf('dog', 'nl')).toThrow('nl.json is missing or damaged')
    expect(() => opened.nameOf('dog', 'pl')).toThrow('pl.json is missing or damaged')
  })
})
