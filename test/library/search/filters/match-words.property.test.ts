import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byNight } from '../../../fixtures/night.ts'
import { find, metadata, openWithRoot } from '../../catalog/library.ts'

/** Words as they are written, and as people type them; none begins like another one. */
const spellings: readonly (readonly [string, ...string[]])[] = [
  ['plain', 'pla'],
  ['Größe', 'grosse', 'groesse', 'Grö'],
  ['Ægir', 'aegir'],
  ['Łódź', 'lodz', 'łódz'],
  ['Đồng', 'dong', 'đong'],
  ['ışık', 'isik', 'ISIK'],
  ['Αθήνα', 'αθηνα', 'ΑΘΗΝΑ'],
  ['δρόμος', 'δρομοσ', 'ΔΡΟΜΟΣ'],
  ['ёлка', 'елка'],
  ['йод', 'йо'],
  ['иод'],
  ['Київ', 'київ'],
  ['киів'],
  ['أحمد', 'احمد', 'اح'],
  ['مُدَرِّسَة', 'مدرسه', 'مدرسـة'],
  ['کتاب', 'كتاب'],
  ['שָׁלוֹם', 'שלום', 'שלומ'],
  ['हिन्दी', 'हिन'],
  ['हन्दा'],
  ['तमिऴ', 'तमि'],
  ['ガラス', 'がらす', 'ｶﾞﾗｽ', 'ガラ'],
  ['からす'],
  ['北京大学', '京大', '学', '北京'],
  ['สวัสดี', 'สดี', 'สวั'],
  ['서울역', '서울'],
  ['설'],
  ['２０２３', '2023'],
  ['١٤٤٥', '1445', '۱۴۴۵'],
]

const places = ['name', 'folder', 'title', 'caption', 'city', 'keyword', 'tag', 'seen'] as const
type Photo = { word: number; place: (typeof places)[number]; form: 'NFC' | 'NFD' }
const number = fc.nat({ max: spellings.length - 1 })
const form = fc.constantFrom('NFC' as const, 'NFD' as const)
const photoArbitrary: fc.Arbitrary<Photo> = fc.record({ word: number, place: fc.constantFrom(...places), form })
const cases = [(text: string) => text, (text: string) => text.toUpperCase(), (text: string) => text.toLowerCase()]
const typedArbitrary = fc.record({ word: number, spelling: fc.nat(), form, inCase: fc.constantFrom(...cases) })

const corner = { x: 0, y: 0 }
const corners: [typeof corner, typeof corner, typeof corner, typeof corner] = [corner, corner, corner, corner]

test('a word is found however it is typed, wherever a photo has it, and nothing else is', () => {
  fc.assert(
    fc.property(
      fc.array(photoArbitrary, { minLength: 1, maxLength: 12 }),
      fc.array(typedArbitrary, { minLength: 20, maxLength: 20 }),
      (photos, searches) => {
        const { catalog, add } = openWithRoot()
        const ids = photos.map((photo, i) => write(photo, i))
        for (const { word, spelling, form, inCase } of searches) {
          const known = spellings[word]!
          const place = spelling % known.length
          const typed = inCase(known[place]!).normalize(form)
          const wanted = ids.filter((_, i) => photos[i]!.word === word)
          expect(find(catalog, { text: typed }), typed).toEqual(wanted)
          if (place === 0) expect(find(catalog, { text: `"${typed}"` }), typed).toEqual(wanted)
        }

        function write({ word, place, form }: Photo, i: number): number {
          const text = spellings[word]![0].normalize(form)
          const path = place === 'name' ? `${text} ${i}.jpg` : place === 'folder' ? `${text}/${i}.jpg` : `${i}.jpg`
          const [id = 0] = add(path)
          const texts = {
            title: { title: text },
            caption: { caption: text },
            city: { city: text },
            keyword: { keywords: [text] },
          }
          if (place in texts)
            catalog.files.saveMetadata([
              { id, width: 1, height: 1, metadata: metadata(texts[place as keyof typeof texts]) },
            ])
          if (place === 'tag') catalog.changes.apply({ kind: 'add-tag', ids: [id], name: text })
          if (place === 'seen')
            catalog.analysis.saveOutcome(id, ['text'], {
              ok: true,
              findings: { text: [{ text, confidence: 90, corners }] },
              warnings: [],
            })
          return id
        }
      },
    ),
    { numRuns: byNight(10, 200) },
  )
}, 900_000) // Each run creates a catalogue, which waits for the disk many times.
