import { expect, test } from 'vitest'
import { withTicket } from '../../../src-main/service/fetching/call-address.ts'
import { readAddress } from '../../../src-main/service/fetching/read-address.ts'

test.each([
  ['http://a.example', 'http://a.example/?ticket=t1'],
  ['http://a.example/done?', 'http://a.example/done?ticket=t1'],
  ['http://a.example/done?sig=a%20b+c&x', 'http://a.example/done?sig=a%20b+c&x&ticket=t1'],
  ['http://a.example/done?x=1&', 'http://a.example/done?x=1&ticket=t1'],
  ['http://a.example/done?ticket=mine#part', 'http://a.example/done?ticket=mine&ticket=t1'],
])('the ticket is inserted into %s as %s', (given, called) => {
  expect(withTicket(readAddress(given), 't1').href).toBe(called)
})
