import { expect, test } from 'vitest'
import { readAddress } from '../../../src-main/service/fetching/read-address.ts'

test.each([
  ['  http://a.example/b c.jpg ', 'http://a.example/b%20c.jpg'],
  ['HTTP://A.Example:80/ä?q=ö&r=1|2#part', 'http://a.example/%C3%A4?q=%C3%B6&r=1|2'],
  ['https://bücher.example/100%.jpg', 'https://xn--bcher-kva.example/100%.jpg'],
  ['http:\\\\a.example\\b.jpg', 'http://a.example/b.jpg'],
  ['http://a.example/b.jpg?url=http://c.example/d.jpg', 'http://a.example/b.jpg?url=http://c.example/d.jpg'],
])('%s is read as %s', (given, read) => {
  expect(readAddress(given).href).toBe(read)
})

test.each([
  ['ftp://a.example/b.jpg', 'ftp:'],
  ['file:///etc/passwd', 'file:'],
  ['data:image/png;base64,AAAA', 'data:'],
  ['javascript:alert(1)', 'javascript:'],
  ['gopher://a.example/', 'gopher:'],
  ['www.a.example/b.jpg', 'http://'],
  ['//a.example/b.jpg', 'http://'],
  ['/b.jpg', 'http://'],
  ['', 'http://'],
  ['http://', 'http://'],
  ['http://a b/', 'http://'],
  ['http://256.1.1.1/', 'http://'],
  ['http://[::1/', 'http://'],
  ['http://me:secret@a.example/', 'password'],
  ['http://me@a.example/', 'user name'],
  [`http://a.example/${'x'.repeat(9000)}`, '8192'],
])('%s is refused, and the sentence says why', (given, word) => {
  expect(() => readAddress(given)).toThrow(word)
  expect(() => readAddress(given)).not.toThrow('secret')
})
