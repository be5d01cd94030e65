import type { StackSet, StackView } from '../../../contract/library/stacks.ts'
import type { StackFrame } from './stack-frames.ts'
import { areFocusStack } from './focus-stack.ts'
import { areBracket } from './group-frames.ts'
import { arePanorama } from './panorama.ts'
import { suggestFrame } from './suggest-frame.ts'

/** What is told of a stack of which these frames are shown; `all` are its frames, hidden ones included. */
export function viewStack(stack: number, frames: readonly StackFrame[], all: readonly StackFrame[]): StackView {
  const set = setOf(all)
  return {
    stack,
    frames: frames.map(({ id }) => id),
    chosen: chosenOf(frames)?.id ?? null,
    set,
    isWaiting: set === null && frames.some(({ isPending, isRejected }) => isPending && !isRejected),
    suggested: set === null ? suggestFrame(frames) : null,
  }
}

/** What the frames of a stack, hidden ones included, are together; null where each stands for itself. */
export function setOf(frames: readonly StackFrame[]): StackSet | null {
  if (areBracket(frames)) return 'bracket'
  const byTime = frames.toSorted((a, b) => a.takenMs - b.takenMs || a.id - b.id)
  if (arePanorama(byTime.map((frame) => ({ ...frame, person: 'free' })))) return 'panorama'
  const focused = byTime.map((frame) => ({ ...frame, subject: frame.measured?.subject ?? null }))
  return areFocusStack(focused) ? 'focus-stack' : null
}

/** As lists of folded stacks have it: what was put on top last, else the first that was picked. */
function chosenOf(frames: readonly StackFrame[]): StackFrame | undefined {
  const top = frames.filter(({ top: number }) => number > 0).toSorted((a, b) => b.top - a.top)[0]
  return top ?? frames.find(({ isPicked }) => isPicked)
}
