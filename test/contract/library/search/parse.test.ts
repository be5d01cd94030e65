import { describe, expect, test } from 'vitest'
import { field, not, phrase, word } from '../../../../src-main/contract/library/search/nodes.ts'
import { parse } from '../../../../src-main/contract/library/search/parse.ts'
import { print } from '../../../../src-main/contract/library/search/print.ts'

const terms = (text: string) => parse(text).terms
const problems = (text: string) => parse(text).problems.map(({ code, text: named }) => [code, named])

describe('words, phrases and operators', () => {
  test.each([
    ['cat', [word('cat')]],
    ['-cat', [not(word('cat'))]],
    ['NOT cat', [not(word('cat'))]],
    ['not cat', [word('not'), word('cat')]],
    ['black-cat', [word('black-cat')]],
    ['"black cat" tree', [phrase('black cat'), word('tree')]],
    ['-"black cat"', [not(phrase('black cat'))]],
    ['cat OR dog', [{ type: 'any', nodes: [word('cat'), word('dog')] }]],
    ['sea cat OR dog', [word('sea'), { type: 'any', nodes: [word('cat'), word('dog')] }]],
    ['(sea cat) OR dog', [{ type: 'any', nodes: [{ type: 'all', nodes: [word('sea'), word('cat')] }, word('dog')] }]],
    ['sea AND cat', [word('sea'), word('cat')]],
    ['-(cat OR dog)', [not({ type: 'any', nodes: [word('cat'), word('dog')] })]],
    ['--cat', [not(not(word('cat')))]],
    ['\\OR \\-5 a\\"b', [word('OR'), word('-5'), word('a"b')]],
    ['', []],
  ])('%s', (text, expected) => {
    expect(terms(text)).toEqual(expected)
    expect(problems(text)).toEqual([])
  })
})

describe('fields', () => {
  test.each([
    ['camera:x-t5', [field('camera', ['x-t5'])]],
    ['CAMERA:X', [field('camera', ['X'])]],
    ['aperture:2.8', [field('f', ['2.8'])]],
    ['rating>=3', [field('rating', ['3'], '>=')]],
    ['rating:>=3', [field('rating', ['3'], '>=')]],
    ['iso:>800', [field('iso', ['800'], '>')]],
    ['iso: 800 cat', [field('iso', ['800']), word('cat')]],
    ['label:red,green', [field('label', ['red', 'green'])]],
    ['label:"deep red",green', [field('label', ['deep red', 'green'])]],
    ['label:red, green', [field('label', ['red']), word('green')]],
    ['camera="Canon EOS 5D"', [field('camera', ['Canon EOS 5D'], '=')]],
    ['color:#3060a0*30+white', [field('color', ['#3060a0*30+white'])]],
    ['date:june 2024 cat', [field('date', ['june 2024']), word('cat')]],
    ['date:last 30 days', [field('date', ['last 30 days'])]],
    ['date:2024 cat', [field('date', ['2024']), word('cat')]],
    ['-is:missing', [not(field('is', ['missing']))]],
    ['(iso:100 OR iso:200)', [{ type: 'any', nodes: [field('iso', ['100']), field('iso', ['200'])] }]],
    ['12:30', [word('12:30')]],
    ['a=b', [word('a=b')]],
  ])('%s', (text, expected) => {
    expect(terms(text)).toEqual(expected)
    expect(problems(text)).toEqual([])
  })
})

describe('unknown parts are named, and nothing is lost', () => {
  test.each([
    ['caption2:corner', [['unknown-field', 'caption2:corner']], [word('caption2:corner')]],
    ['width>3000', [['unknown-field', 'width>3000']], [word('width>3000')]],
    ['cat iso:fast', [['bad-value', 'iso:fast']], [word('cat'), field('iso', ['fast'])]],
    ['rating:3,x', [['bad-value', 'rating:3,x']], [field('rating', ['3', 'x'])]],
    ['camera>x', [['bad-value', 'camera>x']], [field('camera', ['x'], '>')]],
    ['date:sometime', [['bad-value', 'date:sometime']], [field('date', ['sometime'])]],
    ['flag:best', [['bad-value', 'flag:best']], [field('flag', ['best'])]],
    ['color:greenish', [['bad-value', 'color:greenish']], [field('color', ['greenish'])]],
    ['cat iso:', [['no-value', 'iso:']], [word('cat'), field('iso', [''])]],
    ['beach & sun', [['no-letters', '&']], [word('beach'), word('&'), word('sun')]],
    ['cat OR', [['dangling', 'OR']], [word('cat')]],
    ['OR cat', [['dangling', 'OR']], [word('cat')]],
    ['AND cat', [['dangling', 'AND']], [word('cat')]],
    ['cat NOT', [['dangling', 'NOT']], [word('cat')]],
    ['cat -', [['no-letters', '-']], [word('cat'), word('-')]],
    ['(cat', [['unclosed', '(']], [word('cat')]],
    ['cat) dog', [['dangling', ')']], [word('cat'), word('dog')]],
    ['() cat', [['dangling', '()']], [word('cat')]],
    ['"cat do', [['unclosed', '"cat do']], [phrase('cat do')]],
    ['a AND b OR c', [['and-or', 'AND']], [word('a'), { type: 'any', nodes: [word('b'), word('c')] }]],
  ])('%s', (text, named, expected) => {
    expect(problems(text)).toEqual(named)
    expect(terms(text)).toEqual(expected)
  })

  test('endless brackets', () => {
    expect(problems('('.repeat(5000) + 'cat').map(([code]) => code)).toContain('too-deep')
    expect(terms('('.repeat(5000) + 'cat')).toEqual([word('cat')])
    expect(() => parse('-'.repeat(20_000) + 'cat')).not.toThrow()
  })
})

test('a search is printed as a person would write it', () => {
  const text = 'sea (cat OR dog) -is:missing iso>=800 label:red,"deep green" date:"june 2024" date:2024-05 "black cat"'
  expect(print(terms(text))).toBe(text)
  expect(print(terms('date:june 2024'))).toBe('date:"june 2024"')
  expect(print(terms('cat OR dog'))).toBe('cat OR dog')
})
