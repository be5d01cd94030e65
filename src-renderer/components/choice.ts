import type { Component, Ref } from 'vue'

/** One of a few values that a person chooses from. */
export type Choice<T extends string> = { value: T; label: string; icon?: Component; title?: string }

/** Accepts a value from a control if it differs from the chosen one: a click on the chosen one emits nothing. */
export function useChoice<T extends string>(
  chosen: Ref<T>,
  choices: () => readonly Choice<T>[],
): (reported: unknown) => void {
  return (reported) => {
    const next = choices().find(({ value }) => value === reported)
    if (next !== undefined && next.value !== chosen.value) chosen.value = next.value
  }
}
