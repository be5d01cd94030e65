import type { StackView } from '../../../contract/library/stacks.ts'
import type { StackFrame } from './stack-frames.ts'
import { suggestFrame } from './suggest-frame.ts'

/** What is told of a stack of which these frames are shown. */
export function viewStack(stack: number, frames: readonly StackFrame[]): StackView {
  const suggested = suggestFrame(frames)
  return { stack, frames: frames.map(({ id }) => id), chosen: chosenOf(frames)?.id ?? null, suggested }
}

/** As lists of folded stacks have it: what was put on top last, else the first that was picked. */
function chosenOf(frames: readonly StackFrame[]): StackFrame | undefined {
  const top = frames.filter(({ top: number }) => number > 0).toSorted((a, b) => b.top - a.top)[0]
  return top ?? frames.find(({ isPicked }) => isPicked)
}
