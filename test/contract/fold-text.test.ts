import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText, textFinder, wordsOf } from '../../src-main/contract/fold-text.ts'

/** Texts of one line are one text to a person who searches. */
const same = [
  ['Αθήνα', 'ΑΘΗΝΑ', 'αθηνα'],
  ['οδός', 'ΟΔΌΣ', 'οδοσ'],
  ['ёлка', 'ЕЛКА'],
  ['замо́к', 'замок'],
  ['Größe', 'GRÖSSE', 'grosse'],
  ['Œuvre', 'oeuvre'],
  ['Łódź', 'lodz'],
  ['Ærø', 'aero'],
  ['Đà Nẵng', 'da nang'],
  ['İzmir', 'ızmır', 'IZMIR'],
  ['أحمد', 'احمد'],
  ['مُحَمَّد', 'محمـــد', 'محمد'],
  ['مدرسة', 'مدرسه'],
  ['مستشفى', 'مستشفي'],
  ['کتاب', 'كتاب'],
  ['שָׁלוֹם', 'שלום'],
  ['מלך', 'מלכ'],
  ['カナ', 'ｶﾅ', 'かな'],
  ['ガラス', 'ｶﾞﾗｽ'],
  ['ＡＢＣ１', 'abc1'],
  ['चाँद', 'चांद'],
  ['ज़मीन', 'जमीन'],
  ['२०२३', '٢٠٢٣', '۲۰۲۳', '2023'],
  ['м’ята', "м'ята"],
  ['می\u200cخواهم', 'ميخواهم'],
]

/** These are others. */
const different = [
  ['й', 'и'],
  ['ї', 'і'],
  ['か', 'が'],
  ['は', 'ぱ'],
  ['हन्द', 'हिन्दी'],
  ['ข้าว', 'ขาว'],
  ['가', '각'],
  ['国', '國'],
]

const forms = ['NFC', 'NFD'] as const

test('letters that one may leave the marks of are one letter, in any script', () => {
  for (const [first = '', ...others] of same)
    for (const form of forms)
      for (const other of others) expect(foldText(other.normalize(form)), other).toBe(foldText(first.normalize(form)))
})

test('marks that make another word stay', () => {
  for (const [one = '', other = ''] of different) {
    expect(foldText(one), one).not.toBe(foldText(other))
    for (const each of [one, other]) expect(foldText(each.normalize('NFD'))).toBe(foldText(each))
  }
})

test('a folded text is folded, whatever it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const folded = foldText(text)
      expect(foldText(folded)).toBe(folded)
      for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) expect(foldText(text.normalize(form))).toBe(folded)
    }),
    { numRuns: 500 },
  )
})

test('each character of a script without spaces is a word', () => {
  expect(wordsOf('IMG_0012 東京タワー2023')).toEqual([['img', '0012', '東', '京', 'た', 'わ', 'ー', '2023']])
  expect(wordsOf('น้ำตก')).toEqual([['น้ํ', 'า', 'ต', 'ก']])
  expect(wordsOf('हिन्दी, தமிழ்')).toEqual([['हिन्दी', 'தமிழ்']])
})

test('umlauts and rings are found as they are written without them, and the other way round', () => {
  for (const [text, typed] of [
    ['Jürgen Müller', 'mueller'],
    ['Jürgen Müller', 'MULLER'],
    ['Mueller', 'Müller'],
    ['Århus', 'aarhus'],
    ['Tromsø', 'tromsoe'],
  ] as const) {
    expect(textFinder(typed)(text), typed).toBe(true)
    expect(textFinder(typed)(text.normalize('NFD')), typed).toBe(true)
  }
  expect(textFinder('blu')('blue')).toBe(true)
  expect(textFinder('blue')('blu')).toBe(false)
})
