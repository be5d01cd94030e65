import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { expect, test } from 'vitest'
import { fillTemplate, hasSharpTiles, problemOfTemplate } from '../../../src-main/contract/library/tile-template.ts'

test.each([
  'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  'https://{s}.tiles.example.org/{z}/{x}/{y}{r}.png?key=abc',
  ' https://tiles.example.org:8443/wmts?TILEMATRIX={z}&TILECOL={x}&TILEROW={y} ',
  'http://localhost:8080/{z}/{x}/{y}.png',
  'http://127.0.0.1/{z}/{x}/{y}.png',
  'http://[::1]:8080/{z}/{x}/{y}.png',
  'http://[fd00::7]/{z}/{x}/{y}.png',
  'http://192.168.1.7/{z}/{x}/{y}.png',
  'http://172.31.0.1/{z}/{x}/{y}.png',
  'http://nas/{z}/{x}/{y}.png',
  'http://nas.local/{z}/{x}/{y}.png',
])('%s is the address of a tile server', (template) => {
  expect(problemOfTemplate(template)).toBeNull()
})

test.each([
  ['', 'Type the address'],
  ['https://tiles.example.org/{z}/{x}.png', '{y} is missing'],
  ['https://tiles.example.org/', '{z} and {x} and {y} are missing'],
  ['https://tiles.example.org/{z}/{x}/{y}/{q}.png', '{q} is not known'],
  ['https://tiles.example.org/{z}/{x}/{-y}.png', '{-y} is not known'],
  ['https://tiles.example.org/{z}/{x}/{y}}.png', 'A brace has no partner'],
  ['tiles.example.org/{z}/{x}/{y}.png', 'not a whole address'],
  ['ftp://tiles.example.org/{z}/{x}/{y}.png', 'begins with ftp:'],
  ['file:///etc/{z}/{x}/{y}.png', 'begins with file:'],
  ['https://me:secret@tiles.example.org/{z}/{x}/{y}.png', 'user name or a password'],
  ['https://{x}.example.org/{z}/{x}/{y}.png', 'may contain {s}'],
  ['http://tiles.example.org/{z}/{x}/{y}.png', 'write https://'],
  ['http://8.8.8.8/{z}/{x}/{y}.png', 'write https://'],
  ['http://172.32.0.1/{z}/{x}/{y}.png', 'write https://'],
  ['http://127.0.0.1.example.org/{z}/{x}/{y}.png', 'write https://'],
  [`https://tiles.example.org/{z}/{x}/{y}?${'a'.repeat(500)}`, 'more than 500'],
])('%s is refused: %s', (template, words) => {
  expect(inEnglish(problemOfTemplate(template))).toContain(words)
})

test('a template is filled with integers, one of three names, and a marker for sharp screens', () => {
  const template = 'https://{s}.example.org/{z}/{x}/{y}{r}.png'
  expect(fillTemplate(template, { z: 3, x: 4, y: 1 }, 1)).toBe('https://c.example.org/3/4/1.png')
  expect(fillTemplate(template, { z: 3, x: 4, y: 2 }, 2)).toBe('https://a.example.org/3/4/2@2x.png')
  expect(hasSharpTiles(template)).toBe(true)
  expect(hasSharpTiles('https://example.org/{z}/{x}/{y}.png')).toBe(false)
})
