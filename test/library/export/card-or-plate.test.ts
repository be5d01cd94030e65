import { describe, expect, test } from 'vitest'
import { cardOrPlate } from '../../../src-main/library/export/card-or-plate.ts'

describe('a payment card', () => {
  test.each([
    ['one line', ['4111 1111 1111 1111', 'ADA LOVELACE']],
    ['one run of digits', ['5555555555554444']],
    ['hyphens', ['6011-1111-1111-1117']],
    ['groups of American Express', ['3782 822463 10005']],
    ['groups that were read as lines', ['MY BANK', '4012', '8888', '8888', '1881', '12/29']],
    ['letters in place of digits', ['4O12 8888 8888 l881']],
  ])('is recognised by its number: %s', (_, lines) => {
    expect(cardOrPlate(lines)).toBe('card')
  })

  test.each([
    ['a check digit that is wrong', ['4111 1111 1111 1112']],
    ['a beginning that no issuer has', ['1111 1111 1111 1117']],
    ['a telephone number', ['+49 30 1234 5678']],
    ['a barcode', ['4006381333931']],
    ['dates and prices', ['29 11 2026', '4.50', '14.00', '1200']],
  ])('is not %s', (_, lines) => {
    expect(cardOrPlate(lines)).toBeNull()
  })
})

describe('a number plate', () => {
  test.each([
    'AB12 CDE',
    'M KX 4821',
    'HH-AB 907',
    'D B AB 1234',
    'AB-123-CD',
    '1234 BCD',
    'W 12345 A',
    'ZH 123456',
    'GB-12-TK',
    'ABC 12D',
    '7GRT538',
    'ABC-1234',
  ])('is recognised by its format: %s', (line) => {
    expect(cardOrPlate(['a car', line])).toBe('plate')
  })

  test.each([
    'Platform 9',
    'NO PARKING',
    'MAY 2015',
    'CITY RUN',
    '1742',
    'Oxford 12',
    'EXIT 24',
    'Espresso 2.10',
    'Room 1024',
    '24 HOURS',
  ])('is not %s', (line) => {
    expect(cardOrPlate([line])).toBeNull()
  })
})
