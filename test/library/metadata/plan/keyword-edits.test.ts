import fc from 'fast-check'
import { TextError } from '../../../../src-main/contract/errors.ts'
import { describe, expect, test } from 'vitest'
import { editXmp } from '../../../../src-main/base/formats/xmp/edit-xmp.ts'
import { listOfProperty, readXmpDocument } from '../../../../src-main/base/formats/xmp/xmp-document.ts'
import type { XmpName } from '../../../../src-main/base/formats/xmp/xmp-names.ts'
import { keywordKey } from '../../../../src-main/library/metadata/plan/keyword-names.ts'
import { keywordEdits } from '../../../../src-main/library/metadata/plan/keyword-edits.ts'
import { targetOfXmp } from '../../../../src-main/library/metadata/plan/target-of-xmp.ts'

type Lists = Partial<Record<XmpName, string[]>>

function packet(lists: Lists): Buffer {
  const edits = Object.entries(lists).map(([name, items]) => ({
    name: name as XmpName,
    value: { kind: 'list' as const, form: 'Bag' as const, items: items ?? [] },
  }))
  const made = editXmp(null, edits)
  if ('problem' in made) throw new TextError(made.problem)
  return made.bytes
}

function read(bytes: Buffer) {
  const document = readXmpDocument(bytes)
  if ('problem' in document) throw new TextError(document.problem)
  return document
}

/** The lists after a change to these keywords, and the keywords then read from them. */
function change(lists: Lists, wanted: string[]) {
  const before = packet(lists)
  const document = read(before)
  const made = editXmp(before, keywordEdits(document, targetOfXmp(document).keywords ?? [], wanted))
  if ('problem' in made) throw new TextError(made.problem)
  const after = read(made.bytes)
  const list = (name: XmpName) => listOfProperty(after, name)
  return {
    subjects: list('dc:subject'),
    lightroom: list('lr:hierarchicalSubject'),
    digiKam: list('digiKam:TagsList'),
    result: targetOfXmp(after).keywords?.toSorted() ?? [],
  }
}

const lightroom: Lists = {
  'dc:subject': ['animals', 'dog', 'Rex', 'sea'],
  'lr:hierarchicalSubject': ['animals', 'animals|dog', 'animals|dog|Rex', 'sea'],
}

describe('keywords within others', () => {
  test('are read as one keyword with its levels', () => {
    expect(targetOfXmp(read(packet(lightroom))).keywords).toEqual(['animals/dog/Rex', 'sea'])
  })

  test('that are removed take along parent levels that nothing else needs', () => {
    expect(change(lightroom, ['sea'])).toEqual({ subjects: ['sea'], lightroom: ['sea'], digiKam: [], result: ['sea'] })
    const two = {
      ...lightroom,
      'lr:hierarchicalSubject': [...lightroom['lr:hierarchicalSubject']!, 'animals|cat'],
      'dc:subject': [...lightroom['dc:subject']!, 'cat'],
    }
    expect(change(two, ['animals/cat', 'sea'])).toMatchObject({
      subjects: ['animals', 'sea', 'cat'],
      lightroom: ['animals', 'sea', 'animals|cat'],
      result: ['animals/cat', 'sea'],
    })
  })

  test("that are added go into each existing list, and start Lightroom's if none exists", () => {
    const both = { ...lightroom, 'digiKam:TagsList': ['animals/dog/Rex', 'sea'] }
    const wanted = ['animals/dog/Rex', 'sea', 'Places/Austria', 'new']
    expect(change(both, wanted)).toEqual({
      subjects: ['animals', 'dog', 'Rex', 'sea', 'Austria', 'new'],
      lightroom: ['animals', 'animals|dog', 'animals|dog|Rex', 'sea', 'Places|Austria', 'new'],
      digiKam: ['animals/dog/Rex', 'sea', 'Places/Austria', 'new'],
      result: wanted.toSorted(),
    })
    expect(change({ 'dc:subject': ['sea'] }, ['sea', 'a/b', 'c'])).toMatchObject({
      subjects: ['sea', 'b', 'c'],
      lightroom: ['sea', 'a|b', 'c'],
      result: ['a/b', 'c', 'sea'],
    })
  })

  test('plain ones are removed from every list', () => {
    expect(change(lightroom, ['animals/dog/Rex'])).toMatchObject({
      subjects: ['animals', 'dog', 'Rex'],
      lightroom: ['animals', 'animals|dog', 'animals|dog|Rex'],
    })
  })

  test('a slash within a level stays one', () => {
    expect(change({}, ['x/AC\\DC'])).toMatchObject({
      subjects: ['AC/DC'],
      lightroom: ['x|AC/DC'],
      result: ['x/AC\\DC'],
    })
  })
})

test('keywords are read as they were written, whatever their letters and levels', () => {
  const letters = fc.array(fc.constantFrom('a', 'B', '\\', ' ', ';', ',', '&', '"', 'e\u0301', '😀'), { minLength: 1 })
  const level = letters.map((all) => all.join('').trim()).filter((text) => text !== '')
  const keyword = fc.array(level, { minLength: 1, maxLength: 3 }).map((levels) => levels.join('/'))
  fc.assert(
    fc.property(fc.array(keyword, { minLength: 1, maxLength: 4 }), (given) => {
      const keys = new Set(given.map(keywordKey))
      const isLevel = (key: string) =>
        [...keys].some(
          (other) => other.startsWith(`${key}/`) || (other.includes('/') && other.split('/').includes(key)),
        )
      const wanted = [...keys].filter((key) => !isLevel(key))
      expect(change({}, given).result.map(keywordKey).toSorted()).toEqual(wanted.toSorted())
    }),
  )
})
