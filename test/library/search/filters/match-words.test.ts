import { expect, test } from 'vitest'
import { LIBRARY_IDS } from '../../../../src-main/library/history/kinds/change-kind.ts'
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

test('folders and albums are found by names that are typed without accents', () => {
  const { catalog, add } = openWithRoot()
  const [folder = 0] = add('Ταξίδια/Κρήτη/1.jpg')
  const [album = 0] = add('2.jpg')
  const { name, place } = { name: 'Ёлки Ærø', place: { parentId: null, position: 1 } }
  catalog.changes.apply({ kind: 'album', ids: LIBRARY_IDS, id: 1, name, place, isRemoved: false })
  for (const part of catalog.albums.planPut(1, [album], { before: null, isMove: false }))
    catalog.changes.apply({ kind: 'put-into-album', album: 1, name, ...part, ids: part.photos })
  for (const text of ['folder:κρητη', 'folder:ταξιδια/κρη', 'folder=ΤΑΞΙΔΙΑ/ΚΡΗΤΗ', 'folder="κρητη"'])
    expect(find(catalog, { text }), text).toEqual([folder])
  for (const text of ['album:елки', 'album:aero', 'album="ЕЛКИ AERO"'])
    expect(find(catalog, { text }), text).toEqual([album])
})

const byNumber = (a: number, b: number) => a - b
