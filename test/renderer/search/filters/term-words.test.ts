import { expect, test } from 'vitest'
import { parse } from '../../../../src-main/contract/library/search/parse.ts'
import { describeTerm } from '../../../../src-renderer/search/filters/term-words.ts'

const names = { tag: (name: string) => name, category: (key: string) => key.split('/').at(-1) ?? key }
const inWords = (text: string) => parse(text).terms.map((term) => describeTerm(term, names).label)

test.each([
  ['beach "red car"', ['beach', '“red car”']],
  ['-cat', ['not cat']],
  ['cat OR dog', ['cat or dog']],
  ['tag:dog category:scenes/city', ['dog', 'city']],
  ['rating>=3 rating:0 rating>=5 rating:1', ['3 stars or more', 'Unrated', '5 stars', '1 star']],
  ['rating:2..4 rating:1-3 rating:3+ rating:4★', ['2 to 4 stars', '1 to 3 stars', '3 stars or more', '4 stars']],
  ['faces:1..3 faces:2-4 faces:1+ faces:2+', ['1 to 3 faces', '2 to 4 faces', 'With faces', '2 faces or more']],
  ['faces:0 faces>=1 faces>=3 faces:1', ['No faces', 'With faces', '3 faces or more', '1 face']],
  [
    'date:2024,2023 date>=2024-05 date:2024-01-01..2024-02-03',
    ['2024 or 2023', 'since 2024-05', '2024-01-01 to 2024-02-03'],
  ],
  [
    'date:christmas date:"new year\'s eve 2023","easter" date>="christmas 2022" date:"31 october"',
    ['Christmas', 'New Year’s Eve 2023 or Easter', 'since Christmas 2022', '31 October'],
  ],
  [
    'date:sundays,weekends date:"eid al-fitr 2024" date:lunar-new-year',
    ['every Sunday or every weekend', 'Eid al-Fitr 2024', 'Lunar New Year'],
  ],
  ['iso>800 f:2.8 focal:24-70 exposure:1/250', ['ISO > 800', 'f/2.8', '24-70 mm', '1/250 s']],
  ['iso:100..800 f:2.8..4 megapixels:20..50', ['ISO 100 to 800', 'f/2.8 to 4', '20 to 50 megapixels']],
  [
    'is:missing flag:none type:raw,video orientation:portrait',
    ['Missing files', 'No flag', 'RAW or Video', 'Portrait'],
  ],
  ['f<2 label:none label:red,blue flag:pick', ['< f/2', 'No label', 'Red label or Blue label', 'Picked']],
  ['-is:located -type:raw -rating>=3', ['not with a position', 'not RAW', 'not 3 stars or more']],
  ['camera="NIKON D850"', ['Camera NIKON D850']],
  ['shows:"a red barn" -shows:beach~500', ['Looks like “a red barn”', 'not looks like “beach”, best 500']],
  ['is:private,sensitive', ['Private or Sensitive']],
  ['like:12 -like:3+4~very like:1~same,2', ['Like this photo', 'not very like these photos', 'Like 1~same or 2']],
])('%s', (text, words) => {
  expect(inWords(text)).toEqual(words)
})

test('colours are named and shown as swatches', () => {
  const [term] = parse('color:#112233*20+#ffffff').terms
  expect(describeTerm(term!, names)).toEqual({ label: 'Colours black and white', swatches: ['#112233', '#ffffff'] })
  expect(describeTerm(parse('color:pink').terms[0]!, names)).toEqual({ label: 'Colour pink', swatches: ['#f48fb6'] })
  expect(describeTerm(parse('color:#e91e90').terms[0]!, names).label).toBe('Colour magenta')
})
