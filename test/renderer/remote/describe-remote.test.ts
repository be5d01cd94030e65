import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { expect, test } from 'vitest'
import {
  canRetry,
  describeSent,
  describeWaiting,
  hostOf,
  isOpenToReaders,
} from '../../../src-renderer/remote/describe-remote.ts'

test('the library’s own sentence wins over the general one', () => {
  expect(describeWaiting({ condition: 'unreachable', message: null })).toEqual({
    title: 'No answer',
    todo: 'The service cannot be reached. Check the address and the network; it is asked again by itself.',
  })
  expect(describeWaiting({ condition: 'unreachable', message: foreign('No answer from api.example.com.') })?.todo).toBe(
    'No answer from api.example.com.',
  )
  expect(describeWaiting({ condition: 'off', message: foreign('left over') })).toBeNull()
  expect(describeWaiting({ condition: 'ready', message: null })).toBeNull()
  expect(describeWaiting({ condition: 'ready', message: foreign('The service has no colours.') })).toEqual({
    title: 'Not everything is offered',
    todo: 'The service has no colours.',
  })
})

test('the outgoing data names the service and the size', () => {
  expect(describeSent({ address: 'https://api.example.com:8443/x', uploadSide: 800 })).toMatch(
    /800 pixels on its shorter side, goes to api\.example\.com:8443\. It carries no metadata/,
  )
  expect(describeSent({ address: 'nothing', uploadSide: 640 })).toContain('goes to the service')
  expect(hostOf('')).toBe('')
})

test.each([
  ['http://photos.lan', true],
  ['http://10.0.0.2:80/', true],
  ['http://localhost.example.com', true],
  ['http://localhost:4810', false],
  ['http://127.0.0.1', false],
  ['http://[::1]:1', false],
  ['https://photos.lan', false],
  ['', false],
])('%s can be read in transit: %s', (address, isOpen) => {
  expect(isOpenToReaders(address)).toBe(isOpen)
})

test('another request is offered if it may help', () => {
  expect(
    (['unreachable', 'refused', 'forbidden', 'budget-spent', 'no-credentials'] as const).filter((condition) =>
      canRetry({ condition }),
    ),
  ).toEqual(['unreachable', 'refused', 'forbidden'])
})
