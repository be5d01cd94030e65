import { expect, onTestFinished, test } from 'vitest'
import { createApp, h, nextTick, shallowRef } from 'vue'
import SuggestField, { type Suggestion } from '../../../src-renderer/components/SuggestField.vue'

const named = (...values: string[]): Suggestion[] => values.map((value) => ({ value, label: value }))

function mount(first: Suggestion[]) {
  const suggestions = shallowRef<readonly Suggestion[]>(first)
  const [chosen, submitted]: [string[], string[]] = [[], []]
  const app = createApp({
    render: () =>
      h(SuggestField, {
        modelValue: 'c',
        suggestions: suggestions.value,
        label: 'Search',
        onChoose: (value: string) => chosen.push(value),
        onSubmit: (text: string) => submitted.push(text),
      }),
  })
  const root = document.createElement('div')
  document.body.append(root)
  app.mount(root)
  onTestFinished(() => {
    app.unmount()
    root.remove()
  })
  const field = root.querySelector('input')!
  const press = async (key: string) => {
    field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    await nextTick()
  }
  const offer = async (...values: string[]) => {
    suggestions.value = named(...values)
    await nextTick()
  }
  const selected = () => root.querySelector('[aria-selected="true"]')?.textContent
  return { press, offer, selected, chosen, submitted }
}

test("an arrow's choice survives a new list, at any position", async () => {
  const { press, offer, selected, chosen } = mount(named('camera', 'category', 'city'))
  await press('ArrowDown') // opens the list
  await press('ArrowDown')
  await press('ArrowDown')
  expect(selected()).toBe('category')
  await offer('caption', 'camera', 'category')
  expect(selected()).toBe('category')
  await press('Enter')
  expect(chosen).toEqual(['category'])
})

test('a choice that left the list is cleared, and Enter submits the text', async () => {
  const { press, offer, selected, chosen, submitted } = mount(named('camera', 'category'))
  await press('ArrowDown')
  await press('ArrowDown')
  expect(selected()).toBe('camera')
  await offer('category')
  expect(selected()).toBeUndefined()
  await press('Enter')
  expect([chosen, submitted]).toEqual([[], ['c']])
})
