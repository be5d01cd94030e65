import { expect, test } from 'vitest'
import { find, metadata, openWithRoot } from '../../catalog/library.ts'

/** Of scripts with marks, as they are written and in capitals. */
const latin = ['Größe', 'naïve', 'Dvořák', 'Việt', 'Øre', 'łódź']
const greekAndCyrillic = ['Йод', 'ёлка', 'Київ', 'Ελλάδα', 'οδός', 'Αθήνα']
const asian = ['がぎぐ', 'パン', '한국어', 'हिन्दी', 'क़िला', 'தமிழ்', 'বাংলা', 'สวัสดี', 'עִבְרִית', 'مُحَمَّد', 'آب']
const words = [...latin, ...greekAndCyrillic, ...asian]
const forms = ['NFC', 'NFD'] as const

test('a word finds photos with it in any script, in either Unicode form, as a Mac and others write it', () => {
  const { catalog, add } = openWithRoot()
  for (const word of words) {
    const ids = forms.flatMap((form) => {
      const written = word.normalize(form)
      const [named = 0, titled = 0] = add(`${written}/${form}.jpg`, `${written} ${form}.jpg`)
      const [inTitle = 0] = add(`${word.codePointAt(0)} ${form}.jpg`)
      catalog.files.saveMetadata([{ id: inTitle, width: 1, height: 1, metadata: metadata({ title: written }) }])
      return [named, titled, inTitle]
    })
    for (const form of forms) {
      const asked = word.normalize(form)
      expect(find(catalog, { text: asked }).toSorted(byNumber), asked).toEqual(ids.toSorted(byNumber))
      expect(find(catalog, { text: `"${asked}"` }), asked).toHaveLength(ids.length)
      expect(find(catalog, { text: `title="${asked}"` }), asked).toHaveLength(forms.length)
    }
  }
})

test('marks and the place of a sigma count for nothing in what is asked', () => {
  const { catalog, add } = openWithRoot()
  const [greek = 0, russian = 0] = add('ΟΔΟΣ.jpg', 'елка.jpg')
  for (const text of ['οδός', 'οδος', 'ΟΔΌΣ', 'οδοσ']) expect(find(catalog, { text }), text).toEqual([greek])
  expect(find(catalog, { text: 'ёлка' })).toEqual([russian])
})

const byNumber = (a: number, b: number) => a - b
