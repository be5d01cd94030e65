import { expect, test } from 'vitest'
import type { Language } from '../../../../src-main/contract/analysis/language.ts'
import { languages } from '../../../../src-main/contract/analysis/language.ts'
import { print } from '../../../../src-main/contract/library/search/print.ts'
import { openTagNames } from '../../../../src-main/library/languages/open-tag-names.ts'
import { atOnce } from '../../../../src-main/library/search/columns/slices.ts'
import { type Lexicon, lexiconOf } from '../../../../src-main/library/search/reading/lexicon.ts'
import { readDescription } from '../../../../src-main/library/search/reading/read-description.ts'
import { markWords } from '../../../../src-main/library/search/reading/mark-words.ts'
import { smallWords } from '../../../../src-main/library/search/reading/small-words.ts'
import { resourcesDir } from '../../../fixtures/folders.ts'

const names = openTagNames(resourcesDir)
const own = {
  people: ['Anna Berg', 'May'],
  places: ['Nice', 'Italy', 'Italien', 'l-Italja'],
  tags: ['Meier’s garden', 'Christmas party', 'private'],
  cameras: ['NIKON Z 8', 'Apple iPhone 15 Pro', 'FUJIFILM X-T5', 'OM Digital OM-1'],
}
const lexicons = new Map<Language, Lexicon>()
const lexiconFor = (language: Language) => {
  const lexicon = lexicons.get(language) ?? atOnce(atOnce(lexiconOf(language, names)).with(own))
  lexicons.set(language, lexicon)
  return lexicon
}
const read = (text: string, language: Language = 'en', today = '2024-10-15') =>
  readDescription(text, { lexicon: lexiconFor(language), names, today })

test.each<[text: string, terms: string]>([
  ['Anna on the beach last summer, no dog', 'person:Anna tag:beach date:2024-06..2024-08 -tag:dog'],
  ['girl with umbrella', 'tag:girl,child,woman tag:umbrella'],
  ['no girl', '-tag:girl'],
  ['a drawing of a dog', 'tag:illustration,art tag:dog'],
  ['black and white cats or dogs', 'tag:"black and white" (tag:cat OR tag:dog)'],
  ['no red car', '-(color:red tag:car)'],
  ['an orange, an orange car', 'tag:orange color:orange tag:car'],
  ['May in May 2023', 'person:May date:2023-05'],
  ['a house in Nice', 'tag:house place:Nice'],
  ['Meier’s garden', 'tag:"Meier’s garden"'],
  ['ISO 1600, 85 mm f/1.4 1/250 s 4 stars or better', 'iso:1600 focal:85 f:1.4 exposure:1/250 rating>=4'],
  ['2019-2021, 3.10.2022', 'date:2019..2021,2022-10-03'],
  ['a dog in 1/2023, 12/2022', 'tag:dog date:2023-01,2022-12'],
  ['a dog 1/2000 s', 'tag:dog exposure:1/2000'],
  ['a dog, 1/2000', 'tag:dog exposure:1/2000'],
  ['five days ago or yesterday', 'date:"5 days ago","yesterday"'],
  ['summer 2022 before 2015', 'date:2022-06..2022-08 date<2015'],
])('%s', (text, terms) => {
  expect(print(read(text).terms)).toBe(terms)
})

test.each<[text: string, terms: string]>([
  ['rejected photos from May 2023', 'flag:rejected date:2023-05'],
  ['photos I picked or rejected', 'flag:picked,rejected'],
  ['unrated dogs, not rejected', 'rating:0 tag:dog -flag:rejected'],
  ['raw files from 2004', 'type:raw date:2004'],
  ['JPEGs and videos of a dog', 'type:jpeg is:video tag:dog'],
  ['vertical photos without a date', 'orientation:portrait is:undated'],
  ['Anna, eyes closed', 'person:Anna eyes:closed'],
  ['private', 'tag:private'],
  ['photos of books, no books', 'tag:book -tag:book'],
  ['unrated photos taken with the Nikon', 'rating:0 camera:NIKON'],
  ['a dog shot on my iphone', 'tag:dog camera:iPhone'],
  ['an apple and a dog, iphone 15 pro', 'tag:apple tag:dog camera:"iPhone 15 Pro"'],
  ['cats with the X-T5 or the z 8', 'tag:cat camera:X-T5,"Z 8"'],
])('what a person decided, files and cameras: %s', (text, terms) => {
  const { terms: found, unread } = read(text)
  expect([print(found), unread]).toEqual([terms, []])
})

test.each<[language: Language, text: string, terms: string]>([
  ['de', 'abgelehnte Fotos im Hochformat', 'flag:rejected orientation:portrait'],
  ['de', 'unbewertete RAW-Dateien mit der Nikon', 'rating:0 type:raw camera:NIKON'],
  ['de', 'Hunde ohne Sterne, keine Videos', 'tag:dog rating:0 -is:video'],
  ['fr', 'photos rejetées sans date', 'flag:rejected is:undated'],
  ['es', 'fotos verticales sin valorar', 'orientation:portrait rating:0'],
  ['it', 'foto scartate', 'flag:rejected'],
  ['ja', '除外した犬の動画', 'flag:rejected tag:dog is:video'],
  ['ar', 'صور مرفوضة', 'flag:rejected'],
  ['pl', 'odrzucone zdjęcia psa', 'flag:rejected tag:dog'],
  ['ru', 'отклонённые фотографии', 'flag:rejected'],
  ['zh_chs', '未评分的视频', 'rating:0 is:video'],
  ['th', 'raw', 'type:raw'],
])('what a person decided, and files, in other languages: %s %s', (language, text, terms) => {
  expect(print(read(text, language).terms)).toBe(terms)
})

test('a word for a mark is no name of a thing', () => {
  for (const [language, words] of Object.entries(markWords) as [Language, Record<string, string>][]) {
    const things = new Set(names.namesIn(language).map(({ text }) => text.toLowerCase()))
    const marks = Object.values(words).flatMap((texts) => texts.toLowerCase().split('|'))
    expect(marks.filter((text) => things.has(text))).toEqual([])
  }
})

test.each<[text: string, terms: string]>([
  ['dogs between 2019 and 2021', 'tag:dog date:2019..2021'],
  ['from 2019 to 2021 in Nice', 'date:2019..2021 place:Nice'],
  ['from 2021 to 2019', 'date:2019..2021'],
  ['no photos from 2019 to today', '-date:2019..today'],
  ['from may to july 2023', 'date:2023-05..2023-07'],
  ['from may 2023 to july', 'date:2023-05..2023-07'],
  ['2019 to may 2021', 'date:2019..2021-05'],
  ['december to february 2023', 'date:2022-12..2023-02'],
  ['summer 2021 until summer 2022', 'date:2021-06..2022-08'],
  ['between the 3rd and the 9th of May 2023', 'date:2023-05-03..2023-05-09'],
  ['May 3 - 9, 2023', 'date:2023-05-03..2023-05-09'],
  ['2023-05-03 to 9.5.2023', 'date:2023-05-03..2023-05-09'],
  ['from march to may', 'date:"march","april","may"'],
  ['december 30 to january 1', 'date:"30 december","31 december","1 january"'],
  ['february 28 to april 1', 'date:"28 february","29 february","march","1 april"'],
])('from one date to another: %s', (text, terms) => {
  const { terms: found, unread } = read(text)
  expect([print(found), unread]).toEqual([terms, []])
})

test.each<[text: string, terms: string]>([
  ['2019, 2020 and 2022', 'date:2019,2020,2022'],
  ['May and June 2023', 'date:2023-05,2023-06'],
  ['in 2023, a dog in May 2023', 'date:2023 tag:dog date:2023-05'],
  ['May 2023, 2023', 'date:2023-05 date:2023'],
])('dates that no photo has together are alternatives: %s', (text, terms) => {
  expect(print(read(text).terms)).toBe(terms)
})

test.each<[text: string, terms: string]>([
  ['May 12th', 'date:"12 may"'],
  ['12th of May 2023', 'date:2023-05-12'],
  ['on the 2nd june', 'date:"2 june"'],
  ['the 1990s', 'date:1990s'],
  ['the 80s', 'date:1980s'],
  ['until 2019', 'date<=2019'],
  ['in may', 'date:"may"'],
  ['photos of the last 3 months', 'date:"last 3 months"'],
  ['the last two weeks', 'date:"last 2 weeks"'],
  ['in the past year', 'date:"last 1 year"'],
  ['a month ago', 'date:"1 month ago"'],
  ['June last year', 'date:2023-06'],
  ['last November', 'date:2023-11'],
  ['last September', 'date:2024-09'],
])('%s is a date', (text, terms) => {
  const { terms: found, unread } = read(text)
  expect([print(found), unread]).toEqual([terms, []])
})

test.each<[language: Language, text: string, terms: string]>([
  ['de', 'in den letzten 3 Monaten', 'date:"last 3 months"'],
  ['de', 'Juni letzten Jahres', 'date:2023-06'],
  ['de', 'vor einer Woche', 'date:"1 week ago"'],
  ['de', '80er Jahre', 'date:1980s'],
  ['fr', 'les trois derniers mois', 'date:"last 3 months"'],
  ['es', 'los últimos tres meses', 'date:"last 3 months"'],
  ['it', 'negli ultimi 3 anni', 'date:"last 3 years"'],
  ['nl', 'de afgelopen drie maanden', 'date:"last 3 months"'],
  ['ja', '過去3か月', 'date:"last 3 months"'],
  ['ru', 'последние 2 недели', 'date:"last 2 weeks"'],
  ['pl', 'ostatnie 3 lata', 'date:"last 3 years"'],
  ['pl', 'zeszłego lata', 'date:2024-06..2024-08'],
])('days by what has passed since, %s: %s', (language, text, terms) => {
  const { terms: found, unread } = read(text, language)
  expect([print(found), unread]).toEqual([terms, []])
})

test.each<[text: string, today: string, terms: string]>([
  ['on Sunday', '2024-10-15', 'date:2024-10-13'],
  ['on Sunday', '2024-10-13', 'date:2024-10-13'],
  ['last Sunday', '2024-10-13', 'date:2024-10-06'],
  ['Friday last week', '2024-10-13', 'date:2024-10-04'],
  ['this Friday', '2024-10-15', 'date:2024-10-11'],
  ['from Friday to Sunday', '2024-10-19', 'date:2024-10-11..2024-10-13'],
  ['Sunday, October 13th 2024', '2024-10-15', 'date:2024-10-13'],
  ['since Friday', '2024-10-15', 'date>=2024-10-11'],
  ['last Christmas', '2024-12-24', 'date:"christmas 2023"'],
  ['this Christmas', '2024-12-24', 'date:"christmas 2024"'],
  ['Christmas last year', '2024-12-24', 'date:"christmas 2023"'],
  ['Christmas to New Year 2024', '2024-12-24', 'date:"christmas 2023..new year 2024"'],
  ['Christmas and Easter', '2024-12-24', 'date:"christmas","easter"'],
  ['before Christmas 2022', '2024-12-24', 'date<"christmas 2022"'],
  ['Halloween 2023', '2024-12-24', 'date:"31 october 2023"'],
  ['the twenty-first of June 2020', '2024-12-24', 'date:2020-06-21'],
  ['on Sundays', '2024-12-24', 'date:"sundays"'],
  ['every Sunday', '2024-12-24', 'date:"sundays"'],
  ['Saturdays and Sundays', '2024-12-24', 'date:"saturdays","sundays"'],
  ['every weekend', '2024-12-24', 'date:"weekends"'],
  ['every Christmas', '2024-12-24', 'date:"christmas"'],
  ['every summer', '2024-12-24', 'date:"summer"'],
  ['Christmas 2022 and 2023', '2024-12-24', 'date:"christmas 2022","christmas 2023"'],
  ['June 2022 and 2023', '2024-12-24', 'date:2022-06,2023-06'],
  ['2022 and 2023', '2024-12-24', 'date:2022,2023'],
  ['last Diwali', '2024-12-24', 'date:"diwali 2024"'],
  ['before Eid al-Adha 2023', '2024-12-24', 'date<"eid al-adha 2023"'],
])('weekdays, holidays and days by their names: %s, on %s', (text, today, terms) => {
  const { terms: found, unread } = read(text, 'en', today)
  expect([print(found), unread]).toEqual([terms, []])
})

test('what is called after a holiday is itself', () => {
  expect(print(read('a Christmas tree').terms)).toBe('tag:"Christmas tree"')
  expect(print(read('Christmas party').terms)).toBe('tag:"Christmas party"')
})

test.each<[language: Language, text: string, terms: string]>([
  ['de', 'am Sonntag, den 13. Oktober', 'date:"13 october"'],
  ['de', 'am zweiten Weihnachtstag', 'date:"26 december"'],
  ['de', 'Halloween', 'date:"31 october"'],
  ['pt', 'na segunda-feira', 'date:2024-10-14'],
  ['pt', 'a segunda foto do cachorro', 'tag:dog'],
  ['id', 'minggu lalu', 'date:"last week"'],
  ['id', 'minggu terakhir', ''],
  ['sr_cyrl', 'у недељу', 'date:2024-10-13'],
  ['sr_cyrl', 'прошле недеље', 'date:"last week"'],
  ['ru', 'на Рождество 2024', 'date:"orthodox christmas 2024"'],
  ['zh_cht', '上週日', 'date:2024-10-13'],
  ['ja', '日曜', 'date:2024-10-13'],
  ['de', 'sonntags', 'date:"sundays"'],
  ['de', 'Sonntag', 'date:2024-10-13'],
  ['de', 'jeden Sonntag', 'date:"sundays"'],
  ['it', 'ogni domenica', 'date:"sundays"'],
  ['uk', 'щонеділі', 'date:"sundays"'],
  ['tr', 'Ramazan Bayramı 2023', 'date:"eid al-fitr 2023"'],
  ['zh_chs', '2024年春节', 'date:"lunar new year 2024"'],
  ['ko', '추석', 'date:"mid-autumn"'],
  ['he', 'בחנוכה 2023', 'date:"hanukkah 2023"'],
])('weekdays, holidays and first days, %s: %s', (language, text, terms) => {
  expect(print(read(text, language).plain)).toBe(terms)
})

test.each<[language: Language, text: string, terms: string]>([
  ['de', 'zwischen 2019 und 2021', 'date:2019..2021'],
  ['de', 'von 2019 bis 2021', 'date:2019..2021'],
  ['de', 'vom 3. bis 9. Mai 2023', 'date:2023-05-03..2023-05-09'],
  ['de', 'bis Mai 2023', 'date<=2023-05'],
  ['fr', 'entre 2019 et 2021', 'date:2019..2021'],
  ['fr', 'de 2019 à 2021', 'date:2019..2021'],
  ['fr', 'du 1er au 9 mai 2023', 'date:2023-05-01..2023-05-09'],
  ['es', 'entre 2019 y 2021', 'date:2019..2021'],
  ['es', 'desde mayo hasta julio de 2023', 'date:2023-05..2023-07'],
  ['es', 'del 3 al 9 de mayo de 2023', 'date:2023-05-03..2023-05-09'],
  ['it', 'dal 2019 al 2021', 'date:2019..2021'],
  ['it', 'tra il 2019 e il 2021', 'date:2019..2021'],
  ['nl', 'tussen 2019 en 2021', 'date:2019..2021'],
  ['nl', 'van 3 tot en met 9 mei 2023', 'date:2023-05-03..2023-05-09'],
  ['pt', 'entre 2019 e 2021', 'date:2019..2021'],
  ['pt', 'de 3 a 9 de maio de 2023', 'date:2023-05-03..2023-05-09'],
  ['sv', 'mellan 2019 och 2021', 'date:2019..2021'],
  ['sv', 'från den 3:e till den 9:e maj 2023', 'date:2023-05-03..2023-05-09'],
  ['ja', '2019年から2021年まで', 'date:2019..2021'],
  ['ja', '2023年5月〜7月', 'date:2023-05..2023-07'],
  ['ja', '2021年まで', 'date<=2021'],
  ['ru', 'от 2019 до 2021', 'date:2019..2021'],
  ['ru', 'с 3 по 9 мая 2023 года', 'date:2023-05-03..2023-05-09'],
  ['ru', 'между маем и июлем 2023', 'date:2023-05..2023-07'],
  ['pl', 'od maja do lipca 2023', 'date:2023-05..2023-07'],
  ['uk', 'між 2019 і 2021', 'date:2019..2021'],
  ['zh_chs', '从2019年到2021年', 'date:2019..2021'],
])('from one date to another, %s: %s', (language, text, terms) => {
  const { terms: found, unread } = read(text, language)
  expect([print(found), unread]).toEqual([terms, []])
})

test('a chosen language is read in its own words, with their endings; English only as written', () => {
  expect(print(read('Hunde im Schnee, vorgestern in Italien', 'de').terms)).toBe(
    'tag:dog tag:snow date:"2 days ago" place:Italien',
  )
  expect(print(read('a dog, un gato', 'de').terms)).toBe('tag:dog')
  expect(print(read('犬のいない海辺', 'ja').terms)).toBe('-tag:dog tag:beach')
})

test.each<[language: Language, text: string, terms: string]>([
  ['ar', 'بالسيارة الحمراء أو الزرقاء في الصيف ٢٠٢٣', 'tag:car color:red,blue date:2023-06..2023-08'],
  ['he', 'בלי הכלב, בחוף', '-tag:dog tag:beach'],
  ['fa', 'سگ‌ها در ژوئن ۲۰۲۳', 'tag:dog date:2023-06'],
  ['el', 'η γάτα ή ο σκύλος', 'tag:cat OR tag:dog'],
  ['vi', 'lá là', 'tag:leaf'],
  ['cy', 'dau gi heb gath', 'tag:dog -tag:cat'],
  ['mt', 'siġra mill-Italja', 'tag:tree place:l-Italja'],
  ['lv', 'suns trīs ziemas', 'tag:dog date:"winter"'],
  ['tlh', "loD be' ghap", 'tag:man OR tag:woman'],
  ['ht', 'chen an jen 2023', 'tag:dog date:2023-06'],
  ['es', 'niña con paraguas', 'tag:girl tag:umbrella'],
  ['it', 'bambina, ragazzo', 'tag:girl tag:boy'],
  ['ja', 'イヌまたは猫', 'tag:dog OR tag:cat'],
])('%s: %s', (language, text, terms) => {
  expect(print(read(text, language).plain)).toBe(terms)
})

test.each<[language: Language, text: string, terms: string]>([
  ['en', 'two birds in the sky', 'tag:bird tag:sky'],
  ['fi', 'hevosia kadulla', 'tag:horse tag:street'],
  ['et', 'mägedes ja järvedel', 'tag:mountain tag:lake'],
  ['hu', 'kutyákkal az erdőben', 'tag:dog tag:forest'],
  ['tr', 'bulutsuz dağlar', '-tag:cloud tag:mountain'],
  ['pl', 'koty na stole', 'tag:cat tag:table'],
  ['cs', 'ptáci u řeky', 'tag:bird tag:river'],
  ['uk', 'з м’ячем на мосту', 'tag:ball tag:bridge'],
  ['bg', 'облаците над планините', 'tag:cloud tag:mountain'],
  ['sr_cyrl', 'мачке на мостовима', 'tag:cat tag:bridge'],
  ['lt', 'paukščiai danguje', 'tag:bird tag:sky'],
  ['lv', 'zirgi upē', 'tag:horse tag:river'],
  ['da', 'bjergene og himlen', 'tag:mountain tag:sky'],
  ['ro', 'lacurile și o minge roșie', 'tag:lake tag:ball color:red'],
  ['ca', 'platges i barques', 'tag:beach tag:boat'],
  ['ar', 'جبال وجسور', 'tag:mountain tag:bridge'],
  ['he', "ג'ירפות בים", 'tag:giraffe tag:sea'],
  ['fa', 'پرندگان', 'tag:bird'],
  ['id', 'burung-burung', 'tag:bird'],
  ['ko', '사과나 고양이', 'tag:apple OR tag:cat'],
])('forms of words are joined by the rules of their language, %s: %s', (language, text, terms) => {
  const { plain, unread } = read(text, language)
  expect([print(plain), unread]).toEqual([terms, []])
})

test('every language has a table of small words: fillers, what is refused, and what is an alternative', () => {
  for (const { code } of languages) {
    const words = smallWords[code]
    expect(words.filler, code).not.toBe('')
    expect([words.not, words.notBehind ?? ''].join(''), code).not.toBe('')
    expect([words.or, words.orBehind ?? ''].join(''), code).not.toBe('')
  }
})

test('a date in an order that countries read differently is no exposure: its year counts, the rest is named', () => {
  for (const text of ['1/5/2023', '5/1/2023']) {
    const { terms, unread } = read(text)
    expect([print(terms), ...unread.map((each) => each.text)], text).toEqual([
      'date:2023',
      ...text.split('/').slice(0, 2),
    ])
  }
})

test('unknown words are named with the nearest known one; a list of names is not a sentence', () => {
  const { unread, isSentence } = read('a grifaffe jumping')
  expect(unread).toEqual([
    { from: 2, to: 10, text: 'grifaffe', nearest: 'giraffe' },
    { from: 11, to: 18, text: 'jumping', nearest: null },
  ])
  expect(isSentence).toBe(false)
  expect([read('cat dog').isSentence, read('a cat').isSentence, read('cats').isSentence]).toEqual([false, true, true])
})

test('every language is read: its words for things, and its days if the system knows them', () => {
  for (const { code } of languages) {
    const dog = names.conceptLabel('dog', 'dog', code)
    expect(read(dog, code).terms.length, `${code} ${dog}`).toBe(1)
    const negation = smallWords[code].not.split('|')[0]
    if (negation) expect(print(read(`${negation} ${dog}`, code).terms), code).toMatch(/^-tag:dog/)
  }
})
