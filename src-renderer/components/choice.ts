import type { Component, Ref } from 'vue'

/** One of a few values that a person chooses from. */
export type Choice<T extends string> = { value: T; label: string; icon?: Component; title?: string }

/** Takes what a control reports, where it is another one of the choices: a click on the chosen one reports nothing. */
export function useChoice<T extends string>(
  chosen: Ref<T>,
  choices: () => readonly Choice<T>[],
): (reported: unknown) => void {
  return (reported) => {
    const next = choices().find(({ value }) => value === reported)
    if (next !== undefined && next.value !== chosen.value) chosen.value = next.value
  }
}
