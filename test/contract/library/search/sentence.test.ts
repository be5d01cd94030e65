import { expect, test } from 'vitest'
import { completeSentence, sentenceAt } from '../../../../src-main/contract/library/search/completion.ts'
import { parse } from '../../../../src-main/contract/library/search/parse.ts'
import { print } from '../../../../src-main/contract/library/search/print.ts'
import { readSentence } from '../../../../src-main/contract/library/search/sentence.ts'

test('a sentence may give the number of wanted photos', () => {
  expect(readSentence('child blowing out candles')).toEqual({ sentence: 'child blowing out candles', max: null })
  expect(readSentence('  a   beach~500 ')).toEqual({ sentence: 'a beach', max: 500 })
  expect(readSentence('about ~10 people')).toEqual({ sentence: 'about ~10 people', max: null })
})

test.each(['', '   ', '~50', 'beach~0', 'beach~5001', 'x'.repeat(301)])('%j is not a sentence', (value) => {
  expect(readSentence(value)).toBeNull()
})

test('it is read and printed as one value, even under its other name', () => {
  const { terms, problems } = parse('sentence:"child blowing out candles" rating:5')
  expect(problems).toEqual([])
  expect(terms[0]).toMatchObject({ type: 'field', field: 'shows', values: ['child blowing out candles'] })
  expect(print(terms)).toBe('shows:"child blowing out candles" rating:5')
  expect(parse('shows:beach~9999').problems).toMatchObject([{ code: 'bad-value' }])
})

test.each([
  ['child blowing out candles', 9, 'child blowing out candles', 'shows:"child blowing out candles" '],
  ['rating:5 a red  barn', 20, 'a red barn', 'rating:5 shows:"a red barn" '],
  ['a red barn rating:5', 4, 'a red barn', 'shows:"a red barn" rating:5'],
  ['"red barn" is:rated', 3, 'red barn', 'shows:"red barn" is:rated'],
])('in %j at %i the sentence is %j', (text, caret, sentence, completed) => {
  const at = sentenceAt(text, caret)
  expect(at?.text).toBe(sentence)
  expect(completeSentence(text, at!).text).toBe(completed)
})

test.each([
  ['dog', 3],
  ['dog rating:5', 3],
  ['dog OR cat', 3],
  ['rating:5', 4],
  ['', 0],
])('%j has no sentence at %i', (text, caret) => {
  expect(sentenceAt(text, caret)).toBeNull()
})
