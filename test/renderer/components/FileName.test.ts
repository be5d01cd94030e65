import { expect, test } from 'vitest'
import { createApp, h } from 'vue'
import FileName from '../../../src-renderer/components/FileName.vue'

test.each([
  ['2024/صورة 12_1080x1350.jpg', ['صورة']],
  ['תמונה יפה_007 (2).jpg', ['תמונה יפה']],
  ['beach_1080x1350.jpg', []],
])('%s reads from left to right around its isolated words', (name, isolated) => {
  const place = document.createElement('div')
  const app = createApp(() => h(FileName, { name }))
  app.mount(place)
  const outer = place.querySelector('bdi')!
  expect([outer.dir, outer.textContent]).toEqual(['ltr', name])
  expect([...outer.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual(isolated)
  app.unmount()
})
